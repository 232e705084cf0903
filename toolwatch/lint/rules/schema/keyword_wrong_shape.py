"""A schema keyword has a value that JSON Schema does not allow."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.pointer import join
from toolwatch.lint.schema import is_number, kind, label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Json, Tool


def _is_size(value: Json) -> bool:
    return is_number(value) and value >= 0 and value == int(value)


def _is_schema(value: Json) -> bool:
    return isinstance(value, dict | bool)


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _are_schemas(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict | bool) for one in value)


def _is_map(value: Json) -> bool:
    return isinstance(value, dict) and all(isinstance(one, dict | bool) for one in value.values())


def _are_names(value: Json) -> bool:
    return isinstance(value, dict) and all(
        isinstance(names, list) and all(isinstance(name, str) for name in names) for names in value.values()
    )


SHAPE: dict[str, tuple[str, Callable[[Json], bool]]] = {
    **dict.fromkeys(
        (
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minContains",
            "maxContains",
        ),
        ("a whole number from 0", _is_size),
    ),
    **dict.fromkeys(("minimum", "maximum"), ("a number", is_number)),
    "multipleOf": ("a number above 0", lambda value: is_number(value) and value > 0),
    **dict.fromkeys(
        ("exclusiveMinimum", "exclusiveMaximum"),
        ("a number", lambda value: kind(value) in ("number", "integer", "boolean")),
    ),
    **dict.fromkeys(("anyOf", "oneOf", "allOf", "prefixItems"), ("a non-empty list of schemas", _are_schemas)),
    **dict.fromkeys(
        ("not", "if", "then", "else", "contains", "propertyNames", "contentSchema"), ("a schema", _is_schema)
    ),
    **dict.fromkeys(("additionalProperties", "unevaluatedProperties", "unevaluatedItems"), ("a schema", _is_schema)),
    "items": ("a schema", lambda value: _is_schema(value) or _are_schemas(value)),
    **dict.fromkeys(
        ("patternProperties", "$defs", "definitions", "dependentSchemas"), ("an object of schemas", _is_map)
    ),
    "dependentRequired": ("an object of lists of names", _are_names),
    "enum": ("a list", lambda value: isinstance(value, list)),
    "examples": ("a list", lambda value: isinstance(value, list)),
    **dict.fromkeys(
        ("title", "description", "$comment", "pattern", "format", "$ref", "$id", "$schema"), ("a string", _is_text)
    ),
    **dict.fromkeys(
        ("uniqueItems", "readOnly", "writeOnly", "deprecated"), ("true or false", lambda value: isinstance(value, bool))
    ),
}


class KeywordWrongShape(NodeRule):
    """A schema keyword has a value that JSON Schema does not allow.

    The schema is refused by the 2020-12 meta-schema: `minimum` is a string, `anyOf` is empty, `examples` is no
    list and the like. Validators raise on it, providers answer 400, and a lenient client ignores the keyword, so
    a limit that the author relies on is not there. Write the value as the specification asks.

    Source: JSON Schema 2020-12 meta-schema.
    """

    code = "TW104"
    severity = Severity.ERROR
    keywords = frozenset(SHAPE)
    bad = Tool.of("stock", "Count.", {"type": "object", "properties": {"page": {"type": "integer", "minimum": "1"}}})
    good = Tool.of(
        "read_stock_page",
        "Read one page of the stock list. Use it when the list is longer than a page.",
        {"type": "object", "properties": {"page": {"type": "integer", "minimum": 1, "description": "Page, from 1."}}},
    )
    near_miss = Tool.of(
        "stock", "Count.", {"type": "object", "properties": {"page": {"type": "number", "minimum": 1e0}}}
    )

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        for keyword, value in schema.items():
            shape = SHAPE.get(keyword)
            if shape and not shape[1](value):
                return True
        return False

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        for keyword in node.schema.keys() & SHAPE.keys():
            value = node.schema[keyword]
            wanted, allowed = SHAPE[keyword]
            if not allowed(value):
                found = quote(json.dumps(value), 40)
                yield Spot(join(node.path, keyword), f"{keyword} of {label(node)} must be {wanted}, not {found}")
