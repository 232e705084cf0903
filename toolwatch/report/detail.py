"""How much detail a comment shows: the order in which it is dropped until the comment fits."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

EVERYTHING = 10**9


@dataclass(frozen=True, slots=True)
class Detail:
    """Most entries of each part; what is cut is counted and linked."""

    picked: int = EVERYTHING
    graph: bool = True
    wording: int = EVERYTHING
    findings: int = EVERYTHING
    provenance: bool = True
    changes: int = EVERYTHING
    rows: int = EVERYTHING
    approvals: int = EVERYTHING
    users: int = 50
    weights: int = 20
    trust: int = EVERYTHING
    """Lines on how far each model can be trusted on each suite."""
    text: int = 240
    """Characters of one quoted text."""


ORDER = (
    "why each case was asked",
    "the graph",
    "wording",
    "findings",
    "what was compared",
    "the prompt's size",
    "how far each model can be trusted",
    "changes",
    "moved requests, mildest first",
    "approvals",
)
"""The stated order; ``steps`` follows it."""


def steps() -> Iterator[Detail]:
    """From everything down to the first screen alone."""
    detail = Detail()
    yield detail
    yield (detail := replace(detail, picked=20))
    yield (detail := replace(detail, picked=0))
    yield (detail := replace(detail, graph=False))
    yield from (detail := replace(detail, wording=most) for most in (20, 5, 0))
    detail = replace(detail, wording=0)
    yield from (replace(detail, findings=most) for most in (50, 10, 0))
    yield (detail := replace(detail, findings=0, provenance=False, weights=0))
    yield (detail := replace(detail, trust=10))
    yield from (replace(detail, changes=most) for most in (50, 10))
    detail = replace(detail, changes=10)
    yield from (replace(detail, rows=most) for most in (100, 50, 20))
    yield replace(detail, rows=20, changes=0, approvals=20, users=10)
    yield replace(detail, rows=20, changes=0, approvals=0, users=10, text=80)
    yield replace(detail, rows=0, changes=0, approvals=0, users=0, text=80)
