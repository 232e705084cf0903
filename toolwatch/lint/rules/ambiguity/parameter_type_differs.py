"""One tool takes a parameter as another type than all others that have it."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.view import ListingView, ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

_NAMES = ("read", "copy", "count", "track", "print")


def _listing(last: str) -> Listing:
    texts = (
        "Return the text of a form.",
        "Make a second form.",
        "Return its words.",
        "Say where it is.",
        "Put it on paper.",
    )
    kinds = ("string", "string", "string", "string", last)
    tools = tuple(
        Tool.of(
            f"{name}_form", text, {"type": "object", "properties": {"form_id": {"type": kind, "description": "On top"}}}
        )
        for name, text, kind in zip(_NAMES, texts, kinds, strict=True)
    )
    return Listing("sample", tools=tools)


_BAD = _listing("integer")
_GOOD = _listing("string")
_NEAR = Listing("sample", tools=_BAD.tools[2:])


class ParameterTypeDiffers(ListingRule):
    """One tool takes a parameter as another type than all others that have it.

    A model that has seen `page_id` as a string in nine tools sends a string to the tenth, which wants a number. Give a
    parameter one type across the list, or another name where it means something else.

    Source: observed on real servers.
    """

    code = "TW190"
    severity = Severity.INFO
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        seen: dict[str, dict[str, list[tuple[ToolView, str]]]] = {}
        for one in view.tools:
            for node in one.inputs:
                kinds = node.schema.get("type")
                if isinstance(kinds, str):
                    plain = "number" if kinds == "integer" else kinds
                    seen.setdefault(node.name, {}).setdefault(plain, []).append((one, node.path))
        for name, by_type in seen.items():
            common = max(by_type, key=lambda kind: len(by_type[kind]))
            for kind, places in by_type.items():
                if kind != common and len(places) == 1 and len(by_type[common]) >= 4:
                    one, path = places[0]
                    message = (
                        f"{named(name)}: is {kind} here and {common} in {len(by_type[common])} other tools; use "
                        "one type or another name"
                    )
                    yield Spot(path, message, name, tool=one.index)
