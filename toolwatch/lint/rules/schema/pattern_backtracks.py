"""A `pattern` can take exponential time."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.patterns import backtracks, patterns_of
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class PatternBacktracks(NodeRule):
    """A `pattern` can take exponential time.

    A repetition stands inside a repetition and both can eat the same text, so a long value that almost fits keeps
    a validator busy for hours. Whoever can make the model send such a value stops the client or the server.
    Repeat one of the two only, or put a required separator between them.

    Source: CWE-1333; mcp-tool-card-linter checks it too.
    """

    code = "TW127"
    severity = Severity.WARNING
    keywords = frozenset(("pattern", "patternProperties"))
    bad = Tool.of(
        "find", "Find.", {"type": "object", "properties": {"q": {"type": "string", "pattern": "^(\\w+\\s?)+$"}}}
    )
    good = Tool.of(
        "find_article",
        "Find one article by its number.",
        {
            "type": "object",
            "properties": {
                "sku": {
                    "type": "string",
                    "description": "Article numbers, such as 4711 or 4711-12.",
                    "pattern": "^[0-9]+(-[0-9]+)*$",
                }
            },
        },
    )
    near_miss = Tool.of(
        "find", "Find.", {"type": "object", "properties": {"q": {"pattern": "^([a-z]+\\.)+[a-z]{2,}$"}}}
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        for path, pattern in patterns_of(node):
            if backtracks(pattern):
                yield Spot(path, f"the pattern {quote(pattern, 60)} of {label(node)} can take exponential time")
