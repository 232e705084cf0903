"""A description lists values that the schema does not allow, or leaves some out."""

from collections.abc import Iterator, Sequence

from toolwatch.lint.announced import Listed
from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.choices import offered_beyond
from toolwatch.lint.claimed import Claimed, described
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


def _tool(text: str) -> Tool:
    status = {"type": "string", "enum": ["open", "closed"], "description": text}
    return Tool.of("list_tickets", "List support tickets.", {"type": "object", "properties": {"status": status}})


class ProseEnumConflict(ToolRule):
    """A description lists a parameter's values, and the schema's enumeration holds others.

    A model that picks a value from the sentence sends what the server refuses; a value that only the schema knows is
    never picked. Mend whichever list is out of date, or drop the one in the text. Lists that call themselves examples
    are left alone.

    Source: peers' rules (agentgauge, agent-friend); JSON Schema 2020-12, `enum`.
    """

    code = "TW143"
    severity = Severity.ERROR
    keywords = frozenset({"enum", "const"})
    bad = _tool("One of 'open', 'closed' or 'archived'.")
    good = _tool("One of 'open' or 'closed'.")
    near_miss = _tool("The state to filter by, such as 'open'.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for one in described(view):
            values = [] if _CLOSING.isdisjoint(one.node.schema) else _allowed(one)
            if values:
                found = [spot for listed in one.claims.lists for spot in self._judge(one, listed, values)]
                yield from found or self._beside(one, values)

    def _beside(self, one: Claimed, values: Sequence[str]) -> Iterator[Spot]:
        """Values that stand in a row with the schema's, without a word that announces the row."""
        said = one.text.lower()
        named_ones = sum(value.lower() in said for value in values)
        extra = (
            [value for value in offered_beyond(one.text, values) if value not in one.siblings] if named_ones > 1 else []
        )
        if extra:
            message = (
                f"{named(one.name)}: text offers {_names(extra)}, which the schema does not allow ({_names(values)})"
            )
            yield Spot(one.path, message, " ".join(extra))

    def _judge(self, one: Claimed, listed: Listed, values: Sequence[str]) -> Iterator[Spot]:
        known = {value.lower() for value in values}
        if any(value in one.siblings and value.lower() not in known for value in listed.values):
            return
        said = [value for value in listed.values if value.lower() in known]
        extra = [value for value in listed.values if value.lower() not in known and value.lower() not in _BESIDE]
        if extra and said and (listed.quoted or len(said) >= len(extra)):
            yield Spot(
                one.path,
                f"{named(one.name)}: text offers {_names(extra)}, which the schema does not allow ({_names(values)})",
                listed.quote,
            )
        missing = [value for value in values if value.lower() not in one.text.lower()]
        if missing and not extra and listed.closed and listed.strong:
            yield Spot(
                one.path,
                f"{named(one.name)}: text lists the values but leaves out {_names(missing)}, which the schema allows",
                listed.quote,
                severity=Severity.WARNING,
            )


_CLOSING = frozenset({"enum", "const", "items", "anyOf", "oneOf", "allOf", "$ref"})
"""Keywords of which a schema has one where its values are a closed set."""
_BESIDE = {"null", "none", "empty", "omit", "omitted", "default", "undefined"}


def _allowed(one: Claimed) -> list[str]:
    """The string values of the parameter, or of its items."""
    place = one.domain
    values = place.values if place.values is not None else place.items.values if place.items else None
    return [value for value in values or () if isinstance(value, str)]


def _names(values: Sequence[str]) -> str:
    shown = ", ".join(quote(value, 40) for value in values[:6])
    return shown + (f" and {len(values) - 6} more" if len(values) > 6 else "")
