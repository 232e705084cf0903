"""The main job: two editions of each tool list, what changed, which cases that moved, and whether it may pass."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from toolwatch import diff, gate, lint, similarity, suites
from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.lint.suppress import suppress
from toolwatch.model.change import Change
from toolwatch.model.finding import Finding
from toolwatch.model.report import Compared, Report
from toolwatch.model.similarity import Neighbours
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Suite
from toolwatch.model.verdict import Action, Reason
from toolwatch.pipeline import provenance, weight
from toolwatch.pipeline.approve import approved
from toolwatch.pipeline.lint import options_of
from toolwatch.pipeline.lists.compare import compare, ref_of
from toolwatch.pipeline.lists.labels import called, labels, suites_of
from toolwatch.pipeline.lists.targets import Target
from toolwatch.pipeline.rerun import asking, cases, expectations
from toolwatch.pipeline.suite import known, meant_for, named, of_project

Progress = Callable[[str], None]
Ready = Callable[[Sequence[Compared], Sequence[Suite]], None]


@dataclass(frozen=True, slots=True)
class Ask:
    """What one check is asked, beside the configuration."""

    targets: tuple[Target, ...] = ()
    """Empty: every configured server."""
    base: str = ""
    """A git ref, a snapshot or a definition file; see ``compare``."""
    suite: Path | None = None
    """A suite's folder or file; every case in it is meant for the one target, whatever that is called."""
    consumers: tuple[Path, ...] = ()
    """Where else the users of a renamed or removed tool are looked for, beside the configured places."""
    wish: cases.Wish = field(default_factory=cases.Wish)
    """How much is asked, and of whom."""


def check(ask: Ask, settings: Settings, *, progress: Progress | None = None, ready: Ready | None = None) -> Report:
    """Compare, lint what is new, rerun what the edit can have moved, and decide.

    ``ready`` gets the lists and the suites before any model is asked; what it raises ends the check.

    Raises:
        UsageError: a wrong target, base or suite.
        ObservationError: the base cannot be read.
    """
    asking.distinct(
        settings, [name for name in ask.wish.models or settings.run.models or (settings.run.model,) if name]
    )
    loaded = _suites(ask, settings)
    server = loaded[0].server if ask.suite and loaded else ""
    compared = compare(ask.targets, settings, base=ask.base, server=server, progress=progress)
    if ask.suite:
        loaded = meant_for(loaded, compared[0].after.server)
    for one in compared:
        if ask.suite or not one.after.variant:
            _check_suites(loaded, one)
    if ready:
        ready(compared, loaded)
    options, weights = options_of(settings), settings.diff.resolved()
    sides = [_side(one, label, loaded) for one, label in zip(compared, labels(compared), strict=True)]
    shown = tuple(called(side.compared, side.label) for side in sides)
    changes = tuple(replace(change, server=side.label) for side in sides for change in side.changes)
    findings, standing = _findings(sides, options)
    rerun = cases.rerun(sides, ask.wish, settings, progress=progress)
    verdict = gate.decide(
        policy=_policy(settings, asked=bool(rerun.outcomes)),
        servers=shown,
        changes=changes,
        weigh=lambda change: Action(weights.weigh(change).value),
        findings=findings,
        outcomes=rerun.outcomes,
        trouble=(
            *rerun.trouble,
            *_of_nobody(loaded, compared, settings),
            *_judged_otherwise(ask, loaded, compared, settings),
        ),
        approved=approved(settings, today=options.today or date.today()),
    )
    return Report(
        verdict=verdict,
        servers=shown,
        changes=changes,
        quiet=weights.ignored(changes),
        findings=findings,
        standing=standing,
        suites=_shown(sides, loaded),
        outcomes=rerun.outcomes,
        selection=rerun.selection,
        models=rerun.models,
        noise=rerun.noise,
        spent=rerun.spent,
        neighbours={side.label: side.near_after for side in sides},
        tokens=weight.tokens(shown),
        consumers=weight.users(
            ask.consumers, compared, [change for side in sides for change in side.changes], settings
        ),
        provenance=provenance.of(shown, loaded, rerun.models),
    )


def _policy(settings: Settings, *, asked: bool) -> gate.Policy:
    """The gate's policy; a model that decides may be named as the configuration names it."""
    policy = settings.gate.policy()
    if not asked or policy.models not in settings.models:
        return policy
    model = asking.prepared(settings, policy.models)
    with closing(model.store):
        return replace(policy, models=model.provider.info.label)


def _suites(ask: Ask, settings: Settings) -> tuple[Suite, ...]:
    if ask.suite is not None:
        if len(ask.targets) != 1:
            raise UsageError("--suite goes with exactly one target")
        return named(ask.suite)
    found = of_project(settings)
    if not ask.targets:
        known(found, settings)
    return found


def _side(one: Compared, label: str, loaded: Sequence[Suite]) -> cases.Side:
    """Changes, suites and neighbours of one list; neighbours once for the linter, the selection and the report."""
    near_after = similarity.neighbours(one.after.tools)
    near_before = Neighbours()
    if one.before is not None:
        same = one.before.tools == one.after.tools
        near_before = near_after if same else similarity.neighbours(one.before.tools)
    return cases.Side(one, label, _changes(one), suites_of(one, label, loaded), near_before, near_after)


def _shown(sides: Sequence[cases.Side], loaded: Sequence[Suite]) -> tuple[Suite, ...]:
    """Every suite, and what it is called where the report calls its list otherwise."""
    apart = (replace(suite, server=side.label) for side in sides for suite in side.suites)
    return tuple({suite.name: suite for suite in (*loaded, *apart)}.values())


def _changes(one: Compared) -> tuple[Change, ...]:
    """What changed; nothing can be said where one side was not observed at all."""
    if one.before is None or one.before.coverage.failure or one.after.coverage.failure:
        return ()
    return diff.compare(one.before, one.after)


def _findings(sides: Sequence[cases.Side], options: lint.Options) -> tuple[tuple[Finding, ...], int]:
    """Return the findings that are new with this edit, and how many stood before."""
    new: list[Finding] = []
    standing = 0
    for side in sides:
        before, after = side.compared.before, side.compared.after
        if after.coverage.failure:
            continue
        found = _linted(after, side.near_after, options)
        known: set[str] = set()
        if before is not None and not before.coverage.failure:
            known = {finding.fingerprint for finding in _linted(before, side.near_before, options)}
        new += [replace(finding, server=side.label) for finding in found if finding.fingerprint not in known]
        standing += sum(finding.fingerprint in known for finding in found)
    return tuple(new), standing


def _linted(snapshot: Snapshot, near: Neighbours, options: lint.Options) -> Sequence[Finding]:
    found = lint.check(snapshot.listing, neighbours=near, options=options)
    return suppress(found, options.suppressions, options.today).kept


def _of_nobody(loaded: Sequence[Suite], compared: Sequence[Compared], settings: Settings) -> Iterator[Reason]:
    """A note for every suite of a server that nobody has, since its name may be misspelt."""
    names = {one.after.server for one in compared} | settings.servers.keys()
    for suite in loaded:
        if suite.server not in names:
            yield Reason(
                f"nothing of the suite {suite.name} was asked: it is for the server {suite.server}, which is neither "
                "configured nor among the targets",
                blocks=False,
            )


def _judged_otherwise(
    ask: Ask, loaded: Sequence[Suite], compared: Sequence[Compared], settings: Settings
) -> Iterator[Reason]:
    ref = "" if ask.suite else ref_of(ask.base, settings)
    if ref:
        yield from expectations.changed(loaded, {one.after.server for one in compared}, settings, ref)


def _check_suites(loaded: Sequence[Suite], one: Compared) -> None:
    """A suite may name a tool that this edit removes: that is the edit's doing and shows as a change."""
    for suite in loaded:
        if suite.server == one.after.server and not one.after.coverage.failure:
            suites.check(suite, one.after.listing, *([one.before.listing] if one.before else []))
