"""Exact upper bounds from a sample: at most so many of what was not looked at, at a stated confidence."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, exp, fsum, lgamma, log, log1p


def moved_at_most(frame: int, sample: int, seen: int, confidence: float) -> int:
    """Largest number of moved cases among ``frame`` that a sample with ``seen`` moved ones does not rule out.

    The one-sided Clopper-Pearson bound for a sample drawn without replacement (hypergeometric): the largest count
    under which ``seen`` or fewer would still turn up with a probability above ``1 - confidence``. Exact, in integers.
    """
    if not 0 <= seen <= sample <= frame:
        raise ValueError(f"no sample: {seen} of {sample} from {frame}")
    doubt = 1 - Fraction(str(confidence))
    ways = comb(frame, sample)

    def possible(count: int) -> bool:
        few = sum(comb(count, hit) * comb(frame - count, sample - hit) for hit in range(seen + 1))
        return few > doubt * ways

    return _last(possible, seen, frame - sample + seen)


def share_at_most(trials: int, seen: int, confidence: float) -> float:
    """One-sided Clopper-Pearson upper bound on a share after ``seen`` of ``trials``; 1.0 without any trial."""
    if not 0 <= seen <= trials:
        raise ValueError(f"no sample: {seen} of {trials}")
    if seen == trials:
        return 1.0
    doubt = 1 - confidence
    ways = tuple(lgamma(trials + 1) - lgamma(hit + 1) - lgamma(trials - hit + 1) for hit in range(seen + 1))
    low, high = seen / trials, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _tail(trials, ways, middle) > doubt else (low, middle)
    return high


def _tail(trials: int, ways: Sequence[float], share: float) -> float:
    """Probability of fewer hits than there are ``ways``, the logarithm of the number of ways to each count of hits.

    Summed in logarithms: the terms themselves are below the smallest float where ``trials`` are many.
    """
    if share >= 1:
        return 0.0
    hit, miss = log(share), log1p(-share)
    terms = [way + count * hit + (trials - count) * miss for count, way in enumerate(ways)]
    most = max(terms)
    return exp(most) * fsum(exp(term - most) for term in terms)


def _last(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Largest number in ``low``..``high`` for which ``holds``, which holds for ``low`` and turns once."""
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low
