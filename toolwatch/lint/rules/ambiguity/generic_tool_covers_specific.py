"""A tool that can do anything stands beside tools for single tasks."""

from collections.abc import Iterator, Sequence

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView, ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool
from toolwatch.model.words import stem, vocabulary, words

_BAD = Listing(
    "sample",
    tools=(
        Tool.of(
            "manage_order",
            "Do something with an order.",
            {
                "type": "object",
                "properties": {"action": {"type": "string", "enum": ["cancel", "reopen"], "description": "What to do"}},
            },
        ),
        Tool.of(
            "cancel_order",
            "Cancel one order.",
            {
                "type": "object",
                "properties": {"number": {"type": "string", "description": "The number as printed on the form"}},
            },
        ),
    ),
)
_GOOD = Listing(
    "sample",
    tools=(
        Tool.of(
            "manage_order",
            "Do something with an order.",
            {
                "type": "object",
                "properties": {"action": {"type": "string", "enum": ["reopen", "freeze"], "description": "What to do"}},
            },
        ),
        Tool.of(
            "track_parcel",
            "Return where a parcel is.",
            {
                "type": "object",
                "properties": {"number": {"type": "string", "description": "The number as printed on the form"}},
            },
        ),
    ),
)
_NEAR = Listing(
    "sample",
    tools=(
        Tool.of(
            "manage_order",
            "Do something with an order.",
            {
                "type": "object",
                "properties": {"action": {"type": "string", "enum": ["cancel", "reopen"], "description": "What to do"}},
            },
        ),
        Tool.of(
            "cancel_flight",
            "Cancel one flight.",
            {
                "type": "object",
                "properties": {"number": {"type": "string", "description": "The number as printed on the form"}},
            },
        ),
    ),
)
_SWITCHES = vocabulary("action operation method mode command op verb task")


class _Index:
    """The tools by the stems of their names, so that looking for a sibling does not walk the list."""

    def __init__(self, tools: Sequence[ToolView]) -> None:
        self.stems = {one.index: _stems(one.tool.name) for one in tools}
        self.holders: dict[str, list[ToolView]] = {}
        for one in tools:
            for part in self.stems[one.index]:
                self.holders.setdefault(part, []).append(one)

    def covered(self, one: ToolView, acts: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Values of the switch that another tool's name says together with what this tool is about."""
        for act in acts:
            said = _stems(act)
            subject = self.stems[one.index] - said - _EMPTY
            if not said or not subject:
                continue
            rarest = min(said | subject, key=lambda part: (len(self.holders.get(part, ())), part))
            for other in self.holders.get(rarest, ()):
                if other.index != one.index and said | subject <= self.stems[other.index]:
                    yield act, other.tool.name


def _stems(name: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(name))


_EMPTY = frozenset(stem(word) for word in ("manage", "handle", "do", "run", "execute", "write", "tool", "control"))


class GenericToolCoversSpecific(ListingRule):
    """A tool that can do anything stands beside tools for single tasks.

    `manage_order` with an `action` that includes "cancel", next to `cancel_order`; `run_query` next to `list_rows`: for
    each such request two tools are right, and the choice, the checks and the hints differ. Drop the overlap, or say in
    the generic one which tasks belong to the others.

    Source: observed on real servers; no peer checks it.
    """

    code = "TW187"
    severity = Severity.INFO
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        switches = [(one, node) for one in view.tools for node in one.inputs if node.name.lower() in _SWITCHES]
        index = _Index(view.tools) if switches else None
        for one, node in switches:
            values = node.schema.get("enum")
            acts = [value for value in values if isinstance(value, str)] if isinstance(values, list) else []
            if index:
                covered = next(index.covered(one, acts), None)
                if covered and covered[1] not in one.tool.description:
                    message = (
                        f"{named(node.name)}: {quote(covered[0])} does what {quote(covered[1])} is for; drop "
                        "one, or say when to use which"
                    )
                    yield Spot(node.path, message, f"{covered[0]} {covered[1]}", tool=one.index)
