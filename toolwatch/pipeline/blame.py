"""Which piece of an edit moved which case: delta debugging over stored answers."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from toolwatch import runner, score
from toolwatch.config.models import BudgetSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.model.change import renames
from toolwatch.model.hunk import Blamed, Hunk
from toolwatch.model.listing import Listing
from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.report import Compared, Report, Spent
from toolwatch.model.suite import Case, Suite
from toolwatch.pipeline.rerun.asking import Asking, design_of, standing, told
from toolwatch.pipeline.rerun.purse import Purse
from toolwatch.runner import culprits
from toolwatch.runner.hunks import apply, hunks

Progress = Callable[[str], None]

MOVES = (Status.REGRESSED, Status.FIXED, Status.MOVED)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Every moved case with what moved it, and what the search for it has cost."""

    blamed: tuple[Blamed, ...] = ()
    spent: Spent = field(default_factory=Spent)


def blame(
    report: Report,
    settings: Settings,
    *,
    models: Sequence[str] = (),
    budget: BudgetSettings | None = None,
    cases: Sequence[str] = (),
    progress: Progress | None = None,
) -> Verdict:
    """Find for each moved case of ``report`` the smallest part of the edit that moves it.

    Args:
        report: of a check of the same models; its answers are in the store and cost nothing again.
        settings: the configuration.
        models: as the check was given them.
        budget: the most that may be spent on this; what it does not reach is reported as not complete.
        cases: ids to look at; empty means all that moved.
        progress: told what is being asked.

    Raises:
        UsageError: a model or a case is not known, or there was nothing to compare with.
        ModelError: a model cannot be used.
    """
    if report.servers and all(one.before is None for one in report.servers):
        raise UsageError("there is nothing to compare with; give --base")
    known(cases, report.suites)
    purse = Purse(settings, budget or BudgetSettings())
    blamed: list[Blamed] = []
    for name in models or settings.run.models or ("",):
        asking = purse.model(name)
        with closing(asking.store):
            blamed += _found(report, _Search(asking, settings, report, progress), cases)
    return Verdict(tuple(blamed), purse.spent)


def known(cases: Sequence[str], suites: Sequence[Suite]) -> None:
    """Refuse a case that no suite has.

    Raises:
        UsageError: see above.
    """
    if missing := set(cases) - {case.id for suite in suites for case in suite.cases}:
        raise UsageError(f"no suite here has a case {', '.join(sorted(missing))}")


def _found(report: Report, search: "_Search", cases: Sequence[str]) -> Iterator[Blamed]:
    suites = {suite.name: suite for suite in report.suites}
    lists = {one.after.server: one for one in report.servers if one.before is not None}
    for outcome in report.outcomes:
        suite = suites[outcome.suite]
        case = suite.case(outcome.case)
        moved = outcome.status in MOVES and outcome.model == search.asking.provider.info.label
        if moved and case is not None and suite.server in lists and (not cases or case.id in cases):
            yield search.blamed(suite, case, outcome, lists[suite.server])


class _Search:
    """One model's search; what moved one case is tried first on the next."""

    def __init__(self, asking: Asking, settings: Settings, report: Report, progress: Progress | None) -> None:
        self.asking = asking
        self.settings = settings
        self.changes = report.changes
        self.progress = progress
        self.known: list[tuple[Hunk, ...]] = []
        self.lists: dict[tuple[str, frozenset[Hunk]], Listing] = {}

    def blamed(self, suite: Suite, case: Case, outcome: Outcome, one: Compared) -> Blamed:
        """The smallest part of the edit that moves one case."""
        assert one.before is not None
        pieces = hunks(one.before.listing, one.after.listing)
        moves = partial(self._moves, suite, case, outcome, one)
        found = culprits.smallest(self._start(pieces, outcome, moves), moves)
        if found.parts not in self.known:
            self.known.append(found.parts)
        return Blamed(
            server=suite.server,
            suite=suite.name,
            case=case.id,
            model=outcome.model,
            status=outcome.status,
            before=outcome.before.top,
            after=outcome.after.top,
            expected=case.expected_text,
            hunks=found.parts,
            complete=found.complete,
            needed=self._needed(pieces, found.parts, moves),
        )

    def _start(self, pieces: tuple[Hunk, ...], outcome: Outcome, moves: culprits.Moves[Hunk]) -> tuple[Hunk, ...]:
        """The whole edit, or a likely part of it that moves the case too."""
        near = tuple(piece for piece in pieces if piece.tool in (outcome.before.top, outcome.after.top))
        for some in (*self.known, near):
            if some and set(some) < set(pieces) and moves(some):
                return some
        return pieces

    def _needed(self, pieces: tuple[Hunk, ...], parts: tuple[Hunk, ...], moves: culprits.Moves[Hunk]) -> bool | None:
        rest = tuple(piece for piece in pieces if piece not in parts)
        if not rest:
            return True
        still = moves(rest)
        return None if still is None else not still

    def _moves(self, suite: Suite, case: Case, outcome: Outcome, one: Compared, some: tuple[Hunk, ...]) -> bool | None:
        if self.progress:
            self.progress(f"blame {suite.name}/{case.id}: {len(some)} pieces of the edit")
        assert one.before is not None
        key = (suite.server, frozenset(some))
        if key not in self.lists:
            self.lists[key] = apply(one.before.listing, one.after.listing, some)
        told_too = self.settings.run.instructions
        before = runner.ask_of(suite, case, one.before.listing, instructions=told_too)
        after = runner.ask_of(suite, case, self.lists[key], instructions=told_too)
        right = score.judge(case, renames(change for change in self.changes if change.server == suite.server))
        contest = runner.Contest(suite.name, case.id, before, after, right)
        trials = runner.settle(
            [contest],
            self.asking.provider,
            self.asking.store,
            design=design_of(self.settings),
            options=self.asking.options,
            ledger=self.asking.ledger,
            progress=told(self.progress),
        )
        found = standing(trials, right, design_of(self.settings))
        return None if found is Status.NO_VERDICT else found is outcome.status
