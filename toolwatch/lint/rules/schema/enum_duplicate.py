"""`enum` lists a value twice."""

import json
from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Json, Tool


class EnumDuplicate(NodeRule):
    """`enum` lists a value twice.

    Draft-07 validators refuse the schema, and a model pays tokens for nothing. Where two entries were meant to
    differ one of them is a slip. Remove the repetition.

    Source: JSON Schema 2020-12 validation, section 6.1.2.
    """

    code = "TW116"
    severity = Severity.WARNING
    keywords = frozenset(("enum",))
    bad = Tool.of("move", "Move.", {"type": "object", "properties": {"to": {"enum": ["packed", "sent", "packed"]}}})
    good = Tool.of(
        "move_order",
        "Move one order to another state and return the order.",
        {
            "type": "object",
            "properties": {"to": {"type": "string", "description": "The new state.", "enum": ["packed", "sent"]}},
        },
    )
    near_miss = Tool.of("rate", "Rate.", {"type": "object", "properties": {"stars": {"enum": [1, True, "1", None]}}})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        values = node.schema["enum"]
        if not isinstance(values, list) or _are_different_words(values):
            return
        seen: set[str] = set()
        for number, value in enumerate(values):
            text = json.dumps(value, sort_keys=True)
            if text in seen:
                yield Spot(f"{node.path}/enum/{number}", f"enum of {label(node)} lists {quote(text, 40)} twice")
            seen.add(text)


def _are_different_words(values: list[Json]) -> bool:
    return all(isinstance(value, str) for value in values) and len(set(values)) == len(values)
