"""A place in both schemas, seen through references and wrappers, and the walk over all such places."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from toolwatch.diff.properties import Properties
from toolwatch.diff.schema.contexts import atoms, followed
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.keywords import Reading, read
from toolwatch.diff.schema.shapes import shape
from toolwatch.diff.schema.values import alike
from toolwatch.diff.words import quoted
from toolwatch.model.change import Side
from toolwatch.model.tool import Json

_NULL = {"type": frozenset({"null"})}
WRAPPERS = 8
"""Alternatives to null inside one another that are looked through; a reference in a circle must end."""

MERGED = ("properties", "required", "patternProperties", "dependentRequired", "dependentSchemas")


@dataclass(frozen=True)
class Node:
    """One schema with what it refers to folded in; ``null`` is told apart from the other types."""

    sub: Sub
    reading: Reading
    nullable: bool
    chain: tuple[Sub, ...]
    """The schemas folded together, outermost first; annotations are looked up along it."""
    holders: Mapping[str, Sub] = field(default_factory=dict)
    """Which schema of the chain holds a keyword."""
    core: Sub | None = None
    """The schema beside null, where ``sub`` only offers it and null."""

    @property
    def inner(self) -> Sub:
        """Where keywords that are absent would stand."""
        return self.core or self.sub

    @property
    def types(self) -> frozenset[str]:
        """The types allowed, ``null`` left out."""
        return atoms(self.sub) - {"null"}

    def annotation(self, keyword: str) -> Json:
        """The outermost value of a keyword that validators ignore, or None."""
        found = (sub.schema[keyword] for sub in self.chain if isinstance(sub.schema, Mapping) and keyword in sub.schema)
        return next(found, None)

    def has_annotation(self, keyword: str) -> bool:
        """Whether the keyword is said anywhere in the chain."""
        return any(isinstance(sub.schema, Mapping) and keyword in sub.schema for sub in self.chain)

    def child(self, keyword: str, step: str | int | None = None) -> Sub:
        """A schema nested under ``keyword``."""
        holder = self.holders.get(f"{keyword}/{step}", self.holders.get(keyword, self.sub))
        if step is None:
            return holder.below(self.reading[keyword], keyword)
        return holder.below(self.reading[keyword][step], keyword, step)


def node(sub: Sub, *, depth: int = 0) -> Node:
    """Look at a schema through references, ``allOf`` and alternatives to null."""
    chain, reading, holders = _fold(sub)
    nullable = "null" in atoms(sub)
    for keyword in ("anyOf", "oneOf"):
        if reading.keys() == {keyword} and depth < WRAPPERS:
            holder = holders[keyword]
            inner = [holder.below(part, keyword, index) for index, part in enumerate(reading[keyword])]
            others = [part for part in inner if read(part) != _NULL]
            if len(others) == 1 and (len(inner) == 1 or len(inner) == 2):
                core = node(others[0], depth=depth + 1)
                return Node(
                    sub, core.reading, core.nullable or len(inner) == 2, (*chain, *core.chain), core.holders, core.inner
                )
    return Node(sub, reading, nullable, (*chain, *_beside_null(sub, reading, depth)), holders)


def folded(sub: Sub, reading: Reading) -> Iterator[tuple[str, list[Sub]]]:
    """Alternatives that the reading took together as one list of constants or types."""
    for keyword in ("anyOf", "oneOf"):
        branches = sub.schema.get(keyword) if isinstance(sub.schema, Mapping) and keyword not in reading else None
        if isinstance(branches, list) and all(isinstance(branch, dict | bool) for branch in branches):
            yield keyword, [sub.below(branch, keyword, index) for index, branch in enumerate(branches)]


def _beside_null(sub: Sub, reading: Reading, depth: int) -> tuple[Sub, ...]:
    """The schema beside null among such alternatives, whose annotations are those of the place."""
    for _, branches in folded(sub, reading):
        others = [branch for branch in branches if read(branch) != _NULL]
        if len(others) == 1 and depth < WRAPPERS:
            return node(others[0], depth=depth + 1).chain
    return ()


def _fold(sub: Sub) -> tuple[tuple[Sub, ...], Reading, dict[str, Sub]]:
    parts = list(followed([sub]))
    merged: dict[str, Any] = {}
    holders: dict[str, Sub] = {}
    for part, reading in parts:
        for keyword, value in reading.items():
            if keyword in ("$ref", "allOf") and _resolved(part, keyword, reading):
                continue
            if keyword not in merged:
                merged[keyword], holders[keyword] = value, part
            elif keyword == "required":
                merged[keyword] = merged[keyword] | value
            elif keyword in MERGED and not merged[keyword].keys() & value.keys():
                merged[keyword] = {**merged[keyword], **value}
                holders.update({f"{keyword}/{name}": part for name in value})
            else:
                return (sub,), read(sub), {word: sub for word in read(sub)}
    return tuple(part for part, _ in parts), merged, holders


def _resolved(part: Sub, keyword: str, reading: Reading) -> bool:
    return keyword == "allOf" or part.document.resolve(reading["$ref"]) is not None


@dataclass(frozen=True, eq=False)
class SchemaPair:
    """The same place in both schemas."""

    before: Node
    after: Node
    side: Side
    parent: "SchemaPair | None" = None
    monotone: bool = True
    """Whether narrowing this place can only narrow the whole: false below not, if, oneOf and among alternatives."""
    names: tuple[str, ...] = ()
    """The properties that lead here, for messages; empty at the root."""

    @property
    def label(self) -> str:
        """How messages call this place."""
        kind = "parameter" if self.side is Side.INPUT else "result field"
        if not self.names:
            return "the input" if self.side is Side.INPUT else "the output"
        return f"{kind} {quoted('.'.join(self.names))}"

    @property
    def pointer(self) -> str:
        """Where it stands in the after schema, from the schema's root."""
        return self.after.sub.pointer

    def both(self, keyword: str) -> tuple[Any, Any]:
        """A keyword of both readings, None where it is absent."""
        return self.before.reading.get(keyword), self.after.reading.get(keyword)

    def annotations(self, keyword: str) -> tuple[Json, Json]:
        """An annotation of both."""
        return self.before.annotation(keyword), self.after.annotation(keyword)

    def spelling(self, keyword: str) -> tuple[Json, Json]:
        """A keyword of both as it was written."""
        return _written(self.before, keyword), _written(self.after, keyword)

    @cached_property
    def differing(self) -> frozenset[str]:
        """The keywords in which the two differ, read or written, annotations included."""
        own, other = self.before, self.after
        words = {*own.reading, *other.reading}
        words.update(key for sub in (*own.chain, *other.chain) if isinstance(sub.schema, Mapping) for key in sub.schema)
        return frozenset(word for word in words if not alike(_said(own, word), _said(other, word)))

    @property
    def lineage(self) -> Iterator["SchemaPair"]:
        """This pair and those around it, innermost first."""
        pair: SchemaPair | None = self
        while pair is not None:
            yield pair
            pair = pair.parent


def _said(place: Node, word: str) -> list[Json]:
    """All that a place says under a keyword."""
    return [
        place.reading.get(word),
        *(sub.schema.get(word) for sub in place.chain if isinstance(sub.schema, Mapping)),
    ]


def _written(place: Node, keyword: str) -> Json:
    holder = place.holders.get(keyword, place.sub)
    schema = holder.schema
    return schema.get(keyword) if isinstance(schema, Mapping) else None


def walk(before: Sub, after: Sub, side: Side) -> Iterator[SchemaPair]:
    """Every place that both schemas have and that may differ, outermost first; each pair of schemas once."""
    seen: set[object] = set()
    waiting = [SchemaPair(node(before), node(after), side)]
    while waiting:
        pair = waiting.pop()
        key = (pair.before.sub.key, pair.after.sub.key, pair.monotone)
        if key in seen or _identical(pair.before.sub, pair.after.sub):
            continue
        seen.add(key)
        yield pair
        waiting.extend(reversed(list(_inside(pair))))


def _identical(before: Sub, after: Sub) -> bool:
    """Whether both are written alike, annotations included, and refer to nothing."""
    if isinstance(before.schema, bool) or isinstance(after.schema, bool):
        return before.schema is after.schema
    if before.document.dialect != after.document.dialect:
        return False
    own, other = (json.dumps(sub.schema, sort_keys=True) for sub in (before, after))
    return own == other and "Ref" not in own and '"$ref"' not in own


def _inside(pair: SchemaPair) -> Iterator[SchemaPair]:
    before, after = pair.before, pair.after
    for keyword in ("properties", "patternProperties", "dependentSchemas"):
        own, other = before.reading.get(keyword, {}), after.reading.get(keyword, {})
        for name in own:
            if name in other:
                yield _pair(pair, before.child(keyword, name), after.child(keyword, name), name=name)
    for old, (new, _) in Properties.of(pair).renamed.items():
        yield _pair(pair, before.child("properties", old), after.child("properties", new), name=new)
    for keyword in ("items", "additionalProperties", "contains", "propertyNames", "unevaluatedProperties"):
        if keyword in before.reading and keyword in after.reading:
            yield _pair(pair, before.child(keyword), after.child(keyword), monotone=keyword != "contains")
    for keyword in ("not", "if", "then", "else"):
        if keyword in before.reading and keyword in after.reading:
            yield _pair(pair, before.child(keyword), after.child(keyword), monotone=False)
    for index in range(min(len(place.reading.get("prefixItems", ())) for place in (before, after))):
        yield _pair(pair, before.child("prefixItems", index), after.child("prefixItems", index))
    for keyword in ("anyOf", "oneOf"):
        for own_index, other_index in matched(before, after, keyword):
            yield _pair(pair, before.child(keyword, own_index), after.child(keyword, other_index), monotone=False)
    yield from _folded_inside(pair)


def _folded_inside(pair: SchemaPair) -> Iterator[SchemaPair]:
    """Constants and types on both sides, for what is said of each; a schema beside null is looked at as the place."""
    if any(_beside_null(place.sub, place.reading, 0) for place in (pair.before, pair.after)):
        return
    own, other = (
        [branch for _, branches in folded(place.sub, place.reading) for branch in branches]
        for place in (pair.before, pair.after)
    )
    there: dict[str, Sub] = {}
    for branch in other:
        there.setdefault(shape(branch), branch)
    for branch in own:
        if shape(branch) in there:
            yield _pair(pair, branch, there[shape(branch)], monotone=False)


def _pair(parent: SchemaPair, before: Sub, after: Sub, *, monotone: bool = True, name: str = "") -> SchemaPair:
    return SchemaPair(
        node(before),
        node(after),
        parent.side,
        parent,
        parent.monotone and monotone,
        (*parent.names, name) if name else parent.names,
    )


def matched(before: Node, after: Node, keyword: str) -> list[tuple[int, int]]:
    """Which alternatives belong together: the same shape first, then the same types in order."""
    own = [before.child(keyword, index) for index in range(len(before.reading.get(keyword, ())))]
    other = [after.child(keyword, index) for index in range(len(after.reading.get(keyword, ())))]
    pairs: list[tuple[int, int]] = []
    for fitting in (_same_shape, _same_types):
        for index, sub in enumerate(own):
            if index in {left for left, _ in pairs}:
                continue
            taken = {right for _, right in pairs}
            found = next((at for at, one in enumerate(other) if at not in taken and fitting(sub, one)), None)
            if found is not None:
                pairs.append((index, found))
    return sorted(pairs)


def alternatives(pair: SchemaPair, *, gone: bool) -> Iterator[tuple[str, int]]:
    """Alternatives of one side without a partner on the other, where both sides have alternatives."""
    for keyword in ("anyOf", "oneOf"):
        before, after = pair.both(keyword)
        if before is not None and after is not None:
            taken = {own if gone else other for own, other in matched(pair.before, pair.after, keyword)}
            yield from ((keyword, index) for index in range(len(before if gone else after)) if index not in taken)


def _same_shape(own: Sub, other: Sub) -> bool:
    return shape(own) == shape(other)


def _same_types(own: Sub, other: Sub) -> bool:
    return node(own).types == node(other).types
