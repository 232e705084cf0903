"""Asks each case just as often as its verdict needs: rounds of one repeat a side, decided cases drop out."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from toolwatch.model.evidence import SINGLE, STANDARD, Design, weigh
from toolwatch.model.trial import Ask, Edition, Trial
from toolwatch.runner.base import Provider
from toolwatch.runner.engine import DEFAULTS, Options, run
from toolwatch.runner.jobs import Job, repeated
from toolwatch.runner.ledger import Ledger
from toolwatch.runner.progress import OnProgress
from toolwatch.runner.store import AnswerStore


@dataclass(frozen=True, slots=True)
class Contest:
    """One case under both editions; ``right`` says whether a chosen tool (NO_TOOL for none) is."""

    suite: str
    case: str
    before: Ask
    after: Ask
    right: Callable[[str], bool]
    known: tuple[Trial, ...] = ()
    """Answers that are at hand already and are not asked for."""

    def jobs(self, edition: Edition, repeats: range) -> Iterator[Job]:
        """The questions of one side that are to be asked."""
        ask = self.before if edition is Edition.BEFORE else self.after
        known = {trial.repeat for trial in self.known if trial.edition is edition}
        return repeated(self.suite, self.case, edition, ask, [number for number in repeats if number not in known])


@dataclass(slots=True)
class _Sides:
    contest: Contest
    trials: list[Trial] = field(default_factory=list)

    def open(self, design: Design) -> bool:
        """Whether more calls are worth making; a case that once gave no answer has no verdict and gets none."""
        if any(trial.choice is None for trial in self.trials):
            return False
        return not weigh(self._counts(Edition.BEFORE), self._counts(Edition.AFTER), self.contest.right, design).decided

    def _counts(self, edition: Edition) -> Counter[str]:
        return Counter(trial.chosen for trial in self.trials if trial.edition is edition and trial.choice is not None)


def settle(
    contests: Sequence[Contest],
    provider: Provider,
    store: AnswerStore,
    *,
    design: Design = STANDARD,
    options: Options = DEFAULTS,
    ledger: Ledger | None = None,
    progress: OnProgress | None = None,
) -> tuple[Trial, ...]:
    """Ask until every contest is decided or the design's cap is reached; trials by contest, edition and repeat.

    All of one edition is asked before the other, and the next round starts with the edition that the last one ended
    with: a local server reads a long tool list once, as long as the list stays the same.

    Raises:
        ModelError, UsageError, KeyboardInterrupt: as ``run`` does.
    """
    design = SINGLE if provider.info.deterministic else design
    ledger = ledger or Ledger()
    sides = [_Sides(contest, list(contest.known)) for contest in contests]
    editions = [Edition.BEFORE, Edition.AFTER]
    repeats = range(design.least)
    still = sides
    while still and repeats.start < design.most:
        for edition in editions:
            _round(still, edition, repeats, provider, store, options, ledger, progress)
        editions.reverse()
        still = [side for side in still if side.open(design)]
        repeats = range(repeats.stop, repeats.stop + 1)
    return tuple(trial for side in sides for trial in sorted(side.trials, key=_place))


def _round(
    sides: Sequence[_Sides],
    edition: Edition,
    repeats: range,
    provider: Provider,
    store: AnswerStore,
    options: Options,
    ledger: Ledger,
    progress: OnProgress | None,
) -> None:
    jobs = [(side, job) for side in sides for job in side.contest.jobs(edition, repeats)]
    trials = run([job for _, job in jobs], provider, store, options=options, ledger=ledger, progress=progress)
    for (side, _), trial in zip(jobs, trials, strict=True):
        side.trials.append(trial)


def _place(trial: Trial) -> tuple[bool, int]:
    return (trial.edition is Edition.AFTER, trial.repeat)
