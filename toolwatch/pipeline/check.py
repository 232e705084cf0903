"""The main job: two editions of each tool list, what changed, which cases that moved, and whether it may pass."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from toolwatch import diff, gate, lint, similarity, suites
from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.lint.suppress import suppress
from toolwatch.model.change import Change
from toolwatch.model.finding import Finding
from toolwatch.model.listing import Completeness
from toolwatch.model.report import Compared, Report
from toolwatch.model.similarity import Neighbours
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Suite
from toolwatch.model.verdict import Action
from toolwatch.pipeline import cases, provenance
from toolwatch.pipeline.approve import approved
from toolwatch.pipeline.compare import compare
from toolwatch.pipeline.targets import Target

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Ask:
    """What one check is asked, beside the configuration."""

    targets: tuple[Target, ...] = ()
    """Empty: every configured server."""
    base: str = ""
    """A git ref, a snapshot or a definition file; see ``compare``."""
    suite: Path | None = None
    """A suite's folder or file; every case in it is meant for the one target, whatever that is called."""
    select: str = "affected"
    """``affected``, ``all`` or ``none``."""
    models: tuple[str, ...] = ()
    """``PROVIDER:MODEL`` each, over those of the configuration."""


def check(ask: Ask, settings: Settings, *, progress: Progress | None = None) -> Report:
    """Compare, lint what is new, rerun what the edit can have moved, and decide.

    Raises:
        UsageError: a wrong target, base or suite.
        ObservationError: the base cannot be read.
        ModelError: a model was needed and cannot be used.
    """
    loaded = _suites(ask, settings)
    server = loaded[0].server if ask.suite and loaded else ""
    compared = compare(ask.targets, settings, base=ask.base, server=server, progress=progress)
    neighbours = [_neighbours(one) for one in compared]
    changes = tuple(change for one in compared for change in _changes(one))
    options, weights = settings.lint.options(), settings.diff.resolved()
    findings, standing = _findings(compared, neighbours, options)
    for suite in loaded:
        _check_suite(suite, compared)
    rerun = cases.rerun(
        compared, changes, loaded, neighbours, settings, select=ask.select, models=ask.models, progress=progress
    )
    verdict = gate.decide(
        policy=settings.gate.policy(),
        servers=compared,
        changes=changes,
        weigh=lambda change: Action(weights.weigh(change).value),
        findings=findings,
        outcomes=rerun.outcomes,
        trouble=rerun.trouble,
        approved=approved(settings, today=options.today or date.today()),
    )
    return Report(
        verdict=verdict,
        servers=compared,
        changes=changes,
        findings=findings,
        standing=standing,
        suites=loaded,
        outcomes=rerun.outcomes,
        selection=rerun.selection,
        models=rerun.models,
        spent=rerun.spent,
        neighbours={one.after.server: after for one, (_, after) in zip(compared, neighbours, strict=True)},
        provenance=provenance.of(compared, loaded, rerun.models),
    )


def _suites(ask: Ask, settings: Settings) -> tuple[Suite, ...]:
    if ask.suite is not None:
        if len(ask.targets) != 1:
            raise UsageError("--suite goes with exactly one target")
        return suites.load(ask.suite)
    folder = settings.root / settings.suites
    return suites.load(folder) if folder.is_dir() else ()


def _neighbours(one: Compared) -> tuple[Neighbours, Neighbours]:
    """Neighbours before and after, computed once for the linter, the selection and the report."""
    after = similarity.neighbours(one.after.tools)
    if one.before is None:
        return Neighbours(), after
    return (after if one.before.tools == one.after.tools else similarity.neighbours(one.before.tools)), after


def _changes(one: Compared) -> tuple[Change, ...]:
    """What changed; nothing can be said where one side was not observed at all."""
    if one.before is None or Completeness.FAILED in (one.before.coverage.completeness, one.after.coverage.completeness):
        return ()
    return diff.compare(one.before, one.after)


def _findings(
    compared: Sequence[Compared], neighbours: Sequence[tuple[Neighbours, Neighbours]], options: lint.Options
) -> tuple[tuple[Finding, ...], int]:
    """Return the findings that are new with this edit, and how many stood before."""
    new: list[Finding] = []
    standing = 0
    for one, (old_near, new_near) in zip(compared, neighbours, strict=True):
        if one.after.coverage.failure:
            continue
        found = _linted(one.after, new_near, options)
        known: set[str] = set()
        if one.before is not None and not one.before.coverage.failure:
            known = {finding.fingerprint for finding in _linted(one.before, old_near, options)}
        new += [finding for finding in found if finding.fingerprint not in known]
        standing += sum(finding.fingerprint in known for finding in found)
    return tuple(new), standing


def _linted(snapshot: Snapshot, near: Neighbours, options: lint.Options) -> Sequence[Finding]:
    found = lint.check(snapshot.listing, neighbours=near, options=options)
    return suppress(found, options.suppressions, options.today).kept


def _check_suite(suite: Suite, compared: Sequence[Compared]) -> None:
    """A suite may name a tool that this edit removes: that is the edit's doing and shows as a change."""
    for one in compared:
        if one.after.server == suite.server and not one.after.coverage.failure:
            before = one.before.tools if one.before else ()
            suites.check(suite, replace(one.after.listing, tools=(*one.after.tools, *before)))
