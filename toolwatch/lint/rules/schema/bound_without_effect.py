"""A bound does not apply to the parameter's type."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.pointer import join
from toolwatch.lint.schema import APPLIES, label, types
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class BoundWithoutEffect(NodeRule):
    """A bound does not apply to the parameter's type.

    `maxLength` on an integer or `minimum` on a string says nothing to a validator, so the limit that the author
    relies on is not there, and a model may take it for one of another kind. Use the keyword that fits the type.

    Source: JSON Schema 2020-12 validation, section 6; mcp-tool-card-linter checks it too.
    """

    code = "TW123"
    severity = Severity.WARNING
    keywords = frozenset(APPLIES)
    bad = Tool.of("list", "List.", {"type": "object", "properties": {"limit": {"type": "integer", "maxLength": 3}}})
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {
            "type": "object",
            "properties": {"limit": {"type": "integer", "description": "How many at most.", "maximum": 100}},
        },
    )
    near_miss = Tool.of(
        "list", "List.", {"type": "object", "properties": {"name": {"type": ["string", "null"], "maxLength": 3}}}
    )

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        declared = schema.get("type")
        if not isinstance(declared, str):
            return True
        return any(APPLIES.get(keyword, declared) != declared for keyword in schema)

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        declared = types(node.schema)
        if not declared:
            return
        for keyword in sorted(node.schema.keys() & APPLIES.keys()):
            wanted = APPLIES[keyword]
            fitting = wanted in declared or (wanted == "number" and "integer" in declared)
            if not fitting and keyword != "format" and node.schema[keyword] not in ([], {}, None):
                is_now = " or ".join(declared)
                yield Spot(join(node.path, keyword), f"{keyword} of {label(node)} has no effect on {is_now}")
