"""Edits that mean nothing, asked of one model: which cases move by themselves."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from toolwatch import affected, runner, score, suites
from toolwatch.config.models import BudgetSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import ModelError, ObservationError, UsageError
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Completeness, Listing
from toolwatch.model.noise import Noise, digest_of
from toolwatch.model.report import Spent
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Suite
from toolwatch.model.trial import Edition
from toolwatch.pipeline.lists.observe import observe
from toolwatch.pipeline.lists.targets import Target
from toolwatch.pipeline.rerun.asking import Asking, prepared, spent, told
from toolwatch.pipeline.suite import named
from toolwatch.suites import noise

Progress = Callable[[str], None]
UNCHANGED = "unchanged"
"""The placebo that is no edit: the list asked again."""
Answers = Mapping[str, str]
"""The tool that each case goes to (NO_TOOL for none)."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked, beside the configuration."""

    target: Target
    suite: Path | None = None
    model: str = ""
    most: int = 0
    """Most placebos beside the unchanged list asked again; 0 is all of them."""
    budget: BudgetSettings | None = None
    keep: bool = True
    """Whether what is found is written beside the suites."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was found, what it cost, and where it was written."""

    noise: tuple[Noise, ...]
    spent: Spent
    files: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()
    """What was not written, or took the place of more."""


def measure(request: Request, settings: Settings, *, progress: Progress | None = None) -> Heard:
    """Ask every case of the target's suites under every placebo.

    Raises:
        UsageError: no such target, suite or model, or the target has no suite.
        ObservationError: the list could not be seen whole.
        ModelError: the model cannot be used, or left a question unanswered, so that nothing can be said.
    """
    snapshot = observe(request.target, settings, progress=progress)
    if snapshot.coverage.completeness is not Completeness.COMPLETE:
        why = snapshot.coverage.failure or "; ".join(snapshot.coverage.problems) or "a list was refused"
        raise ObservationError(f"{one_line(snapshot.server)}: could not be seen whole: {one_line(why)}")
    mine = _suites(request, settings, snapshot)
    asking = prepared(settings, request.model, budget=request.budget)
    with closing(asking.store):
        found = tuple(_one(suite, snapshot, asking, request, settings, progress) for suite in mine)
        cost = spent(asking)
    files, notes = _kept(mine, found) if request.keep else ((), ())
    return Heard(found, cost, files, notes)


def text(heard: Heard) -> str:
    """For people: the share of fragile cases, what each placebo moved, and the cases."""
    lines = []
    for each in heard.noise:
        lines.append(
            f"{each.suite} under {each.model}: {len(each.moved)} of {each.total} cases are fragile ({each.share:.0%})"
        )
        for name in each.placebos:
            moved = sum(name in by for by in each.moved.values())
            broken = sum(name in by for by in each.regressed.values())
            lines.append(f"  {one_line(name)}: {moved} moved, {broken} from right to wrong")
        for case, by in sorted(each.moved.items()):
            lines.append(f"  fragile: {case}, moved by {each.rate(case):.0%}: {one_line('; '.join(by))}")
    return "\n".join(lines) + "\n"


def document(heard: Heard) -> dict[str, object]:
    """For programs."""
    return {
        "schema_version": 1,
        "noise": [
            {
                "suite": each.suite,
                "model": each.model,
                "tools": each.tools,
                "cases": each.total,
                "share": round(each.share, 4),
                "placebos": list(each.placebos),
                "fragile": {
                    case: {
                        "rate": round(each.rate(case), 4),
                        "by": list(by),
                        "regressed": list(each.regressed.get(case, ())),
                    }
                    for case, by in sorted(each.moved.items())
                },
            }
            for each in heard.noise
        ],
    }


def _kept(mine: Sequence[Suite], found: Sequence[Noise]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Write what was measured, but never fewer edits over more of the same list and cases."""
    files, notes = [], []
    for suite, now in zip(mine, found, strict=True):
        known = next((each for each in noise.read(suite) if each.model == now.model), None)
        if known is not None and len(now.placebos) < len(known.placebos):
            what = f"{suite.name} under {now.model}: {_edits(now)} here, {_edits(known)} in {noise.FILE}"
            if (known.tools, known.total) == (now.tools, now.total):
                notes.append(f"{what}: that stays; leave out --placebos to measure it again")
                continue
            notes.append(f"{what}, which was of another list or of other cases: it is replaced")
        file = noise.write(suite, now)
        files += [file] if file is not None else []
    return tuple(files), tuple(notes)


def _edits(measured: Noise) -> str:
    """How many edits were tried; asking the unchanged list again is none."""
    number = sum(name != UNCHANGED for name in measured.placebos)
    return f"{number} edit{'' if number == 1 else 's'}"


def _suites(request: Request, settings: Settings, snapshot: Snapshot) -> Sequence[Suite]:
    folder = request.suite or settings.root / settings.suites
    loaded = named(folder) if request.suite else suites.load(folder)
    mine = loaded if request.suite else [suite for suite in loaded if suite.server == snapshot.server]
    if not mine:
        raise UsageError(f"{folder}: no suite is on the server {one_line(snapshot.server)!r}; give --suite")
    for suite in mine:
        if not suite.cases:
            raise UsageError(f"{suite.folder}: the suite has no cases yet, so no noise can be measured")
        suites.check(suite, snapshot.listing)
    return mine


def _one(
    suite: Suite,
    snapshot: Snapshot,
    asking: Asking,
    request: Request,
    settings: Settings,
    progress: Progress | None,
) -> Noise:
    made = affected.placebos(snapshot.listing, (suite,), most=request.most + 1 if request.most else 0)
    before = _answers(suite, snapshot.listing, asking, settings, progress)
    moved: dict[str, tuple[str, ...]] = {}
    regressed: dict[str, tuple[str, ...]] = {}
    for placebo in made:
        if progress:
            progress(f"placebo: {placebo.name}")
        after = _answers(suite, placebo.listing, asking, settings, progress, repeat=int(placebo.again))
        for case in suite.cases:
            was, now = (score.is_right(side[case.id], case) for side in (before, after))
            if before[case.id] == after[case.id] or (was and now):
                continue
            moved[case.id] = (*moved.get(case.id, ()), placebo.name)
            if was and not now:
                regressed[case.id] = (*regressed.get(case.id, ()), placebo.name)
    names = tuple(placebo.name for placebo in made)
    label = asking.provider.info.label
    asked = {case.id: digest_of(case) for case in suite.cases if case.id in moved}
    return Noise(suite.name, label, snapshot.digests.as_sent, names, moved, len(suite.cases), regressed, asked)


def _answers(
    suite: Suite,
    listing: Listing,
    asking: Asking,
    settings: Settings,
    progress: Progress | None,
    *,
    repeat: int = 0,
) -> Answers:
    jobs = [
        job
        for case in suite.cases
        for job in runner.repeated(
            suite.name,
            case.id,
            Edition.AFTER,
            runner.ask_of(suite, case, listing, instructions=settings.run.instructions),
            (repeat,),
        )
    ]
    trials = runner.run(
        jobs, asking.provider, asking.store, options=asking.options, ledger=asking.ledger, progress=told(progress)
    )
    silent = [trial for trial in trials if trial.choice is None]
    if silent:
        raise ModelError(
            f"{len(silent)} of {len(jobs)} questions were not answered, so nothing can be said of the noise: "
            f"{silent[0].suite}/{silent[0].case}: {silent[0].error}"
        )
    return {trial.case: trial.chosen for trial in trials}
