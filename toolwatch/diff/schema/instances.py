"""Values that satisfy one schema and are likely to fall foul of another: the boundaries where the two differ."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from toolwatch.diff.schema.cases import apart, finite, possible, splits
from toolwatch.diff.schema.contexts import Context, Facts, Key
from toolwatch.diff.schema.patterns import matching
from toolwatch.diff.schema.places import at_item, at_property, reach
from toolwatch.diff.schema.shapes import shape
from toolwatch.diff.schema.values import exact, identity
from toolwatch.model.tool import Json

DEEPEST = 40
"""Levels inside a value that are filled with more than the least."""

LONGEST = 20_000
"""The longest string that is written out."""

MOST_VALUES = 60
"""Values of an undescribed property that are drawn: enough for some of each form that it may have."""

MOST_ITEMS = 300
MOST_DRAWS = 10_000
"""Places that values are drawn for: schemas in circles of which no value exists would be searched for ever."""

_MANY = 24
_TEXTS = ("a", "A", "0", "", " ", "-", "é", "a b", "a\nb", "@", "x1")


@dataclass
class Instances:
    """Draws values from contexts; nothing in it is random, so the same schemas give the same values."""

    _draws: int = 0
    _least: dict[Key, list[Json]] = field(default_factory=dict)
    _busy: set[Key] = field(default_factory=set)

    @property
    def exhausted(self) -> bool:
        """Whether places were left for which no value was drawn any more."""
        return self._draws > MOST_DRAWS

    def draw(self, context: Context, other: Context, depth: int = 0) -> Iterator[Json]:
        """Values that ``context`` may allow, those first that may tell it from ``other``."""
        self._draws += 1
        if self.exhausted:
            return
        conditional = [] if depth > DEEPEST else self._conditional(context, other, depth)
        yield from _in_turn([self._plain(context, other, depth), *conditional])

    def _conditional(self, context: Context, other: Context, depth: int) -> list[Iterator[Json]]:
        """Values for which a condition of the other side holds, or does not, against what it asks of them then."""
        found = []
        for _, condition, then, otherwise in other.facts.conditions:
            if then is not None:
                found.append(self.draw(context.also(condition), Context((then,)), depth + 1))
            if otherwise is not None:
                found.append(self.draw(context.never(condition), Context((otherwise,)), depth + 1))
        return found

    def _plain(self, context: Context, other: Context, depth: int) -> Iterator[Json]:
        values = finite(context)
        if values is not None:
            yield from islice(_strange_first(values, other), 200)
            return
        cases = next((cases for cases in splits(context) if _by_branches(context, cases)), None)
        if cases is not None and depth <= DEEPEST:
            known = {shape(sub) for sub in reach(other.subs)}
            cases = sorted(cases, key=lambda case: shape(case.subs[-1]) in known)
            yield from _in_turn([self.draw(case, _counterpart(case, other), depth + 1) for case in cases[:_MANY]])
            return
        hints = list(islice(_readings(other), 30))
        kinds = [replace(context, atoms=frozenset({atom})) for atom in sorted(context.facts.atoms, key=_ORDER.index)]
        yield from _in_turn([self._atom(kind, _counterpart(kind, other), hints, depth) for kind in kinds])

    def least(self, context: Context, depth: int = 0) -> list[Json]:
        """One value that satisfies a context, in a list, or an empty list where none was found."""
        key = context.key
        if key not in self._least:
            if key in self._busy or depth > 2 * DEEPEST:
                return []
            self._busy.add(key)
            nothing = Context(())
            found = (value for value in self.draw(context, nothing, depth) if possible(value, context))
            self._least[key] = list(islice(islice(found, 60), 1))
            self._busy.discard(key)
        return self._least[key]

    def _atom(self, context: Context, other: Context, hints: list[Facts], depth: int) -> Iterator[Json]:
        (atom,) = context.atoms
        match atom:
            case "null":
                yield None
            case "boolean":
                yield from (True, False)
            case "integer" | "fraction":
                yield from _numbers(context.facts, hints, whole=atom == "integer")
            case "string":
                yield from _strings(context.facts, hints)
            case "array":
                yield from self._arrays(context, other, hints, depth)
            case "object":
                yield from self._objects(context, other, hints, depth)

    def _arrays(self, context: Context, other: Context, hints: list[Facts], depth: int) -> Iterator[Json]:
        facts = context.facts
        for length in _lengths(facts.fewest_items, facts.most_items, hints, "fewest_items", "most_items"):
            yield from self._array(context, length, depth)
            if length and any(hint.unique for hint in hints):
                yield [one for one in self.least(at_item(context, 0), depth + 1) for _ in range(length)]
        if depth >= DEEPEST:
            return
        for index in range(min(max(facts.fewest_items, _prefix(facts, hints)) + 1, 12, _whole(facts.most_items))):
            place, there = at_item(context, index), at_item(other, index)
            if _alike(place, there):
                continue
            base = next(self._array(context, max(index + 1, facts.fewest_items), depth), [])
            for value in islice(self.draw(place, there, depth + 1), 200):
                yield [*base[:index], value, *base[index + 1 :]]

    def _array(self, context: Context, length: int, depth: int) -> Iterator[list[Json]]:
        if length > MOST_ITEMS:
            return
        wanted = [
            value
            for sub, reading in context.facts.nodes
            if "contains" in reading
            for value in self.least(at_item(context, 0).also(sub.below(reading["contains"])), depth + 1)
            for _ in range(reading.get("minContains", 1))
        ]
        items = wanted[:length]
        taken = {identity(item) for item in items}
        for index in range(len(items), length):
            place = at_item(context, index)
            drawn: Iterable[Json] = self.least(place, depth + 1)
            if context.facts.unique and any(identity(one) in taken for one in drawn):
                drawn = (one for one in self.draw(place, Context(()), depth + 1) if possible(one, place))
                drawn = islice((one for one in drawn if identity(one) not in taken), 1)
            items += list(drawn)[:1]
            taken.add(identity(items[-1]) if items else "")
        if len(items) == length:
            yield items

    def _objects(self, context: Context, other: Context, hints: list[Facts], depth: int) -> Iterator[Json]:
        facts = context.facts
        base = self._filled(context, sorted(facts.required), depth)
        if base is None:
            return
        base = self._grown(context, base, facts.fewest_properties, depth)
        yield base
        if depth >= DEEPEST:
            return
        named = list(dict.fromkeys(name for _, reading in facts.nodes for name in reading.get("properties", ())))
        optional = [name for name in named if name not in base]
        yield from _in_turn([self._varied(context, other, base, name, depth) for name in named[:200]])
        yield from self._undescribed(context, other, base, depth)
        for name in optional[:100]:
            yield self._completed(context, base | self._one(context, name, depth), depth)
        full = base
        for name in optional[:100]:
            full = full | self._one(context, name, depth)
        yield full
        for name in [name for name in full if name not in facts.required][:100]:
            yield {own: value for own, value in full.items() if own != name}
        for hint in hints:
            if hint.most_properties < MOST_ITEMS:
                yield self._grown(context, full, int(hint.most_properties) + 1, depth)

    def _varied(
        self, context: Context, other: Context, base: dict[str, Json], name: str, depth: int
    ) -> Iterator[dict[str, Json]]:
        """The object with one property varied, where the two sides differ in it."""
        place, there = at_property(context, name), at_property(other, name)
        if not _alike(place, there):
            for value in islice(self.draw(place, there, depth + 1), 200):
                yield self._completed(context, {**base, name: value}, depth)

    def _undescribed(self, context: Context, other: Context, base: dict[str, Json], depth: int) -> Iterator[Json]:
        patterns = {pattern for _, reading in context.facts.nodes for pattern in reading.get("patternProperties", ())}
        known = {
            pattern
            for hint in _readings(other)
            for _, reading in hint.nodes
            for pattern in reading.get("patternProperties", ())
        }
        names: tuple[str, ...] = ("extra", "x-extra", "Extra_1", "é")
        for pattern in sorted(patterns | known):
            names = (*names, *matching(pattern)[:3])
        for sub, reading in context.facts.nodes:
            if "propertyNames" in reading:
                allowed = Context((sub.below(reading["propertyNames"]),), atoms=frozenset({"string"}))
                names = (*(str(one) for one in islice(self.draw(allowed, Context(())), 12)), *names)
        for index, name in enumerate(dict.fromkeys(names)):
            place = at_property(context, name)
            drawn = self.draw(place, at_property(other, name), depth + 1)
            for value in islice(drawn, MOST_VALUES if index == 0 else 12):
                yield self._completed(context, {**base, name: value}, depth)

    def _completed(self, context: Context, value: dict[str, Json], depth: int) -> dict[str, Json]:
        """The object with what its properties need beside them."""
        missing = {name for own in value for name in context.facts.needs.get(own, ())} - value.keys()
        for name in sorted(missing):
            value = value | self._one(context, name, depth)
        return value

    def _filled(self, context: Context, names: Iterable[str], depth: int) -> dict[str, Json] | None:
        found: dict[str, Json] = {}
        for name in names:
            one = self._one(context, name, depth)
            if not one:
                return None
            found |= one
        return found

    def _one(self, context: Context, name: str, depth: int) -> dict[str, Json]:
        return dict.fromkeys([name], *found) if (found := self.least(at_property(context, name), depth + 1)) else {}

    def _grown(self, context: Context, base: dict[str, Json], size: int, depth: int) -> dict[str, Json]:
        facts = context.facts
        named = [name for _, reading in facts.nodes for name in reading.get("properties", ())]
        spare = [f"extra{index}" for index in range(min(size, MOST_ITEMS))]
        for name in (*named, *spare):
            if len(base) >= size:
                break
            if name not in base:
                base = base | self._one(context, name, depth)
        return base


_ORDER = ("string", "integer", "object", "array", "fraction", "boolean", "null")


def _counterpart(case: Context, other: Context) -> Context:
    """The other side as the one of its forms that may take a value like these, so that it is followed further in."""
    forms = next((forms for forms in splits(other) if _by_branches(other, forms)), [])
    fitting = [form for form in forms if form.facts.atoms & case.facts.atoms and not apart(case, form.subs[-1])]
    return fitting[0] if len(fitting) == 1 else other


def _strange_first(values: list[Json], other: Context) -> list[Json]:
    """The values in order, those before that the other side does not list."""
    known = {identity(value) for value in finite(other) or ()}
    return sorted(values, key=lambda value: identity(value) in known)


def _in_turn(sources: Iterable[Iterator[Json]]) -> Iterator[Json]:
    """One value of each source after the other, until all are at their end."""
    waiting = list(sources)
    while waiting:
        for source in tuple(waiting):
            try:
                yield next(source)
            except StopIteration:
                waiting.remove(source)


def _by_branches(context: Context, cases: list[Context]) -> bool:
    """Whether a split goes by alternatives or conditions, not by types."""
    return any(case.spent != context.spent for case in cases)


def _readings(context: Context, depth: int = 0) -> Iterator[Facts]:
    yield context.facts
    if depth < 3:
        for cases in splits(context):
            if _by_branches(context, cases):
                for case in cases[:_MANY]:
                    yield from _readings(case, depth + 1)
                return
        for refused in context.facts.refused:
            yield from _readings(Context((refused,)), depth + 1)


def _alike(place: Context, there: Context) -> bool:
    return sorted({shape(sub) for sub in place.subs}) == sorted({shape(sub) for sub in there.subs})


def _whole(bound: float) -> int:
    return 10**9 if math.isinf(bound) else int(bound)


def _prefix(facts: Facts, hints: list[Facts]) -> int:
    return max((len(reading.get("prefixItems", ())) for one in (facts, *hints) for _, reading in one.nodes), default=0)


def _lengths(low: int, high: float, hints: list[Facts], fewest: str, most: str) -> list[int]:
    wanted = [low, low + 1, 0, 1, 2]
    for hint in hints:
        wanted += [getattr(hint, fewest) - 1, getattr(hint, fewest)]
        if not math.isinf(getattr(hint, most)):
            wanted += [int(getattr(hint, most)) + 1, int(getattr(hint, most))]
    if not math.isinf(high):
        wanted.append(int(high))
    return list(dict.fromkeys(length for length in wanted if low <= length <= high and length <= LONGEST))


def _strings(facts: Facts, hints: list[Facts]) -> Iterator[str]:
    lengths = _lengths(facts.shortest, facts.longest, hints, "shortest", "longest")
    texts = [*_TEXTS]
    for hint in hints:
        texts += [value for value in hint.values or () if isinstance(value, str)][:20]
        texts += [text for pattern in sorted(hint.patterns) for text in matching(pattern)[:6]]
    if facts.patterns:
        own = [text for pattern in sorted(facts.patterns) for text in matching(pattern)]
        own += [text for pattern in sorted(facts.patterns) for text in matching(pattern, (7, 20))]
        texts = [*own, *texts, *(text + tail for text in own[:4] for tail in ("a", "0", "-", " "))]
    texts += [f"{text}{tail}" for text in texts[:8] for tail in ("a", "!")]
    texts += [_stretched("a", length) for length in lengths]
    texts += [_stretched(text, length) for text in texts[:6] for length in lengths[:6] if text]
    yield from dict.fromkeys(text for text in texts if facts.shortest <= len(text) <= facts.longest)


def _stretched(text: str, length: int) -> str:
    return (text * (length // len(text) + 1))[:length]


def _numbers(facts: Facts, hints: list[Facts], *, whole: bool) -> Iterator[Json]:
    wanted = [value for value in _wanted(facts, hints) if abs(value) <= _LARGEST]
    if not whole:
        wanted = [value + part for value in wanted for part in (0.5, 0.25, 0.1, -0.5)] + wanted
        yield from dict.fromkeys(value for value in wanted if value != int(value) and facts.low <= value <= facts.high)
        return
    yield from dict.fromkeys(int(value) for value in wanted if value == int(value) and facts.low <= value <= facts.high)


_LARGEST = 10**300
"""Numbers beyond it are not drawn: their sums and products are no numbers any more."""


def _wanted(facts: Facts, hints: list[Facts]) -> Iterator[float]:
    yield from (0, 1, -1, 2, 3, 7, 10, 100)
    for one in (facts, *hints):
        for bound in (one.low, one.high):
            if abs(bound) <= _LARGEST:
                yield from (bound, bound - 1, bound + 1)
        yield from (_times(step, count) for step in one.steps for count in (1, 2, 3, 5, 7, -1))
        yield from (
            value for value in one.values or () if isinstance(value, int | float) and not isinstance(value, bool)
        )
    for step in facts.steps:
        least = facts.low / step
        if abs(least) <= _LARGEST:
            yield from (_times(step, math.ceil(least) + more) for more in (0, 1, 2))


def _times(step: float, count: int) -> float:
    """A multiple of a step as JSON writes it: three times 0.1 is 0.3."""
    if isinstance(step, int):
        return step * count
    return float(exact(step) * count) if abs(step) <= _LARGEST / max(abs(count), 1) else step
