"""A closed list of values stands in the description only."""

import re
from collections.abc import Iterator

from toolwatch.lint.announced import Listed
from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.claimed import Claimed, claimed
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_SAMPLE = re.compile(r"(?:[Ff]or example|e\.g\.|such as),? [`'\"]([^`'\"\n]{1,60})[`'\"]")


def _tool(**schema: object) -> Tool:
    order = {"type": "string", **schema}
    return Tool.of(
        "sort_rows", "Sort the rows of a sheet in place.", {"type": "object", "properties": {"order": order}}
    )


class EnumOnlyInProse(ToolRule):
    """A description lists the only allowed values, and the schema allows any text.

    Nothing then stops a model, or the client that checks its calls, from inventing a value; providers that constrain
    decoding by the schema cannot help either. Put the list into `enum`. Lists that are open (such as, for example,
    and so on) or that name formats rather than values are left alone.

    Source: peers' rules (agentgauge, agent-friend); JSON Schema 2020-12, `enum`.
    """

    code = "TW144"
    severity = Severity.WARNING
    cues = frozenset({"one", "any", "values", "options", "choices", "either", "be"})
    bad = _tool(description="Direction, one of 'asc' or 'desc'.")
    good = _tool(description="Direction, one of 'asc' or 'desc'.", enum=["asc", "desc"])
    near_miss = _tool(description="Column to sort by, for example 'name' or 'price'.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for one in claimed(view):
            for listed in one.claims.lists:
                if (
                    listed.closed
                    and listed.strong
                    and not one.claims.encoded
                    and _free(one)
                    and _are_values(listed, one)
                ):
                    values = ", ".join(quote(value, 30) for value in listed.values[:6])
                    yield Spot(
                        one.path,
                        f"{named(one.name)}: the values {values} stand in the text only; add an enum",
                        listed.quote,
                    )


def _are_values(listed: Listed, one: Claimed) -> bool:
    """Whether the list holds values: no names of parameters, nor kinds of which the text shows another as a sample."""
    samples = set(_SAMPLE.findall(one.text)) if not listed.quoted else set()
    return samples <= set(listed.values) and one.siblings.isdisjoint(listed.values)


def _free(one: Claimed) -> bool:
    if one.claims.encoded:
        return False
    place = one.domain.items if one.domain.types == {"array"} and one.domain.items else one.domain
    return place.types == {"string"} and place.values is None and not place.pattern
