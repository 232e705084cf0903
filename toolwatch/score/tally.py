"""Counting what a model chose."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

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
