"""Values as JSON Schema tells them apart: ``1`` is ``1.0``, ``true`` is not ``1``, and keys have no order."""

import json
import math
from fractions import Fraction

from toolwatch.diff.schema.documents import deep_hash
from toolwatch.model.tool import Json


def identity(value: Json) -> str:
    """A text that is equal for values that JSON Schema takes as equal: ``1`` and ``1.0``, any order of keys."""
    try:
        return json.dumps(_plain(value), sort_keys=True)
    except RecursionError:
        return deep_hash(value)


def _plain(value: Json) -> Json:
    if isinstance(value, float) and value.is_integer() and math.isfinite(value):
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(child) for key, child in value.items()}
    if isinstance(value, list):
        return [_plain(child) for child in value]
    return value


def alike(own: Json, other: Json) -> bool:
    """Whether two values are one as JSON Schema tells them apart: Python alone takes ``1`` for ``true``, at any level.

    What readings hold instead of lists, sets of names, is compared too.
    """
    if own is other:
        return True
    if own != other:
        return False
    waiting = [(own, other)]
    while waiting:
        one, two = waiting.pop()
        if isinstance(one, bool) is not isinstance(two, bool):
            return False
        if isinstance(one, dict):
            waiting += [(value, two[key]) for key, value in one.items()]
        elif isinstance(one, list | tuple):
            waiting += zip(one, two, strict=True)
    return True


def distinct(values: list[Json]) -> list[Json]:
    """The values without repetition, in an order that does not depend on how they came."""
    return [value for _, value in sorted({identity(value): value for value in reversed(values)}.items())]


def exact(number: float) -> Fraction:
    """A number as JSON writes it, in decimals, which its binary form only comes near: ten times 0.1 is 1."""
    return Fraction(number) if isinstance(number, int) else Fraction(str(number))


def atoms_of(value: Json) -> str:
    """The atom a value belongs to."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if isinstance(value, int) or value.is_integer() else "fraction"
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"
