"""What became of candidate wordings, ranked, and how that is told."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from toolwatch.model.inert import one_line
from toolwatch.model.outcome import Status
from toolwatch.model.tool import Json
from toolwatch.runner.candidates import Candidate


class Role(StrEnum):
    """Why a case was asked."""

    TARGET = "target"
    """It goes wrong with the list as it is; a good wording mends it."""
    GUARD = "guard"
    """It goes right, and a good wording leaves it so."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One case under one candidate, compared with the list before the edit (or as it is, where nothing changed)."""

    suite: str
    case: str
    role: Role
    status: Status
    before: str
    after: str
    expected: str
    right: bool
    """Whether it goes right under the candidate."""
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """One candidate with all its effects."""

    candidate: Candidate
    effects: tuple[Effect, ...]

    @property
    def broken(self) -> tuple[Effect, ...]:
        """Cases that go wrong under it and went right before."""
        return tuple(effect for effect in self.effects if effect.status is Status.REGRESSED)

    @property
    def unclear(self) -> tuple[Effect, ...]:
        """Cases without an answer, or unstable ones: nobody knows whether it breaks them."""
        return tuple(effect for effect in self.effects if effect.status in (Status.NO_VERDICT, Status.UNSTABLE))

    @property
    def mended(self) -> tuple[Effect, ...]:
        """Targets that go right under it."""
        return tuple(effect for effect in self.effects if effect.role is Role.TARGET and effect.right)

    @property
    def accepted(self) -> bool:
        """One that breaks any case, or may, is refused."""
        return not self.broken and not self.unclear

    @property
    def helps(self) -> bool:
        """Whether it is accepted and mends something, where there is something to mend."""
        return self.accepted and (bool(self.mended) or all(effect.role is Role.GUARD for effect in self.effects))


def ranked(tried: Sequence[Tried]) -> tuple[Tried, ...]:
    """Best first: accepted ones by what they mend, then by margin and brevity; refused ones by what they break."""
    return tuple(sorted(tried, key=_merit))


def render(tried: Sequence[Tried], format_name: str) -> str:
    """As ``text`` or ``json``."""
    if format_name == "json":
        return json.dumps({"schema_version": 1, "candidates": [_document(one) for one in tried]}, indent=2) + "\n"
    return "\n".join(line for number, one in enumerate(tried, 1) for line in _text(number, one)) + "\n"


def _merit(one: Tried) -> tuple[bool, int, int, float, int, str]:
    margins = [effect.margin for effect in one.effects if effect.margin is not None]
    mean = sum(margins) / len(margins) if margins else 0.0
    harm = len(one.broken) + len(one.unclear)
    return (not one.accepted, harm, -len(one.mended), -mean, one.candidate.length, one.candidate.id)


def _document(one: Tried) -> dict[str, Json]:
    return {
        "id": one.candidate.id,
        "accepted": one.accepted,
        "mends": [_effect(effect) for effect in one.mended],
        "breaks": [_effect(effect) for effect in one.broken],
        "unclear": [_effect(effect) for effect in one.unclear],
        "asked": len(one.effects),
        "wordings": [
            {"tool": wording.tool, "field": wording.field, "text": wording.text} for wording in one.candidate.wordings
        ],
    }


def _effect(effect: Effect) -> dict[str, Json]:
    return {
        "suite": effect.suite,
        "id": effect.case,
        "role": effect.role.value,
        "status": effect.status.value,
        "before": effect.before,
        "after": effect.after,
        "expected": effect.expected,
        "margin": effect.margin,
    }


def _text(number: int, one: Tried) -> Iterator[str]:
    targets = sum(effect.role is Role.TARGET for effect in one.effects)
    guards = len(one.effects) - targets
    verdict = "refused" if not one.accepted else "accepted" if one.helps else "breaks nothing, mends nothing"
    yield (
        f"{number}. {one_line(one.candidate.id)}: {verdict}; mends {len(one.mended)} of {targets}, "
        f"asked with {guards} guards"
    )
    for wording in one.candidate.wordings:
        yield f"     {one_line(wording.tool)} {one_line(wording.field)}: {one_line(wording.text, 200)}"
    for word, effects in (("breaks", one.broken), ("unclear", one.unclear), ("mends", one.mended)):
        for effect in effects:
            places = f"{one_line(effect.before) or 'nothing'} -> {one_line(effect.after) or 'nothing'}"
            name = f"{one_line(effect.suite)}/{one_line(effect.case)}"
            yield f"   {word} {name}: {places}, expected {one_line(effect.expected)}"
