"""A `pattern` is no regular expression that a validator can read."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.patterns import patterns_of, why_invalid
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class PatternInvalid(NodeRule):
    """A `pattern` is no regular expression that a validator can read.

    JSON Schema patterns are ECMA-262. A broken one makes validators raise, some providers refuse the tool, and
    others drop the check without a word. Python's own inventions (named groups with `?P`, inline flags, the
    anchors A and Z) are not ECMA-262 either.

    Source: JSON Schema 2020-12 validation, section 6.3.3; ECMA-262.
    """

    code = "TW126"
    severity = Severity.WARNING
    keywords = frozenset(("pattern", "patternProperties"))
    bad = Tool.of("find", "Find.", {"type": "object", "properties": {"sku": {"type": "string", "pattern": "^[0-9"}}})
    good = Tool.of(
        "find_article",
        "Find one article by its number.",
        {
            "type": "object",
            "properties": {
                "sku": {"type": "string", "description": "Article number, such as 4711-B.", "pattern": "^[0-9]+-[A-Z]$"}
            },
        },
    )
    near_miss = Tool.of(
        "find",
        "Find.",
        {"type": "object", "properties": {"name": {"type": "string", "pattern": "^(?<first>\\p{L}+)\\/$"}}},
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        for path, pattern in patterns_of(node):
            trouble = why_invalid(pattern)
            if trouble:
                yield Spot(
                    path, f"the pattern {quote(pattern, 60)} of {label(node)} is no ECMA-262 expression: {trouble}"
                )
