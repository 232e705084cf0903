"""A number is larger than a JavaScript client can hold."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import NUMERIC, label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

MOST = 9007199254740991
_NUMBERS = frozenset((*NUMERIC, "default", "const", "enum"))


def float_of(number: int) -> float:
    """``number`` as a double, the largest one where it does not fit."""
    try:
        return float(number)
    except OverflowError:
        return 1.7976931348623157e308


class IntegerBeyondDouble(NodeRule):
    """A number is larger than a JavaScript client can hold.

    Whole numbers above 9,007,199,254,740,991 are rounded when a client parses the list, so the bound or default
    that the model reads is another one. Leave such bounds out, or take the number as a text.

    Source: RFC 8259 section 6; ECMA-262 Number.MAX_SAFE_INTEGER.
    """

    code = "TW293"
    severity = Severity.WARNING
    keywords = _NUMBERS
    bad = Tool.of(
        "set", "Set.", {"type": "object", "properties": {"n": {"type": "integer", "maximum": 9223372036854775807}}}
    )
    good = Tool.of("stock_levels", "Count what is on the shelves.")
    near_miss = Tool.of(
        "set", "Set.", {"type": "object", "properties": {"n": {"type": "integer", "maximum": 9007199254740991}}}
    )

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        return any(keyword in _NUMBERS and not isinstance(value, str) for keyword, value in schema.items())

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        for keyword in _NUMBERS & node.schema.keys():
            value = node.schema[keyword]
            values = value if isinstance(value, list) else [value]
            if any(
                isinstance(one, int) and not isinstance(one, bool) and abs(one) > MOST and int(float_of(one)) != one
                for one in values
            ):
                yield Spot(
                    f"{node.path}/{keyword}", f"{keyword} of {label(node)} is a number that JavaScript clients round"
                )
