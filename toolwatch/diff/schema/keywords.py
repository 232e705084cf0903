"""One schema object read the same way whatever its dialect and spelling."""

from collections.abc import Mapping
from typing import Any

from toolwatch.diff.schema.dialects import neutral
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.tidying import tidied
from toolwatch.diff.schema.values import atoms_of, distinct
from toolwatch.diff.schema.vocabulary import ATOMS
from toolwatch.model.tool import Json

Reading = Mapping[str, Any]
"""Keywords by their 2020-12 names, trivial ones left out; ``type`` is a frozenset of atoms, ``enum`` a list."""


def read(sub: Sub) -> Reading:
    """Read one schema; the result is kept with its document. A boolean reads as ``{}`` or as no type at all."""
    if isinstance(sub.schema, bool):
        return {} if sub.schema else {"type": frozenset()}
    memo = sub.document.memo
    key = ("read", id(sub.schema))
    if key not in memo:
        memo[key] = _folded(dict(tidied(dict(neutral(sub.schema, sub.document.dialect)))), sub)
    reading: Reading = memo[key]
    return reading


def _folded(reading: dict[str, Any], sub: Sub) -> dict[str, Any]:
    """Alternatives that only name constants become an ``enum``, those that only name types become a ``type``."""
    for keyword in ("anyOf", "oneOf"):
        branches = [_followed(sub.below(branch)) for branch in reading.get(keyword, ())]
        if not branches:
            continue
        values = _union_of_values(branches, exclusive=keyword == "oneOf")
        types = _union_of_types(branches, exclusive=keyword == "oneOf")
        if values is not None and "enum" not in reading:
            allowed = reading.get("type", ATOMS)
            rest = {name: value for name, value in reading.items() if name not in (keyword, "type")}
            return {**rest, "enum": [value for value in values if atoms_of(value) in allowed]}
        if types is not None and "enum" not in reading:
            rest = {name: value for name, value in reading.items() if name != keyword}
            both = types & reading.get("type", ATOMS)
            return rest if both == ATOMS else {**rest, "type": both}
    return reading


def _followed(sub: Sub) -> Reading:
    reading = read(sub)
    target = sub.document.resolve(reading["$ref"]) if reading.keys() == {"$ref"} else None
    return reading if target is None or target.schema is sub.schema else _unfolded(target)


def _unfolded(sub: Sub) -> Reading:
    """A reading without folding, so that references in a circle end."""
    if isinstance(sub.schema, bool):
        return read(sub)
    return dict(tidied(dict(neutral(sub.schema, sub.document.dialect))))


def _union_of_values(branches: list[Reading], *, exclusive: bool) -> list[Json] | None:
    values: list[Json] = []
    for branch in branches:
        if branch.keys() == {"enum"}:
            values += branch["enum"]
        elif branch == {"type": frozenset({"null"})}:
            values.append(None)
        else:
            return None
    found = distinct(values)
    return None if exclusive and len(found) != len(values) else found


def _union_of_types(branches: list[Reading], *, exclusive: bool) -> frozenset[str] | None:
    types = [branch["type"] for branch in branches if branch.keys() == {"type"}]
    union = frozenset().union(*types)
    if len(types) != len(branches) or (exclusive and len(union) != sum(map(len, types))):
        return None
    return union
