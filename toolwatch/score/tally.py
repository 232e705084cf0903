"""Counting what a model chose."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from toolwatch.model.outcome import Tally
from toolwatch.model.suite import NO_TOOL, Case
from toolwatch.model.trial import Trial


def tally(trials: Iterable[Trial]) -> Tally:
    """Count the choices of trials of one case, model and edition."""
    counts: Counter[str] = Counter()
    failed = 0
    for trial in trials:
        if trial.choice is None:
            failed += 1
        else:
            counts[trial.chosen] += 1
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Tally(counts=tuple(ordered), failed=failed)


def leaders(counts: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """The most frequent choices: several on a tie, none without an answer; ``counts`` has the most frequent first."""
    return tuple(tool for tool, count in counts if count == counts[0][1])


def top_right(counts: Sequence[tuple[str, int]], right: Callable[[str], bool]) -> bool:
    """Whether the most frequent choice is right; False without an answer, and on a tie with a wrong choice."""
    return bool(counts) and all(right(tool) for tool in leaders(counts))


def standing_for(counts: Sequence[tuple[str, int]], right: Callable[[str], bool]) -> str:
    """The choice that stands for all repeats: the most frequent, on a tie a wrong one where there is one, then by name.

    An empty text where nothing was answered.
    """
    most = leaders(counts)
    return next((tool for tool in most if not right(tool)), most[0] if most else "")


def judge(case: Case, renamed: Mapping[str, str] | None = None) -> Callable[[str], bool]:
    """``is_right`` of a case for two lists between which tools were renamed (old name to new): both names mean one."""
    other = {**(renamed or {}), **{new: old for old, new in (renamed or {}).items()}}

    def right(choice: str) -> bool:
        names = (choice, other[choice]) if choice in other else (choice,)
        return not any(name in case.must_not for name in names) and any(is_right(name, case) for name in names)

    return right


def is_right(choice: str, case: Case) -> bool:
    """Whether a chosen tool (NO_TOOL for none) is one of the expected, and none of the forbidden.

    A tool that the case lets an agent call first is right as a first call, too.
    """
    if choice in case.must_not:
        return False
    return choice in case.optional or (choice in case.expected if case.expected else choice == NO_TOOL)
