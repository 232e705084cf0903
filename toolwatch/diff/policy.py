"""How strict to be about changes: four named policies, and what a team decides otherwise for single codes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from toolwatch.model.change import Change, Compat, Seen
from toolwatch.model.verdict import Action

REVIEWED = frozenset({"capability_grew", "promise_relaxed", "tool_returned_different"})
"""Changes that break no call, and that a person should look at all the same."""


class Strictness(StrEnum):
    """A named policy."""

    STRICT = "strict"
    """Whatever is not proven to mean the same blocks; what means the same is shown."""
    CALLERS = "callers"
    """What breaks callers or readers blocks; what is unclear, or grants a tool more, wants a person."""
    SELECTION = "selection"
    """What a model reads wants a person, since it may move requests; what breaks callers is shown."""
    QUIET = "quiet"
    """What breaks callers or readers blocks; nothing else is shown."""


DEFAULT = Strictness.CALLERS


@dataclass(frozen=True, slots=True)
class Policy:
    """A named policy, and the weights that differ from it, by code or rule name."""

    strictness: Strictness = DEFAULT
    overrides: Mapping[str, Action] = field(default_factory=dict)

    def weigh(self, change: Change) -> Action:
        """What one change does to the verdict."""
        for key in (change.code, change.name):
            if key in self.overrides:
                return self.overrides[key]
        return _POLICIES[self.strictness](change)

    def shown(self, changes: Iterable[Change]) -> tuple[Change, ...]:
        """The changes that people are to see."""
        return tuple(change for change in changes if self.weigh(change) is not Action.IGNORE)

    def ignored(self, changes: Iterable[Change]) -> frozenset[str]:
        """The fingerprints of the others."""
        return frozenset(change.fingerprint for change in changes if self.weigh(change) is Action.IGNORE)


def _means_nothing(change: Change) -> bool:
    return change.compat is Compat.NONE and change.seen_by_model is not Seen.YES


def _strict(change: Change) -> Action:
    return Action.WARN if change.compat is Compat.NONE else Action.BLOCK


def _callers(change: Change) -> Action:
    if change.compat is Compat.BREAKING:
        return Action.BLOCK
    if change.compat is Compat.UNCLEAR or change.name in REVIEWED:
        return Action.REVIEW
    return Action.IGNORE if _means_nothing(change) else Action.WARN


def _selection(change: Change) -> Action:
    if change.seen_by_model is Seen.YES:
        return Action.REVIEW
    return Action.IGNORE if _means_nothing(change) else Action.WARN


def _quiet(change: Change) -> Action:
    return Action.BLOCK if change.compat is Compat.BREAKING else Action.IGNORE


_POLICIES = {
    Strictness.STRICT: _strict,
    Strictness.CALLERS: _callers,
    Strictness.SELECTION: _selection,
    Strictness.QUIET: _quiet,
}
