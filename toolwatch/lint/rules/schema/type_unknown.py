"""`type` names something that JSON Schema does not know."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import TYPES, label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

MEANT = {
    **dict.fromkeys(("str", "text", "date", "datetime", "uuid", "enum", "url", "file"), "string"),
    **dict.fromkeys(("int", "int32", "int64", "long"), "integer"),
    **dict.fromkeys(("float", "double", "decimal", "numeric"), "number"),
    **dict.fromkeys(("bool", "boolean"), "boolean"),
    **dict.fromkeys(("list", "tuple", "set", "array"), "array"),
    **dict.fromkeys(("dict", "map", "record", "object", "struct", "json"), "object"),
    **dict.fromkeys(("none", "nil", "undefined", "null"), "null"),
    **dict.fromkeys(("string", "integer", "number"), None),
}
MEANT |= {name: name for name in TYPES}


class TypeUnknown(NodeRule):
    """`type` names something that JSON Schema does not know.

    `str`, `int`, `float`, `dict`, `date` and the like come from the programming language. Validators refuse the
    schema and providers answer 400. The seven types are array, boolean, integer, null, number, object and string.

    Source: JSON Schema 2020-12 validation, section 6.1.1.
    """

    code = "TW1014"
    severity = Severity.ERROR
    keywords = frozenset(("type",))
    bad = Tool.of("list", "List.", {"type": "object", "properties": {"limit": {"type": "int"}}})
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {"type": "object", "properties": {"limit": {"type": "integer", "description": "How many orders at most."}}},
    )
    near_miss = Tool.of("list", "List.", {"type": "object", "properties": {"type": {"type": ["string", "null"]}}})

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        declared = schema["type"]
        return not isinstance(declared, str) or declared not in TYPES

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        declared = node.schema["type"]
        names = declared if isinstance(declared, list) else [declared]
        if not names or len({json.dumps(name) for name in names}) < len(names):
            yield Spot(f"{node.path}/type", f"type of {label(node)} must list one or more different types")
        for name in names:
            if not isinstance(name, str) or name not in TYPES:
                meant = MEANT.get(name.lower()) if isinstance(name, str) else None
                hint = f"write {meant}" if meant else f"the types are {', '.join(TYPES)}"
                yield Spot(f"{node.path}/type", f"type of {label(node)} is {quote(json.dumps(name), 40)}; {hint}")
