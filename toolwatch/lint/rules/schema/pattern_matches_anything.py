"""A `pattern` accepts every text."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_BODIES = (".*", ".+", "[\\s\\S]*", "[\\s\\S]+", "(.*)", "(.+)")
ANYTHING = ["", *(f"{start}{body}{end}" for body in _BODIES for start in ("", "^") for end in ("", "$"))]


class PatternMatchesAnything(NodeRule):
    """A `pattern` accepts every text.

    `.*` and the like promise a check that is not there: readers take the parameter for validated. Leave the
    pattern out, or write the one that was meant.

    Source: mcp-tool-card-linter checks it too.
    """

    code = "TW128"
    severity = Severity.INFO
    keywords = frozenset(("pattern",))
    bad = Tool.of("find", "Find.", {"type": "object", "properties": {"q": {"type": "string", "pattern": "^.*$"}}})
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
        "find", "Find.", {"type": "object", "properties": {"q": {"type": "string", "pattern": "^.*\\.pdf$"}}}
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        if node.schema["pattern"] in ANYTHING:
            found = quote(node.schema["pattern"])
            yield Spot(f"{node.path}/pattern", f"the pattern {found} of {label(node)} accepts every text")
