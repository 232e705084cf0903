"""A description names other bounds than the schema."""

from collections.abc import Iterator, Sequence

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.bounds import Bound
from toolwatch.lint.claimed import Claimed, claimed
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.said import SCALES, UNITS
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
            found = [(bound, *bounds_of(bound, one)) for bound in one.claims.bounds if one.domain.bounded]
            for bound, said, declared, wider in _conflicts(found):
                message = f"{named(one.name)}: text says {quote(bound.quote)}, the schema's bound is {declared:g}"
                severity = Severity.ERROR if wider else Severity.WARNING
                yield Spot(one.path, message, f"{bound.quote} {said:g}", severity=severity)


def _conflicts(found: Sequence[tuple[Bound, float | None, float | None]]) -> Iterator[tuple[Bound, float, float, bool]]:
    """What the text says, what the schema says, and whether the text promises more than the schema allows.

    Where one bound of several is the schema's, the others are of something else.
    """
    highest, lowest = [bound.maximum for bound, _, _ in found], [bound.minimum for bound, _, _ in found]
    for bound, low, high in found:
        for said, declared, all_said in ((bound.maximum, high, highest), (bound.minimum, low, lowest)):
            if said is None or declared is None or declared in all_said or not _differ(said, declared, bound.unit):
                continue
            yield bound, said, declared, (said > declared) is (all_said is highest)
            break


def _differ(said: float, declared: float, unit: str) -> bool:
    """Whether two amounts differ in any unit that they may be counted in."""
    scales = SCALES if unit.rstrip("s") in UNITS else (1,)
    return not any(said * scale == declared or declared * scale == said for scale in scales)


def bounds_of(bound: Bound, one: Claimed) -> tuple[float | None, float | None]:
    """The schema's bounds of the kind that ``bound`` speaks of; None where it speaks of something else."""
    place, parts = one.domain, parts_of(one.name)
    length = bound.unit.startswith(LENGTHS) or "length" in bound.quote.lower()
    count = bound.unit.startswith(COUNTS) or bound.unit.removesuffix("s") in {part.removesuffix("s") for part in parts}
    if place.types and place.types <= {"integer", "number"}:
        return (None, None) if length else (place.minimum, place.maximum)
    if place.types == {"string"} and length:
        return place.least, place.most
    if place.types == {"array"} and (count or (not bound.unit and bound.minimum is None)):
        return place.least, place.most
    return None, None
