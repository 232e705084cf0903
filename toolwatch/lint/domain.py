"""What a schema lets a caller send: types, values and bounds, with ``$ref`` and unions looked through."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from toolwatch.lint.pointer import split
from toolwatch.model.tool import Json

_DEEPEST = 8
_SENTINEL = 2**31 - 1
"""Bounds from here on are a number type's own limits (zod writes 2^53 - 1), not the author's."""


class Domain(NamedTuple):
    """The allowed values as far as one can say; a field that cannot be said is empty or None."""

    types: frozenset[str] = frozenset()
    """Without ``null``; empty means any."""
    nullable: bool = False
    values: tuple[Json, ...] | None = None
    """The closed set of values, without null, where there is one."""
    has_default: bool = False
    default: Json = None
    minimum: float | None = None
    maximum: float | None = None
    least: int | None = None
    """Of characters for a string, of items for an array."""
    most: int | None = None
    pattern: bool = False
    """Whether a pattern or a format narrows it."""
    items: "Domain | None" = None

    @property
    def bounded(self) -> bool:
        """Whether a number or a length is limited at either end."""
        return any(bound is not None for bound in (self.minimum, self.maximum, self.least, self.most))


def domain(schema: Json, root: Json, depth: int = 0) -> Domain:
    """Read ``schema``, a part of ``root``; what is broken or too deep reads as anything."""
    schema = resolve(schema, root)
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return Domain()
    own = _own(schema, root, depth)
    for keyword in ("anyOf", "oneOf"):
        branches = schema.get(keyword)
        if isinstance(branches, list) and branches:
            own = _narrowed(own, _either([domain(branch, root, depth + 1) for branch in branches]))
    parts = schema.get("allOf")
    for part in parts if isinstance(parts, list) else ():
        own = _narrowed(own, domain(part, root, depth + 1))
    return own


def resolve(schema: Json, root: Json) -> Json:
    """Follow local references; keywords beside a ``$ref`` win over what it names."""
    for _ in range(_DEEPEST):
        target = schema.get("$ref") if isinstance(schema, Mapping) else None
        if not isinstance(target, str) or not target.startswith("#"):
            return schema
        found = _at(root, target[1:])
        if not isinstance(found, Mapping):
            return schema
        beside = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
        schema = {**found, **beside}
    return schema


def _at(root: Json, pointer: str) -> Json:
    for token in split(pointer):
        if isinstance(root, Mapping) and token in root:
            root = root[token]
        elif isinstance(root, list) and token.isdecimal() and len(token) < 6 and int(token) < len(root):
            root = root[int(token)]
        else:
            return None
    return root


def _own(schema: Mapping[str, Json], root: Json, depth: int) -> Domain:
    types = set(_types(schema))
    items = schema.get("items")
    values = _values(schema)
    if not types and values is not None:
        types = {_type_of(value) for value in values}
    exclusive_low, exclusive_high = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    return Domain(
        types=frozenset(types - {"null"}),
        nullable="null" in types or schema.get("nullable") is True,
        values=None if values is None else tuple(value for value in values if value is not None),
        has_default="default" in schema,
        default=schema.get("default"),
        minimum=_bound(schema.get("minimum"), exclusive_low, 1 if "integer" in types else 0),
        maximum=_bound(schema.get("maximum"), exclusive_high, -1 if "integer" in types else 0),
        least=_count(schema.get("minLength"), schema.get("minItems")),
        most=_count(schema.get("maxLength"), schema.get("maxItems")),
        pattern="pattern" in schema or "format" in schema,
        items=domain(items, root, depth + 1) if isinstance(items, Mapping) else None,
    )


def _types(schema: Mapping[str, Json]) -> Iterator[str]:
    kind = schema.get("type")
    for one in kind if isinstance(kind, list) else (kind,):
        if isinstance(one, str):
            yield one


def _values(schema: Mapping[str, Json]) -> tuple[Json, ...] | None:
    values = schema.get("enum")
    if isinstance(values, list) and values:
        return tuple(values)
    return (schema["const"],) if "const" in schema else None


def _type_of(value: Json) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, int | float):
        return "integer" if isinstance(value, int) else "number"
    return "null" if value is None else "array" if isinstance(value, list) else "object"


def _bound(inclusive: Json, exclusive: Json, step: int) -> float | None:
    for value, shift in ((inclusive, 0), (exclusive, step)):
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _SENTINEL:
            return value + shift
    return None


def _count(*bounds: Json) -> int | None:
    return next((bound for bound in bounds if isinstance(bound, int) and not isinstance(bound, bool)), None)


def _either(branches: list[Domain]) -> Domain:
    """What any of the branches allows; bounds only where one branch has them all."""
    real = [branch for branch in branches if branch.types or branch.values is not None]
    nullable = any(branch.nullable for branch in branches)
    if len(real) != len([branch for branch in branches if branch != Domain(nullable=True)]) or not real:
        return Domain(nullable=nullable)
    if len(real) == 1:
        return real[0]._replace(nullable=nullable)
    sets = [branch.values for branch in real if branch.values is not None]
    return Domain(
        types=frozenset().union(*(branch.types for branch in real)),
        nullable=nullable,
        values=tuple(value for values in sets for value in values) if len(sets) == len(real) else None,
        pattern=any(branch.pattern for branch in real),
        items=next((branch.items for branch in real if branch.items), None),
    )


def _narrowed(own: Domain, other: Domain) -> Domain:
    """``own`` completed by what ``other`` says."""
    return Domain(
        types=own.types or other.types,
        nullable=own.nullable or other.nullable,
        values=own.values if own.values is not None else other.values,
        has_default=own.has_default or other.has_default,
        default=own.default if own.has_default else other.default,
        minimum=own.minimum if own.minimum is not None else other.minimum,
        maximum=own.maximum if own.maximum is not None else other.maximum,
        least=own.least if own.least is not None else other.least,
        most=own.most if own.most is not None else other.most,
        pattern=own.pattern or other.pattern,
        items=own.items or other.items,
    )
