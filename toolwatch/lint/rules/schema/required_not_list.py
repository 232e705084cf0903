"""`required` is no list of names."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import kind, label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class RequiredNotList(NodeRule):
    """`required` is no list of names.

    Often `"required": true` on the property itself, as JSON Schema wrote it before 2010, or one name as a string.
    Validators refuse the schema; clients that do not check ignore the keyword, and the model takes the parameter
    for optional. Write a list of names on the object that holds the properties.

    Source: JSON Schema 2020-12 validation, section 6.5.3.
    """

    code = "TW114"
    severity = Severity.ERROR
    keywords = frozenset(("required",))
    bad = Tool.of("stock", "Count.", {"type": "object", "properties": {"sku": {"type": "string", "required": True}}})
    good = Tool.of(
        "stock_levels",
        "Count one article in all shops.",
        {
            "type": "object",
            "properties": {"sku": {"type": "string", "description": "Article number, such as 4711-B."}},
            "required": ["sku"],
        },
    )
    near_miss = Tool.of(
        "stock", "Count.", {"type": "object", "properties": {"required": {"type": "boolean"}}, "required": ["required"]}
    )

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        required = schema["required"]
        return not isinstance(required, list) or not all(isinstance(name, str) for name in required)

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        required = node.schema["required"]
        if not isinstance(required, list):
            found = quote(json.dumps(required), 30)
            yield Spot(
                f"{node.path}/required",
                f"required of {label(node)} must be a list of names on the object that holds them, not {found}",
            )
            return
        for number, name in enumerate(required):
            if not isinstance(name, str):
                yield Spot(
                    f"{node.path}/required/{number}", f"required of {label(node)} holds {kind(name)}, not a name"
                )
