"""Proves that every value of one schema is a value of another; what is not proven is not thereby false."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from toolwatch.diff.schema import arrays, numbers, objects, strings
from toolwatch.diff.schema.cases import all_valid, apart, finite, possible, splits
from toolwatch.diff.schema.contexts import Context, Key
from toolwatch.diff.schema.documents import Document, Sub
from toolwatch.diff.schema.keywords import read
from toolwatch.diff.schema.shapes import refers, shape
from toolwatch.diff.schema.tidying import OPAQUE
from toolwatch.diff.schema.values import identity
from toolwatch.diff.schema.vocabulary import ATOMS
from toolwatch.model.tool import Json

STEPS = 2_000
"""Schema pairs looked at before giving up."""

DEEPEST = 40
"""Nested proofs before giving up; real schemas nest up to 12 levels."""

CASES = 5
"""Alternatives of one place taken apart inside one another before giving up; each level of a value begins anew."""


@dataclass
class Prover:
    """Proves inclusion from an old side to a new one.

    With ``lenient`` a value of the first schema never has, at any place, a property that only the second schema
    names there: a caller who was not told of a parameter does not send it. That, and integers beyond 2**53 - 1
    being left out, is the whole difference to plain set inclusion.
    """

    lenient: bool = False
    exhausted: bool = False
    steps: int = 0
    proven: dict[Key, bool] = field(default_factory=dict)
    level: int = 0
    """Levels inside the value; a proof may lean on itself only from further inside."""
    _open: dict[Key, int] = field(default_factory=dict)
    _nested: int = 0
    _cases: int = 0
    _leaned: bool = False

    def includes(self, inner: Document, outer: Document, atoms: frozenset[str] = ATOMS) -> bool:
        """Whether every value of ``inner`` is proven to be one of ``outer``."""
        return self.holds(inner.top, outer.top, atoms)

    def holds(self, inner: Sub, outer: Sub, atoms: frozenset[str] = ATOMS) -> bool:
        """Whether every value of one place's schema, of these types alone, is proven to be one of another's."""
        return self.prove(self._start(inner, atoms), outer)

    def keyword_holds(self, inner: Sub, outer: Sub, keyword: str, atoms: frozenset[str] = ATOMS) -> bool:
        """Whether every value of one place's schema is proven to satisfy a single keyword of another's."""
        if keyword not in read(outer):
            return True
        key: Key = ("keyword", inner.key, outer.key, keyword, atoms)
        if key not in self.proven:
            context = self._start(inner, atoms)
            self.proven[key] = context.facts.absurd() or self._keyword(context, outer, keyword)
        return self.proven[key]

    def _start(self, inner: Sub, atoms: frozenset[str]) -> Context:
        return Context((inner,), atoms=atoms, origins=(inner,) if self.lenient else ())

    def inside(self, context: Context, outer: Sub) -> bool:
        """``prove`` for a property, an item or a name: one level further inside the value."""
        cases, self._cases = self._cases, 0
        self.level += 1
        try:
            return self.prove(context, outer)
        finally:
            self.level -= 1
            self._cases = cases

    def prove(self, context: Context, outer: Sub) -> bool:
        """Whether every value of ``context`` is proven to satisfy ``outer``."""
        if outer.schema is True or context.facts.absurd() or self._same(context, outer):
            return True
        key: Key = (context.key, outer.key)
        if key in self.proven:
            return self.proven[key]
        if key in self._open:
            self._leaned = True
            return self.level > self._open[key]
        if not self._afford():
            return False
        self._open[key] = self.level
        self._nested += 1
        before, self._leaned = self._leaned, False
        try:
            result = self._prove(context, outer, None)
        finally:
            del self._open[key]
            self._nested -= 1
        if not self._leaned or not self._open:
            self.proven[key] = result
        self._leaned = (before or self._leaned) and bool(self._open)
        return result

    def _afford(self) -> bool:
        self.steps += 1
        if self.steps > STEPS or self._nested >= DEEPEST:
            self.exhausted = True
            return False
        return True

    def _prove(self, context: Context, outer: Sub, keywords: list[str] | None) -> bool:
        reading = read(outer)
        values = finite(context)
        if values is not None:
            return all_valid(values, context, outer)
        left = [word for word in keywords or reading if not self._keyword(context, outer, word)]
        if not left:
            return True
        return self._by_cases(context, outer, left) or self.empty(context)

    def _same(self, context: Context, outer: Sub) -> bool:
        own = shape(outer)
        return any(shape(sub) == own for sub, _ in context.facts.nodes)

    def _keyword(self, context: Context, outer: Sub, keyword: str) -> bool:
        reading = read(outer)
        value = reading[keyword]
        facts = context.facts
        match keyword:
            case "type":
                return bool(facts.atoms <= value)
            case "$ref":
                target = outer.document.resolve(value)
                return target is not None and self.prove(context, target)
            case "allOf":
                return all(self.prove(context, part) for part in _parts(outer, keyword, value))
            case "anyOf":
                parts = _parts(outer, keyword, value)
                return any(not apart(context, part) and self.prove(context, part) for part in parts)
            case "oneOf":
                return self._one_of(context, list(_parts(outer, keyword, value)))
            case "not":
                return self.empty(context.also(outer.below(value, "not")))
            case "if":
                return self._condition(context, outer)
            case "then" | "else" | "minContains" | "maxContains":
                return True
        for room in (numbers, strings, arrays, objects):
            if keyword in room.KEYWORDS:
                return bool(room.keyword_holds(self, context, outer, keyword))
        return keyword.startswith(OPAQUE) and _repeated(context, outer, keyword)

    def _one_of(self, context: Context, parts: list[Sub]) -> bool:
        own = {shape(sub) for sub, _ in context.facts.nodes}
        for index, part in sorted(enumerate(parts), key=lambda one: shape(one[1]) not in own):
            if not apart(context, part) and self.prove(context, part):
                others = (other for at, other in enumerate(parts) if at != index)
                return all(apart(context, other) or self.empty(context.also(other)) for other in others)
        return False

    def _condition(self, context: Context, outer: Sub) -> bool:
        reading = read(outer)
        condition = outer.below(reading["if"], "if")
        for word, case in (("then", context.also(condition)), ("else", context.never(condition))):
            if word in reading and not (self.prove(case, outer.below(reading[word], word)) or self.empty(case)):
                return False
        return True

    def _by_cases(self, context: Context, outer: Sub, keywords: list[str]) -> bool:
        if self._cases >= CASES:
            self.exhausted = True
            return False
        cases = next(splits(context), None)
        if cases is None:
            return False
        self._cases += 1
        try:
            return all(self._case(case, outer, keywords) for case in cases)
        finally:
            self._cases -= 1

    def _case(self, case: Context, outer: Sub, keywords: list[str]) -> bool:
        if case.facts.absurd() or self._same(case, outer):
            return True
        return self._afford() and self._prove(case, outer, keywords)

    def empty(self, context: Context) -> bool:
        """Whether it is proven that no value satisfies ``context``."""
        facts = context.facts
        if facts.absurd():
            return True
        key: Key = ("empty", context.key)
        if key in self.proven:
            return self.proven[key]
        if key in self._open or not self._afford():
            return False
        self._open[key] = self.level
        self._nested += 1
        try:
            result = self._empty(context)
        finally:
            del self._open[key]
            self._nested -= 1
        if not self._leaned:
            self.proven[key] = result
        return result

    def _empty(self, context: Context) -> bool:
        facts = context.facts
        values = finite(context)
        if values is not None and not any(possible(value, context) for value in values):
            return True
        if any(self.prove(_without(context, refused), refused) for refused in facts.refused):
            return True
        if facts.atoms == {"object"} and objects.lacks_required(self, context):
            return True
        if facts.atoms == {"array"} and arrays.lacks_items(self, context):
            return True
        return any(
            all(self.empty(case) for case in cases)
            for cases in splits(context)
            if self._cases < CASES and self._deeper(cases)
        )

    def _deeper(self, cases: list[Context]) -> bool:
        return len(cases) < 64 and self._nested < DEEPEST - 4


def _parts(outer: Sub, keyword: str, parts: list[Json]) -> Iterator[Sub]:
    return (outer.below(part, keyword, index) for index, part in enumerate(parts))


def _repeated(context: Context, outer: Sub, keyword: str) -> bool:
    """Whether a keyword of which nothing is known is there to the letter already, and leads nowhere else."""
    value = read(outer)[keyword]
    alike = (
        reading
        for sub, reading in context.facts.nodes
        if keyword in reading and sub.document.dialect == outer.document.dialect
    )
    return not refers(value) and any(identity(reading[keyword]) == identity(value) for reading in alike)


def _without(context: Context, refused: Sub) -> Context:
    return replace(context, nots=tuple(sub for sub in context.nots if sub.key != refused.key))
