"""The keywords of JSON Schema by what they hold, and which of them say nothing about validity."""

ATOMS = frozenset({"null", "boolean", "integer", "fraction", "string", "array", "object"})
"""The types, with ``number`` split into ``integer`` and ``fraction`` so that sets of them are exact."""

NUMERIC = frozenset({"integer", "fraction"})

SAFE_INTEGER = 2**53 - 1
"""Integers beyond this are not interoperable in JSON (RFC 8259, section 6), and are left out of every comparison."""

ONE = (
    "items",
    "contains",
    "propertyNames",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "not",
    "if",
    "then",
    "else",
)
"""Keywords whose value is one schema."""

MANY = ("prefixItems", "allOf", "anyOf", "oneOf")
"""Keywords whose value is a list of schemas."""

NAMED = ("properties", "patternProperties", "dependentSchemas")
"""Keywords whose value is an object of schemas."""

BURIED = "$toolwatch-buried"
"""Stands for a subtree that lies too deep to be read, with its hash as value."""

COUNTS = (
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
)
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")

SILENT = frozenset(
    {
        "$schema",
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$recursiveAnchor",
        "$vocabulary",
        "$comment",
        "$defs",
        "definitions",
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "format",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
    }
)
"""Known keywords that no instance can violate. ``format`` is an annotation by default in every draft from 07 on."""

ASSERTING = frozenset(
    {
        *ONE,
        *MANY,
        *NAMED,
        *COUNTS,
        *BOUNDS,
        "type",
        "enum",
        "const",
        "multipleOf",
        "pattern",
        "uniqueItems",
        "required",
        "dependentRequired",
        "dependencies",
        "additionalItems",
        "$ref",
        "$dynamicRef",
        "$recursiveRef",
        BURIED,
    }
)
"""Known keywords that an instance can violate, in one dialect or another."""
