"""How strict to be about changes: four named policies, and what a team decides otherwise for single codes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from toolwatch.model.change import Change, Compat, Seen

REVIEWED = frozenset({"capability_grew", "promise_relaxed", "tool_returned_different"})
"""Changes that break no call, and that a person should look at all the same."""


class Weight(StrEnum):
    """What a change does to the verdict."""

    BLOCK = "block"
    REVIEW = "review"
    """A person must approve it."""
    WARN = "warn"
    """Shown, and passes."""
    IGNORE = "ignore"
    """Recorded in the JSON, not shown."""


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


@dataclass(frozen=True, slots=True)
class Policy:
    """A named policy, and the weights that differ from it, by code or rule name."""

    strictness: Strictness = Strictness.CALLERS
    overrides: Mapping[str, Weight] = field(default_factory=dict)

    def weigh(self, change: Change) -> Weight:
        """What one change does to the verdict."""
        for key in (change.code, change.name):
            if key in self.overrides:
                return self.overrides[key]
        return _POLICIES[self.strictness](change)

    def shown(self, changes: Iterable[Change]) -> tuple[Change, ...]:
        """The changes that people are to see."""
        return tuple(change for change in changes if self.weigh(change) is not Weight.IGNORE)


def _means_nothing(change: Change) -> bool:
    return change.compat is Compat.NONE and change.seen_by_model is not Seen.YES


def _strict(change: Change) -> Weight:
    return Weight.WARN if change.compat is Compat.NONE else Weight.BLOCK


def _callers(change: Change) -> Weight:
    if change.compat is Compat.BREAKING:
        return Weight.BLOCK
    if change.compat is Compat.UNCLEAR or change.name in REVIEWED:
        return Weight.REVIEW
    return Weight.IGNORE if _means_nothing(change) else Weight.WARN


def _selection(change: Change) -> Weight:
    if change.seen_by_model is Seen.YES:
        return Weight.REVIEW
    return Weight.IGNORE if _means_nothing(change) else Weight.WARN


def _quiet(change: Change) -> Weight:
    return Weight.BLOCK if change.compat is Compat.BREAKING else Weight.IGNORE


_POLICIES = {
    Strictness.STRICT: _strict,
    Strictness.CALLERS: _callers,
    Strictness.SELECTION: _selection,
    Strictness.QUIET: _quiet,
}
