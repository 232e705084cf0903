"""How alike requests and tools are by their words: where no model's probabilities are known, a stand-in for them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt

from toolwatch.model.suite import Suite
from toolwatch.model.tool import Tool
from toolwatch.model.words import stems

Vector = Mapping[str, float]


@dataclass(frozen=True)
class Lexicon:
    """The words of a suite's requests and of the tools before and after an edit, rare ones counting more."""

    suite: Suite
    before: Sequence[Tool]
    after: Sequence[Tool]

    def likeness(self, case: str, tool: str, *, after: bool = False) -> float:
        """Cosine of a request and a tool's text, from 0 to 1; 0 for a tool that the list does not have."""
        vector = (self._new if after else self._old).get(tool)
        return _cosine(self._asked[case], vector) if vector else 0.0

    def alike(self, one: str, other: str) -> float:
        """Cosine of two tools' texts, the higher of before and after."""
        if (one, other) not in self._pairs:
            self._pairs[one, other] = max(
                _cosine(vectors[one], vectors[other]) if one in vectors and other in vectors else 0.0
                for vectors in (self._old, self._new)
            )
        return self._pairs[one, other]

    def rarity(self, stem: str) -> float:
        """Weight of a word: high where few requests and tools use it."""
        return self._rarity.get(stem, log(1 + self._texts))

    @cached_property
    def _pairs(self) -> dict[tuple[str, str], float]:
        """What was worked out before."""
        return {}

    @cached_property
    def _texts(self) -> int:
        return len(self.before) + len(self.suite.cases)

    @cached_property
    def _rarity(self) -> Mapping[str, float]:
        texts = [*(spoken(tool) for tool in self.before), *(case.request for case in self.suite.cases)]
        holders = Counter(stem for text in texts for stem in set(stems(text)))
        return {stem: log(1 + self._texts / count) for stem, count in holders.items()}

    @cached_property
    def _asked(self) -> Mapping[str, Vector]:
        return {case.id: self._vector(case.request) for case in self.suite.cases}

    @cached_property
    def _old(self) -> Mapping[str, Vector]:
        return {tool.name: self._vector(spoken(tool)) for tool in self.before}

    @cached_property
    def _new(self) -> Mapping[str, Vector]:
        return {tool.name: self._vector(spoken(tool)) for tool in self.after}

    def _vector(self, text: str) -> Vector:
        weights = {stem: (1 + log(count)) * self.rarity(stem) for stem, count in Counter(stems(text)).items()}
        length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        return {stem: weight / length for stem, weight in weights.items()}


def spoken(tool: Tool) -> str:
    """What a tool says of itself and its parameters, as one text."""
    return " ".join((tool.name, tool.description, *_parameters(tool)))


def _parameters(tool: Tool) -> Iterator[str]:
    for name, schema in tool.parameters.items():
        yield name
        said = schema.get("description") if isinstance(schema, Mapping) else None
        if isinstance(said, str):
            yield said


def _cosine(one: Vector, other: Vector) -> float:
    return sum(weight * other[stem] for stem, weight in one.items() if stem in other)
