"""What is known of a value: the schemas that it satisfies, taken together."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.keywords import Reading, read
from toolwatch.diff.schema.patterns import lengths
from toolwatch.diff.schema.values import atoms_of, identity
from toolwatch.diff.schema.vocabulary import ATOMS, BOUNDS, NUMERIC, SAFE_INTEGER
from toolwatch.model.tool import Json

Key = tuple[object, ...]


@dataclass(frozen=True)
class Context:
    """A value that satisfies all of ``subs`` and none of ``nots``, is of one of ``atoms`` and has ``present``.

    ``origins`` are the schemas of the old side that describe this place whatever else holds; they decide which
    property names a caller knew (see ``declared``).
    """

    subs: tuple[Sub, ...]
    nots: tuple[Sub, ...] = ()
    atoms: frozenset[str] = ATOMS
    present: frozenset[str] = frozenset()
    spent: frozenset[Key] = frozenset()
    """Alternatives that were already split into cases."""
    origins: tuple[Sub, ...] = ()

    @cached_property
    def key(self) -> Key:
        """Equal for contexts that say the same."""
        return (
            frozenset(sub.key for sub in self.subs),
            frozenset(sub.key for sub in self.nots),
            self.atoms,
            self.present,
            self.spent,
            frozenset(sub.key for sub in self.origins),
        )

    def also(self, *subs: Sub) -> "Context":
        """With more schemas satisfied."""
        return replace(self, subs=(*self.subs, *subs))

    def never(self, sub: Sub) -> "Context":
        """With one more schema refused."""
        return replace(self, nots=(*self.nots, sub))

    @cached_property
    def facts(self) -> "Facts":
        """Everything that the schemas say of the value itself."""
        return _gather(self)


@dataclass
class Facts:
    """The keywords of a context merged; lists keep what cannot be merged."""

    atoms: frozenset[str] = ATOMS
    values: list[Json] | None = None
    low: float = -math.inf
    high: float = math.inf
    low_open: bool = False
    high_open: bool = False
    steps: list[float] = field(default_factory=list)
    shortest: int = 0
    longest: float = math.inf
    patterns: set[str] = field(default_factory=set)
    fewest_items: int = 0
    most_items: float = math.inf
    unique: bool = False
    required: set[str] = field(default_factory=set)
    fewest_properties: int = 0
    most_properties: float = math.inf
    needs: dict[str, set[str]] = field(default_factory=dict)
    nodes: list[tuple[Sub, Reading]] = field(default_factory=list)
    alternatives: list[tuple[Key, list[Sub]]] = field(default_factory=list)
    """``anyOf`` and ``oneOf``: at least one branch holds."""
    conditions: list[tuple[Key, Sub, Sub | None, Sub | None]] = field(default_factory=list)
    refused: list[Sub] = field(default_factory=list)

    @property
    def numeric(self) -> bool:
        """Whether the value may be a number."""
        return bool(self.atoms & NUMERIC)

    @property
    def whole(self) -> bool:
        """Whether a number must be an integer."""
        return "fraction" not in self.atoms

    def absurd(self) -> bool:
        """Whether no value at all can satisfy what is known."""
        return not self.atoms or self.values == []


def followed(subs: Iterable[Sub]) -> Iterator[tuple[Sub, Reading]]:
    """The schemas that hold wherever ``subs`` do: references and ``allOf`` are followed, each place once."""
    seen: set[Key] = set()
    waiting = list(reversed(tuple(subs)))
    while waiting:
        sub = waiting.pop()
        if sub.key in seen:
            continue
        seen.add(sub.key)
        reading = read(sub)
        yield sub, reading
        target = sub.document.resolve(reading["$ref"]) if "$ref" in reading else None
        if target is not None:
            waiting.append(target)
        waiting.extend(sub.below(part, "allOf", index) for index, part in enumerate(reading.get("allOf", ())))


def _gather(context: Context) -> Facts:
    facts = Facts(atoms=context.atoms, required=set(context.present), refused=list(context.nots))
    if context.present:
        facts.atoms = facts.atoms & {"object"}
    for sub, reading in followed(context.subs):
        facts.nodes.append((sub, reading))
        for keyword, value in reading.items():
            _merge(facts, keyword, value, sub, reading)
    _close_needs(facts)
    _narrow(facts)
    return facts


_LARGEST = {"minLength": "shortest", "minItems": "fewest_items", "minProperties": "fewest_properties"}
_SMALLEST = {"maxLength": "longest", "maxItems": "most_items", "maxProperties": "most_properties"}


def _merge(facts: Facts, keyword: str, value: Any, sub: Sub, reading: Reading) -> None:
    if keyword in _LARGEST:
        setattr(facts, _LARGEST[keyword], max(getattr(facts, _LARGEST[keyword]), value))
    elif keyword in _SMALLEST:
        setattr(facts, _SMALLEST[keyword], min(getattr(facts, _SMALLEST[keyword]), value))
    elif keyword in BOUNDS:
        _merge_bound(facts, keyword, value)
    elif keyword in ("anyOf", "oneOf", "not", "if"):
        _merge_branches(facts, keyword, value, sub, reading)
    else:
        _merge_plain(facts, keyword, value, reading)


def _merge_plain(facts: Facts, keyword: str, value: Any, reading: Reading) -> None:
    match keyword:
        case "type":
            facts.atoms = facts.atoms & value
        case "enum":
            kept = None if facts.values is None else {identity(one) for one in facts.values}
            facts.values = [one for one in value if kept is None or identity(one) in kept]
        case "multipleOf":
            facts.steps.append(value)
        case "pattern":
            facts.patterns.add(value)
            least, most = lengths(value)
            facts.shortest, facts.longest = max(facts.shortest, least), min(facts.longest, most)
        case "uniqueItems":
            facts.unique = True
        case "required":
            facts.required |= value
        case "dependentRequired":
            for name, needed in value.items():
                facts.needs.setdefault(name, set()).update(needed)
        case "items" if value is False:
            facts.most_items = min(facts.most_items, len(reading.get("prefixItems", ())))


def _merge_bound(facts: Facts, keyword: str, value: float) -> None:
    is_open = keyword.startswith("exclusive")
    if keyword in ("minimum", "exclusiveMinimum"):
        if (value, is_open) > (facts.low, facts.low_open):
            facts.low, facts.low_open = value, is_open
    elif (-value, is_open) > (-facts.high, facts.high_open):
        facts.high, facts.high_open = value, is_open


def _merge_branches(facts: Facts, keyword: str, value: Any, sub: Sub, reading: Reading) -> None:
    if keyword == "not":
        facts.refused.append(sub.below(value, "not"))
    elif keyword == "if":
        then, other = (sub.below(reading[word], word) if word in reading else None for word in ("then", "else"))
        if then or other:
            facts.conditions.append((("if", *sub.key), sub.below(value, "if"), then, other))
    else:
        branches = [sub.below(branch, keyword, index) for index, branch in enumerate(value)]
        facts.alternatives.append(((keyword, *sub.key), branches))


def _close_needs(facts: Facts) -> None:
    if facts.atoms != {"object"}:
        return
    waiting = [name for name in facts.needs if name in facts.required]
    while waiting:
        for name in facts.needs.pop(waiting.pop(), set()) - facts.required:
            facts.required.add(name)
            if name in facts.needs:
                waiting.append(name)


def atoms(sub: Sub, *, depth: int = 0) -> frozenset[str]:
    """The types that a schema may allow, as far as its keywords and its alternatives show."""
    memo = sub.document.memo
    key = ("atoms", id(sub.schema))
    if isinstance(sub.schema, bool):
        return ATOMS if sub.schema else frozenset()
    if key not in memo:
        allowed = ATOMS
        for part, reading in followed([sub]):
            if "enum" in reading:
                allowed &= {atoms_of(value) for value in reading["enum"]}
            allowed &= reading.get("type", ATOMS)
            for keyword in ("anyOf", "oneOf"):
                if keyword in reading and depth < WRAPPERS:
                    branches = (part.below(branch) for branch in reading[keyword])
                    allowed &= frozenset().union(*(atoms(branch, depth=depth + 1) for branch in branches))
        if depth:
            return allowed
        memo[key] = allowed
    found: frozenset[str] = memo[key]
    return found


WRAPPERS = 8
"""Alternatives inside one another that are looked through for types; a reference in a circle must end."""


def _narrow(facts: Facts) -> None:
    """Draw the plain consequences: impossible types fall away, small sets become lists of values."""
    for _, branches in facts.alternatives:
        facts.atoms &= frozenset().union(*(atoms(branch) for branch in branches))
    if facts.whole and facts.numeric:
        low, high = max(facts.low, -SAFE_INTEGER), min(facts.high, SAFE_INTEGER)
        facts.low = math.ceil(low) + (low == facts.low and facts.low_open and low == int(low))
        facts.high = math.floor(high) - (high == facts.high and facts.high_open and high == int(high))
        facts.low_open = facts.high_open = False
    if facts.low > facts.high or (facts.low == facts.high and (facts.low_open or facts.high_open)):
        facts.atoms -= NUMERIC
    if facts.shortest > facts.longest:
        facts.atoms -= {"string"}
    if facts.fewest_items > facts.most_items:
        facts.atoms -= {"array"}
    facts.fewest_properties = max(facts.fewest_properties, len(facts.required))
    if facts.fewest_properties > facts.most_properties:
        facts.atoms -= {"object"}
