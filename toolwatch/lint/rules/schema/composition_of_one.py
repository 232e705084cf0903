"""`anyOf`, `oneOf` or `allOf` has one branch."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class CompositionOfOne(NodeRule):
    """`anyOf`, `oneOf` or `allOf` has one branch.

    It says the same as the branch alone, at the price of a level that clients which translate schemas often drop
    or refuse. Converters write it around every reference. Write the branch in place.

    Source: Gemini and OpenAI schema subsets.
    """

    code = "TW1024"
    severity = Severity.INFO
    recommended = False
    keywords = frozenset(("anyOf", "oneOf", "allOf"))
    bad = Tool.of("list", "List.", {"type": "object", "properties": {"by": {"anyOf": [{"type": "string"}]}}})
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {"type": "object", "properties": {"by": {"type": "string", "description": "What to sort by."}}},
    )
    near_miss = Tool.of(
        "list", "List.", {"type": "object", "properties": {"by": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        for keyword in ("anyOf", "oneOf", "allOf"):
            branches = node.schema.get(keyword)
            if isinstance(branches, list) and len(branches) == 1:
                yield Spot(f"{node.path}/{keyword}", f"{keyword} of {label(node)} has one branch; write it in place")
