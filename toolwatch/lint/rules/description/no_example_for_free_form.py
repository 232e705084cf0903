"""A parameter in a syntax of its own comes without an example."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.domain import domain
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary, words

_SYNTAX = vocabulary(
    "cron jql wiql cql regex regexp jsonpath xpath expression filter formula schedule duration timespan "
    "date datetime time timestamp sql promql logql range locale timezone pattern glob"
)
_PLAIN = frozenset({"id", "ids", "name", "names", "contains"})
_SHOWN = re.compile(
    r"e\.g|example|such as|format|like\b|i\.e|[`'\"\u201c]|iso|yyyy|rfc|\d|\(|unix|epoch|http"
    r"|\bin (?:milli|micro|nano)?(?:seconds|minutes|hours|days)\b",
    re.IGNORECASE,
)


def _tool(text: str, **more: str) -> Tool:
    schema = {"type": "object", "properties": {"schedule": {"type": "string", "description": text, **more}}}
    return Tool.of("plan_job", "Plan a job and return its id.", schema)


class NoExampleForFreeForm(ToolRule):
    """A parameter whose name promises a syntax (date, filter, cron, query) shows neither format nor example.

    Models know many dialects and pick one; the first call is a guess and the second repairs it. Give one example, a
    `format`, or a `pattern`.

    Source: peers' rules (mcpolish).
    """

    code = "TW154"
    severity = Severity.INFO
    parts = _SYNTAX
    bad = _tool("When the job runs")
    good = _tool("When the job runs, as cron: '0 6 * * 1'")
    near_miss = _tool("When the job runs", format="date-time")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.inputs:
            text = node.schema.get("description")
            if (
                not isinstance(text, str)
                or not _promises(node.name)
                or "examples" in node.schema
                or _SHOWN.search(text[:4_000])
            ):
                continue
            place = domain(node.schema, tool.input_schema)
            free = place.types == {"string"} and place.values is None and not place.pattern and not place.has_default
            if free:
                yield Spot(
                    node.path, f"{named(node.name)}: {quote(text.strip(), 60)} shows no format; add an example", text
                )


def _promises(name: str) -> bool:
    parts = words(name)
    return not _SYNTAX.isdisjoint(parts) and _PLAIN.isdisjoint(parts)
