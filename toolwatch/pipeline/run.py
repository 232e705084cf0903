"""Suites on the lists as they are now: what each case is answered, and whether that is right."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from toolwatch import runner, score, suites
from toolwatch.config.models import BudgetSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.listing import Completeness
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Case, Suite
from toolwatch.model.trial import Edition, Trial
from toolwatch.pipeline.lists.observe import observe_all
from toolwatch.pipeline.lists.targets import Target
from toolwatch.pipeline.rerun.asking import Asking, margin, prepared, spent, told
from toolwatch.pipeline.suite import known, named, of_project
from toolwatch.runner.account import Account, Result, Told
from toolwatch.score.tally import tally, top_right

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Request:
    """What one run is asked, beside the configuration."""

    targets: tuple[Target, ...] = ()
    """Empty: the servers of the suites."""
    suite: Path | None = None
    """A suite's folder or file, meant for the one target, whatever that is called."""
    cases: tuple[str, ...] = ()
    """Ids; empty: all."""
    model: str = ""
    repeats: int | None = None
    budget: BudgetSettings | None = None


def run(request: Request, settings: Settings, *, progress: Progress | None = None) -> Account:
    """Ask every case of the suites of the targets and tell what was chosen.

    Raises:
        UsageError: no such suite, case or model, or two targets that are lists of one server.
        ObservationError: a list could not be seen whole, so that asking about it would mislead.
        ModelError: the model cannot be used.
    """
    pairs = tuple(_cut(suite, snapshot, request.cases) for suite, snapshot in _pairs(request, settings, progress))
    if not any(suite.cases for suite, _ in pairs) and not request.cases:
        names = ", ".join(suite.name for suite, _ in pairs)
        raise UsageError(f"the suite {names} has no case yet, so there is nothing to ask: see `toolwatch suite add`")
    if request.cases and (missing := set(request.cases) - {case.id for suite, _ in pairs for case in suite.cases}):
        raise UsageError(f"no suite here has a case {', '.join(sorted(missing))}")
    asking = prepared(settings, request.model, budget=request.budget)
    with closing(asking.store):
        trials = _asked(pairs, asking, request, settings, progress)
    return Account(
        model=asking.provider.info,
        cases=tuple(_told(suite, case, trials) for suite, _ in pairs for case in suite.cases),
        spent=spent(asking),
        lists={snapshot.server: snapshot.digests.as_sent for _, snapshot in pairs},
        tools={snapshot.server: tuple(tool.name for tool in snapshot.tools) for _, snapshot in pairs},
        conversions=_conversions(asking.provider, [snapshot for _, snapshot in pairs]),
    )


def _pairs(request: Request, settings: Settings, progress: Progress | None) -> list[tuple[Suite, Snapshot]]:
    """Each suite with the list of its server."""
    if request.suite is not None:
        if len(request.targets) != 1:
            raise UsageError("--suite goes with exactly one target")
        (snapshot,) = _observed(request.targets, settings, progress)
        return [(suite, snapshot) for suite in _checked(named(request.suite), snapshot)]
    folder = settings.root / settings.suites
    there = of_project(settings)
    targets = request.targets or tuple(Target(name) for name in _servers(there, settings))
    if not targets:
        raise UsageError(f"{folder}: there are no suites; `toolwatch suite new` makes one")
    found = _observed(targets, settings, progress)
    pairs = [
        (suite, snapshot)
        for snapshot in found
        for suite in _checked([one for one in there if one.server == snapshot.server], snapshot)
    ]
    _once(pairs)
    if not pairs:
        raise UsageError(
            f"no suite in {folder} is for {', '.join(snapshot.server for snapshot in found)}: give --suite"
        )
    return pairs


def _once(pairs: Sequence[tuple[Suite, Snapshot]]) -> None:
    """Refuse two lists under one suite: their answers would become one verdict."""
    met: set[str] = set()
    for suite, snapshot in pairs:
        if suite.name in met:
            raise UsageError(
                f"two targets are lists of {snapshot.server}, so that the suite {suite.name} would be asked on both; "
                "run them one after another, or compare them with `toolwatch check --base`"
            )
        met.add(suite.name)


def _servers(there: Sequence[Suite], settings: Settings) -> list[str]:
    """The servers of all suites; one that cannot be reached is no reason to leave its suite out in silence."""
    known(there, settings)
    return sorted({suite.server for suite in there})


def _observed(targets: Sequence[Target], settings: Settings, progress: Progress | None) -> tuple[Snapshot, ...]:
    found = observe_all(targets, settings, progress=progress)
    for snapshot in found:
        if snapshot.coverage.completeness is not Completeness.COMPLETE:
            problems = snapshot.coverage.failure or "; ".join(snapshot.coverage.problems) or "see `toolwatch lint`"
            raise ObservationError(f"{snapshot.server} was not seen whole, so no case is asked: {problems}")
    return found


def _checked(found: Sequence[Suite], snapshot: Snapshot) -> Sequence[Suite]:
    for suite in found:
        suites.check(suite, snapshot.listing)
    return found


def _cut(suite: Suite, snapshot: Snapshot, wanted: Sequence[str]) -> tuple[Suite, Snapshot]:
    kept = tuple(case for case in suite.cases if not wanted or case.id in wanted)
    return replace(suite, cases=kept), snapshot


def _asked(
    pairs: Sequence[tuple[Suite, Snapshot]],
    asking: Asking,
    request: Request,
    settings: Settings,
    progress: Progress | None,
) -> tuple[Trial, ...]:
    repeats = request.repeats or (1 if asking.provider.info.deterministic else settings.run.repeats)
    jobs = [
        job
        for suite, snapshot in pairs
        for case in suite.cases
        for job in runner.repeated(
            suite.name,
            case.id,
            Edition.AFTER,
            runner.ask_of(suite, case, snapshot.listing, instructions=settings.run.instructions),
            range(repeats),
        )
    ]
    return runner.run(
        jobs, asking.provider, asking.store, options=asking.options, ledger=asking.ledger, progress=told(progress)
    )


def _told(suite: Suite, case: Case, trials: Sequence[Trial]) -> Told:
    mine = [trial for trial in trials if (trial.suite, trial.case) == (suite.name, case.id)]
    counted = tally(mine)
    right = partial(score.is_right, case=case)
    hits = sum(count for tool, count in counted.counts if right(tool))
    return Told(
        suite=suite.name,
        case=case.id,
        request=case.request,
        expected=case.expected_text,
        counts=counted.counts,
        result=_result(hits, counted.asked, counted.failed),
        trouble="; ".join(sorted({trial.error for trial in mine if trial.error})),
        margin=margin(case, mine),
        server=suite.server,
        expected_tools=case.expected,
        top_right=top_right(counted.counts, right),
        category=case.category,
    )


def _result(right: int, asked: int, failed: int) -> Result:
    if failed or not asked:
        return Result.NO_ANSWER
    if right == asked:
        return Result.RIGHT
    return Result.UNSTABLE if right else Result.WRONG


def _conversions(provider: runner.Provider, snapshots: Sequence[Snapshot]) -> tuple[str, ...]:
    notes = [note for snapshot in snapshots for note in provider.conversions(snapshot.listing.tools)]
    return tuple(dict.fromkeys(notes))
