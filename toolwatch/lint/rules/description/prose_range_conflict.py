"""A description names other bounds than the schema."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.claimed import Claimed, claimed
from toolwatch.lint.prose import Bound
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

LENGTHS = ("char", "letter", "symbol", "digit")
COUNTS = ("item", "element", "entr", "value", "record", "row", "id", "name", "file", "url", "tag", "result", "object")


def _tool(text: str) -> Tool:
    limit = {"type": "integer", "minimum": 1, "maximum": 100, "description": text}
    return Tool.of("read_rows", "Return rows of one sheet.", {"type": "object", "properties": {"limit": limit}})


class ProseRangeConflict(ToolRule):
    """A description allows a wider or other range than the schema.

    A model that takes the text at its word sends a value that the schema refuses, or keeps to a limit that no longer
    holds and pages through results ten times as often as it must. Write the same bounds in both places, or leave them
    to `minimum`, `maximum`, `maxLength` and `maxItems`.

    Source: JSON Schema 2020-12, `minimum` and `maximum`.
    """

    code = "TW147"
    severity = Severity.ERROR
    keywords = frozenset(
        {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"}
    )
    bad = _tool("Number of rows, between 1 and 500.")
    good = _tool("Number of rows, between 1 and 100.")
    near_miss = _tool("Number of rows; each row holds at most 500 characters.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for one in claimed(view):
            for bound in one.claims.bounds if one.domain.bounded else ():
                if found := _conflict(bound, one):
                    said, declared, wider = found
                    message = f"{named(one.name)}: text says {quote(bound.quote)}, the schema's bound is {declared:g}"
                    severity = Severity.ERROR if wider else Severity.WARNING
                    yield Spot(one.path, message, f"{bound.quote} {said:g}", severity=severity)


def _conflict(bound: Bound, one: Claimed) -> tuple[float, float, bool] | None:
    """What the text says, what the schema says, and whether the text promises more than the schema allows."""
    low, high = bounds_of(bound, one)
    if bound.maximum is not None and high is not None and bound.maximum != high:
        return bound.maximum, high, bound.maximum > high
    if bound.minimum is not None and low is not None and bound.minimum != low:
        return bound.minimum, low, bound.minimum < low
    return None


def bounds_of(bound: Bound, one: Claimed) -> tuple[float | None, float | None]:
    """The schema's bounds of the kind that ``bound`` speaks of; None where it speaks of something else."""
    place = one.domain
    length, count = bound.unit.startswith(LENGTHS), bound.unit.startswith(COUNTS)
    if place.types and place.types <= {"integer", "number"}:
        return (None, None) if length else (place.minimum, place.maximum)
    if place.types == {"string"} and length:
        return place.least, place.most
    if place.types == {"array"} and (count or not bound.unit):
        return place.least, place.most
    return None, None
