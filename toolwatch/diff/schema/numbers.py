"""Proofs about numbers."""

from typing import TYPE_CHECKING

from toolwatch.diff.schema.contexts import Context, Facts
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.keywords import read
from toolwatch.diff.schema.values import exact

if TYPE_CHECKING:
    from toolwatch.diff.schema.prover import Prover

KEYWORDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})


def keyword_holds(prover: "Prover", context: Context, outer: Sub, keyword: str) -> bool:
    """Whether every number of ``context`` satisfies one keyword of ``outer``."""
    facts = context.facts
    value = read(outer)[keyword]
    if not facts.numeric:
        return True
    match keyword:
        case "minimum":
            return bool(facts.low >= value)
        case "maximum":
            return bool(facts.high <= value)
        case "exclusiveMinimum":
            return bool(facts.low > value or (facts.low == value and facts.low_open))
        case "exclusiveMaximum":
            return bool(facts.high < value or (facts.high == value and facts.high_open))
    return any(divides(value, step) for step in _steps(facts))


def _steps(facts: Facts) -> list[float]:
    return [*facts.steps, 1] if facts.whole else facts.steps


def divides(step: float, other: float) -> bool:
    """Whether every multiple of ``other`` is one of ``step``, as they are written in decimals."""
    return exact(other) % exact(step) == 0
