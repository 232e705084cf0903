"""A place of one schema, seen through references, ``allOf`` and alternatives to null."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolwatch.diff.schema.contexts import atoms, followed
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.keywords import Reading, read
from toolwatch.diff.schema.values import alike
from toolwatch.model.tool import Json

NULL = {"type": frozenset({"null"})}
WRAPPERS = 8
"""Alternatives to null inside one another that are looked through; a reference in a circle must end."""

MERGED = ("properties", "required", "patternProperties", "dependentRequired", "dependentSchemas")


@dataclass(frozen=True)
class Node:
    """One schema with what it refers to folded in; ``null`` is told apart from the other types."""

    sub: Sub
    reading: Reading
    """Its keywords; null stands in no list of types here, whichever way it is allowed."""
    nullable: bool
    chain: tuple[Sub, ...]
    """The schemas folded together, outermost first; annotations are looked up along it."""
    holders: Mapping[str, Sub] = field(default_factory=dict)
    """Which schema of the chain holds a keyword."""
    core: Sub | None = None
    """The schema beside null, where ``sub`` only offers it and null."""
    only: "Node | None" = None
    """The place itself, where it is compared as the one form of a list with the several of the other side."""
    partner: int = 0
    """Then the form of the other side that it belongs to."""

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
        if self.only is not None:
            return self.only.sub
        holder = self.holders.get(f"{keyword}/{step}", self.holders.get(keyword, self.sub))
        if step is None:
            return holder.below(self.reading[keyword], keyword)
        return holder.below(self.reading[keyword][step], keyword, step)

    def form(self, keyword: str, index: int) -> "Node":
        """One of the alternatives that a place lists."""
        return self.only if self.only is not None else node(self.child(keyword, index))


def node(sub: Sub, *, depth: int = 0) -> Node:
    """Look at a schema through references, ``allOf`` and alternatives to null."""
    chain, reading, holders = _fold(sub)
    nullable = "null" in atoms(sub)
    for keyword in ("anyOf", "oneOf"):
        if reading.keys() == {keyword} and depth < WRAPPERS:
            holder = holders[keyword]
            inner = [holder.below(part, keyword, index) for index, part in enumerate(reading[keyword])]
            others = [part for part in inner if read(part) != NULL]
            if len(others) == 1 and (len(inner) == 1 or len(inner) == 2):
                core = node(others[0], depth=depth + 1)
                return Node(
                    sub, core.reading, core.nullable or len(inner) == 2, (*chain, *core.chain), core.holders, core.inner
                )
    return Node(sub, without_null(reading), nullable, (*chain, *beside_null(sub, reading, depth)), holders)


def without_null(reading: Reading) -> Reading:
    """A reading whose null is told apart."""
    return {**reading, "type": reading["type"] - {"null"}} if "null" in reading.get("type", ()) else reading


def folded(sub: Sub, reading: Reading) -> Iterator[tuple[str, list[Sub]]]:
    """Alternatives that the reading took together as one list of constants or types."""
    for keyword in ("anyOf", "oneOf"):
        branches = sub.schema.get(keyword) if isinstance(sub.schema, Mapping) and keyword not in reading else None
        if isinstance(branches, list) and all(isinstance(branch, dict | bool) for branch in branches):
            yield keyword, [sub.below(branch, keyword, index) for index, branch in enumerate(branches)]


def beside_null(sub: Sub, reading: Reading, depth: int) -> tuple[Sub, ...]:
    """The schema beside null among such alternatives, whose annotations are those of the place."""
    for _, branches in folded(sub, reading):
        others = [branch for branch in branches if read(branch) != NULL]
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
            elif alike(merged[keyword], value):
                continue
            elif keyword in MERGED and not merged[keyword].keys() & value.keys():
                merged[keyword] = {**merged[keyword], **value}
                holders.update({f"{keyword}/{name}": part for name in value})
            else:
                return (sub,), read(sub), {word: sub for word in read(sub)}
    return tuple(part for part, _ in parts), merged, holders


def _resolved(part: Sub, keyword: str, reading: Reading) -> bool:
    return keyword == "allOf" or part.document.resolve(reading["$ref"]) is not None
