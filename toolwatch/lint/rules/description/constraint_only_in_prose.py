"""A default or a range stands in the description only."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.claimed import Claimed, claimed
from toolwatch.lint.defaults import Word
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


def _tool(**schema: object) -> Tool:
    limit = {"type": "integer", "description": "Number of rows, between 1 and 100.", **schema}
    return Tool.of("read_rows", "Return rows of one sheet.", {"type": "object", "properties": {"limit": limit}})


class ConstraintOnlyInProse(ToolRule):
    """A default or a numeric range is told in words and missing from the schema.

    Clients check calls and build forms from the schema alone, and a provider that decodes by the schema lets the
    model send 100000 where the text says 100. Add `default`, `minimum` or `maximum`. The text may stay.

    Source: peers' rules (agent-friend); JSON Schema 2020-12.
    """

    code = "TW148"
    severity = Severity.INFO
    bad = _tool()
    good = _tool(minimum=1, maximum=100)
    near_miss = _tool(enum=[1, 10, 100])

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for one in claimed(view):
            if one.claims.defaults or one.claims.bounds:
                yield from _missing(one)


def _missing(one: Claimed) -> Iterator[Spot]:
    place = one.domain
    said = {repr(said.value): said for said in one.claims.defaults if not isinstance(said.value, Word)}
    if len(said) == 1 and not place.has_default and not one.node.required:
        default = next(iter(said.values()))
        yield Spot(
            one.path, f"{named(one.name)}: {quote(default.quote)} stands in the text only; add a default", default.quote
        )
    numeric = place.types and place.types <= {"integer", "number"} and place.values is None
    if numeric and place.minimum is None and place.maximum is None:
        for bound in one.claims.bounds[:1]:
            message = f"{named(one.name)}: {quote(bound.quote)} stands in the text only; add minimum and maximum"
            yield Spot(one.path, message, bound.quote)
