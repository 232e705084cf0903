"""The properties of an object on both sides: which came, which went, and which only took another name."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING

from toolwatch.diff.difference import Difference
from toolwatch.diff.folding import Node, node
from toolwatch.diff.schema.documents import Sub, escape
from toolwatch.diff.schema.keywords import read
from toolwatch.diff.schema.places import reach
from toolwatch.diff.schema.shapes import shape
from toolwatch.diff.words import quoted, text_of
from toolwatch.model.change import Side
from toolwatch.model.tool import Json

if TYPE_CHECKING:
    from toolwatch.diff.nodes import SchemaPair

SURE = 0.6
"""The least score at which a property counts as renamed."""

MOST = 10_000
"""Pairs of properties that are scored; beyond it nothing is taken for a rename."""


@dataclass(frozen=True)
class Properties:
    """What became of the properties at one place."""

    pair: "SchemaPair"
    added: tuple[str, ...]
    removed: tuple[str, ...]
    renamed: Mapping[str, tuple[str, float]]
    """Old name to new name and score."""
    required_before: frozenset[str]
    required_after: frozenset[str]

    @staticmethod
    def of(pair: "SchemaPair") -> "Properties":
        """Compare the properties of a pair; kept for the rules that ask one after the other."""
        return _of(pair)

    @property
    def renames_new(self) -> frozenset[str]:
        """The new names of renamed properties."""
        return frozenset(new for new, _ in self.renamed.values())

    def called(self, name: str) -> str:
        """How messages call a property of this place."""
        kind = "parameter" if self.pair.side is Side.INPUT else "field"
        return f"{kind} {quoted('.'.join((*self.pair.names, name)))}"

    @property
    def always(self) -> str:
        """What a required property does on this side."""
        return "must be given" if self.pair.side is Side.INPUT else "is always there"

    @property
    def sometimes(self) -> str:
        """What an optional property does on this side."""
        return "may be left out" if self.pair.side is Side.INPUT else "may be missing"

    def difference(self, name: str, message: str, *, keyword: str = "") -> Difference:
        """A property that came or went."""
        before, after = (place.reading.get("properties", {}).get(name) for place in (self.pair.before, self.pair.after))
        return Difference(f"/properties/{escape(name)}", before, after, message, keyword=keyword, names=(name,))

    def demanded(self, name: str, message: str, *, now: bool) -> Difference:
        """A property that became required or optional; one that nobody describes stands at the keyword itself."""
        path = f"/properties/{escape(name)}"
        before: Json = not now
        after: Json = now
        if name not in self.pair.after.reading.get("properties", ()):
            path, before, after = "/required", None if now else name, name if now else None
        return Difference(path, before, after, message, keyword="required", names=(name,))

    def rename(self, old: str, new: str, score: float, message: str) -> Difference:
        """A property under another name."""
        return Difference(f"/properties/{escape(new)}", old, new, message, names=(old, new), score=score)


@lru_cache(maxsize=16)
def _of(pair: "SchemaPair") -> Properties:
    objects = all("object" in place.types for place in (pair.before, pair.after))
    before, after = (place.reading.get("properties", {}) if objects else {} for place in (pair.before, pair.after))
    elsewhere = [
        _mentioned(place.sub) if own != other else set()
        for place, own, other in ((pair.before, before.keys(), after.keys()), (pair.after, before.keys(), after.keys()))
    ]
    added = [name for name in after if name not in before and name not in elsewhere[0]]
    removed = [name for name in before if name not in after and name not in elsewhere[1]]
    renamed = _renames(pair, removed, added)
    new = {name for name, _ in renamed.values()}
    return Properties(
        pair,
        tuple(sorted(set(added) - new)),
        tuple(sorted(set(removed) - renamed.keys())),
        renamed,
        frozenset(pair.before.reading.get("required", ()) if objects else ()),
        frozenset(pair.after.reading.get("required", ()) if objects else ()),
    )


def _mentioned(sub: Sub) -> set[str]:
    return {name for one in reach([sub]) for name in read(one).get("properties", ())}


def _renames(pair: "SchemaPair", removed: list[str], added: list[str]) -> dict[str, tuple[str, float]]:
    if not removed or not added or len(removed) * len(added) > MOST:
        return {}
    own = {name: node(pair.before.child("properties", name)) for name in removed}
    other = {name: node(pair.after.child("properties", name)) for name in added}
    scored = [(_score(pair, (old, own[old]), (new, other[new])), old, new) for old in removed for new in added]
    found: dict[str, tuple[str, float]] = {}
    taken: set[str] = set()
    for score, old, new in sorted(scored, key=lambda one: (-one[0], one[1], one[2])):
        if score >= SURE and old not in found and new not in taken:
            found[old] = (new, round(score, 2))
            taken.add(new)
    return dict(sorted(found.items()))


def _score(pair: "SchemaPair", before: tuple[str, Node], after: tuple[str, Node]) -> float:
    (old, own), (new, other) = before, after
    if shape(own.sub) == shape(other.sub):
        alike = 1.0
    elif (own.types, "enum" in own.reading) == (other.types, "enum" in other.reading):
        alike = 0.5
    else:
        return 0.0
    named = SequenceMatcher(None, old.lower(), new.lower(), autojunk=False).ratio()
    bound = (old in pair.before.reading.get("required", ())) == (new in pair.after.reading.get("required", ()))
    texts = [text_of(place.annotation("description")) for place in (own, other)]
    if not all(texts):
        return 0.55 * named + 0.3 * alike + 0.15 * bound
    return 0.45 * overlap(*texts) + 0.25 * named + 0.2 * alike + 0.1 * bound


def overlap(before: str, after: str) -> float:
    """Share of words that two texts have in common, from 0 to 1."""
    old, new = (set(text.lower().split()) for text in (before, after))
    return len(old & new) / len(old | new) if old | new else 1.0
