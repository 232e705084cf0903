"""Which cases an edit would rerun, without asking any model."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from toolwatch import affected, diff, similarity, suites
from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.listing import Completeness
from toolwatch.model.outcome import Outcome
from toolwatch.model.report import Compared
from toolwatch.model.selection import Selection
from toolwatch.model.suite import Suite
from toolwatch.pipeline.lists.compare import compare
from toolwatch.pipeline.lists.labels import labels, suites_of
from toolwatch.pipeline.lists.targets import Target
from toolwatch.pipeline.rerun import asking, knowledge
from toolwatch.pipeline.suite import known, meant_for, named

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked, beside the configuration."""

    targets: tuple[Target, ...] = ()
    base: str = ""
    suite: Path | None = None
    """A suite's folder or file; every case in it is meant for the one target, whatever that is called."""
    mode: str = ""
    """``affected``, ``all`` or ``none``; empty: as configured."""
    budget: int | None = None
    model: str = ""


def choose(request: Request, settings: Settings, *, progress: Progress | None = None) -> dict[str, Selection]:
    """Return the selection for each server that has a suite.

    Raises:
        UsageError: a wrong target, base, suite or model.
        ObservationError: a list cannot be seen whole on one of the sides.
    """
    loaded = _suites(request, settings)
    server = loaded[0].server if request.suite and loaded else ""
    found: dict[str, Selection] = {}
    compared = compare(request.targets, settings, base=request.base, server=server, progress=progress)
    for one, label in zip(compared, labels(compared), strict=True):
        mine = suites_of(one, label, meant_for(loaded, one.after.server) if request.suite else loaded)
        _whole(one)
        if one.before is None:
            raise UsageError(f"{label}: there is nothing to compare with; give --base")
        for suite in mine:
            suites.check(suite, one.after.listing, one.before.listing)
        found[label] = _selected(one, mine, request, settings)
    return found


def _suites(request: Request, settings: Settings) -> tuple[Suite, ...]:
    if request.suite is not None:
        if len(request.targets) != 1:
            raise UsageError("--suite goes with exactly one target")
        return named(request.suite)
    found = suites.load(settings.root / settings.suites)
    if not request.targets:
        known(found, settings)
    return found


def _whole(one: Compared) -> None:
    """What was seen in part must not look like a list from which tools are gone."""
    for side in (one.before, one.after):
        if side is not None and side.coverage.completeness is not Completeness.COMPLETE:
            why = side.coverage.failure or "; ".join(side.coverage.problems) or "a list was refused"
            raise ObservationError(f"{side.server}: could not be seen whole: {why}")


def _selected(one: Compared, mine: Sequence[Suite], request: Request, settings: Settings) -> Selection:
    options = settings.select.options(mode=request.mode, budget=request.budget)
    first = _select(one, mine, options)
    if not first.picked:
        return first
    model = asking.prepared(settings, request.model)
    with closing(model.store):
        known = knowledge.gather(
            one,
            mine,
            model.provider,
            model.store,
            instructions=settings.run.instructions,
            scorer=settings.select.scorer,
        )
    return _select(one, mine, known.into(options), known.earlier)


def _select(
    one: Compared, mine: Sequence[Suite], options: affected.Options, earlier: Sequence[Outcome] = ()
) -> Selection:
    assert one.before is not None
    return affected.select(
        one.before,
        one.after,
        diff.compare(one.before, one.after),
        mine,
        before_neighbours=similarity.neighbours(one.before.tools),
        after_neighbours=similarity.neighbours(one.after.tools),
        earlier=earlier,
        options=options,
    )
