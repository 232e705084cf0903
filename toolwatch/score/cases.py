"""One case on one list: was it right, by all its repeats together."""

from collections.abc import Mapping, Sequence
from functools import partial

from toolwatch.model.outcome import Outcome
from toolwatch.model.suite import NO_TOOL, Case
from toolwatch.model.trial import Edition, Trial
from toolwatch.score.matching import MISSING, matches
from toolwatch.score.metrics.selection import Selected
from toolwatch.score.tally import is_right, standing_for, tally, top_right


def right_tool(case: Case, trials: Sequence[Trial]) -> bool:
    """Whether the most frequent choice is right; False without an answer, and on a tie with a wrong choice."""
    return top_right(tally(trials).counts, partial(is_right, case=case))


def right_arguments(case: Case, trials: Sequence[Trial]) -> bool:
    """Whether the tool is right, and in every repeat with the right tool every checked argument, too."""
    if not right_tool(case, trials):
        return False
    chosen = [trial.choice for trial in trials if trial.choice is not None and trial.choice.tool in case.expected]
    return all(_arguments_fit(case.arguments, choice.arguments) for choice in chosen)


def judged(case: Case, trials: Sequence[Trial]) -> Selected:
    """The case as a row of the confusion matrix."""
    chosen = standing_for(tally(trials).counts, partial(is_right, case=case))
    return row(case.expected, chosen, right=is_right(chosen, case), category=case.category)


def judged_again(outcome: Outcome, edition: Edition) -> Selected | None:
    """A stored outcome as a row of the confusion matrix; None where a repeat has no readable answer."""
    before = edition is Edition.BEFORE
    chosen, right = (outcome.before, outcome.right_before) if before else (outcome.after, outcome.right_after)
    if chosen.failed or not chosen.counts:
        return None
    return counted(outcome.expected, chosen.counts, right=right, category=outcome.category)


def counted(expected: Sequence[str], counts: Sequence[tuple[str, int]], *, right: bool, category: str) -> Selected:
    """Stored choices, most frequent first, as a row of the confusion matrix; ``right`` as it was judged then."""
    wanted = expected or (NO_TOOL,)
    chosen = standing_for(counts, lambda tool: right or tool in wanted)
    return row(expected, chosen, right=right, category=category)


def row(expected: Sequence[str], chosen: str, *, right: bool, category: str) -> Selected:
    """A row of the confusion matrix.

    A right choice that is not among the expected ones is a tool that may come first: it counts as the expected one.
    """
    also = (chosen,) if right and chosen not in expected and chosen != NO_TOOL else ()
    return Selected((*expected, *also), chosen, category)


def _arguments_fit(wanted: Mapping[str, Mapping[str, object]], given: object) -> bool:
    known = given if isinstance(given, dict) else {}
    return all(matches(matcher, known.get(name, MISSING)) for name, matcher in wanted.items())
