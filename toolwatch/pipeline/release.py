"""Scores every suite on the lists as they are, under each model, for the release file."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from toolwatch import gate, runner, suites
from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.gate.releases import fallen, gone
from toolwatch.model.listing import Completeness
from toolwatch.model.release import LONGEST_TAG, ReleaseLine
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Suite
from toolwatch.model.trial import Edition, Trial
from toolwatch.model.verdict import Verdict
from toolwatch.pipeline.lists.observe import observe_all
from toolwatch.pipeline.lists.targets import Target
from toolwatch.pipeline.rerun.asking import distinct, prepared
from toolwatch.score import releases
from toolwatch.score.cases import judged, right_arguments, right_tool
from toolwatch.score.metrics.selection import selection_score
from toolwatch.version import VERSION

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Released:
    """The new lines, and what the gate says of them against the lines before."""

    lines: tuple[ReleaseLine, ...]
    verdict: Verdict
    file: Path
    recorded: bool


def release(
    name: str,
    settings: Settings,
    *,
    models: Sequence[str] = (),
    accept: str = "",
    dry_run: bool = False,
    progress: Progress | None = None,
) -> Released:
    """Ask every case of every suite and append one line per suite and model.

    Nothing is recorded when the gate fails, unless ``accept`` gives the reason why it is taken all the same.

    Raises:
        UsageError: no suite, an empty one, a tag or reason that cannot be written, or the release is recorded already;
            no model is asked then.
        ObservationError: a server of a suite could not be seen whole; a broken evaluation is never recorded.
    """
    _writable(name, accept, models)
    folder = settings.root / settings.suites
    loaded = suites.load(folder) if folder.is_dir() else ()
    if not loaded:
        raise UsageError(f"there is no suite in {folder}; `toolwatch suite new NAME` makes one")
    for suite in loaded:
        if not suite.cases:
            raise UsageError(f"the suite {suite.name} has no case; an empty suite proves nothing")
    wanted = tuple(dict.fromkeys(models)) or ("",)
    distinct(settings, wanted)
    file = releases_file(settings)
    known = releases.read(file)
    if not dry_run:
        _not_recorded(name, loaded, wanted, settings, file, known)
    lists = _lists(loaded, settings, progress)
    lines = tuple(
        _line(name, suite, lists[suite.server], settings, model, note=accept, progress=progress)
        for suite in loaded
        for model in wanted
    )
    policy = settings.gate.policy()
    reasons = list(gone(lines, known, name))
    for line in lines:
        last = releases.last_before(known, line.suite, line.model, no_verdict_allowed=policy.no_verdict_allowed)
        reasons += fallen(line, last, policy)
    verdict = gate.decide(policy=policy, trouble=reasons)
    record = not dry_run and (accept != "" or not any(reason.blocks for reason in reasons))
    if record:
        releases.append(file, lines)
    return Released(lines, verdict, file, record)


def releases_file(settings: Settings) -> Path:
    """Where releases are recorded: beside the snapshots."""
    return settings.root / settings.snapshots / "releases.jsonl"


def _writable(name: str, accept: str, models: Sequence[str]) -> None:
    """Refuse a tag, a reason or a model that the file cannot hold, before anything is asked."""
    if not name.strip():
        raise UsageError("the tag is empty; name the release, such as v1.4.0")
    if len(name) > LONGEST_TAG:
        raise UsageError(f"the tag has {len(name)} characters; {LONGEST_TAG} are the most")
    if accept and not accept.strip():
        raise UsageError("--accept is empty; say why the release is taken all the same")
    for what, text in (("the tag", name), ("the reason of --accept", accept), *(("--model", one) for one in models)):
        try:
            text.encode()
        except UnicodeEncodeError:
            raise UsageError(f"{what} is no UTF-8 text") from None


def _not_recorded(
    name: str,
    loaded: Sequence[Suite],
    models: Sequence[str],
    settings: Settings,
    file: Path,
    known: Sequence[ReleaseLine],
) -> None:
    taken = {line.key for line in known}
    for model in models:
        with closing((asking := prepared(settings, model)).store):
            label = asking.provider.info.label
        for suite in loaded:
            releases.refuse_taken(file, (name, suite.name, label), taken)


def _lists(loaded: Sequence[Suite], settings: Settings, progress: Progress | None) -> Mapping[str, Snapshot]:
    names = sorted({suite.server for suite in loaded})
    for name in names:
        if name not in settings.servers:
            used = ", ".join(suite.name for suite in loaded if suite.server == name)
            raise UsageError(f"the server {name} of the suite {used} is not configured: add [servers.{name}]")
    found = observe_all([Target(name) for name in names], settings, progress=progress)
    for snapshot in found:
        if snapshot.coverage.completeness is not Completeness.COMPLETE:
            why = "; ".join(snapshot.coverage.trouble)
            raise ObservationError(f"{snapshot.server} was not seen whole, so no release can be scored: {why}")
    lists = dict(zip(names, found, strict=True))
    for suite in loaded:
        suites.check(suite, lists[suite.server].listing)
    return lists


def _line(
    name: str,
    suite: Suite,
    snapshot: Snapshot,
    settings: Settings,
    model: str,
    *,
    note: str,
    progress: Progress | None,
) -> ReleaseLine:
    asking = prepared(settings, model)
    info = asking.provider.info
    repeats = 1 if info.deterministic else settings.run.repeats
    with closing(asking.store):
        jobs = tuple(_jobs(suite, snapshot, repeats, settings))
        trials = runner.run(jobs, asking.provider, asking.store, options=asking.options, ledger=asking.ledger)
    answers = _by_case(trials)
    answered = [case for case in suite.cases if answers.get(case.id)]
    scored = selection_score(
        [judged(case, answers[case.id]) for case in answered], {tool.name for tool in snapshot.tools}
    )
    return ReleaseLine(
        release=name,
        suite=suite.name,
        model=info.label,
        model_version=info.version,
        tasks=len(suite.cases),
        right_tool=sum(right_tool(case, answers.get(case.id, [])) for case in suite.cases),
        right_arguments=sum(right_arguments(case, answers.get(case.id, [])) for case in suite.cases),
        calls=sum(any(trial.choice and trial.choice.tool for trial in answers[case.id]) for case in answered),
        no_verdict=len(suite.cases) - len(answered),
        precision=round(scored.macro_precision, 9) if answered else 0.0,
        recall=round(scored.macro_recall, 9) if answered else 0.0,
        f1=round(scored.macro_f1, 9) if answered else 0.0,
        errors={kind.value: count for kind, count in scored.errors.items()},
        per_tool={
            tool: (rates.true_positive, rates.false_positive, rates.false_negative)
            for tool, rates in scored.per_tool.items()
        },
        tools_as_set=snapshot.digests.as_set,
        tools_as_sent=snapshot.digests.as_sent,
        suite_digest=suite.digest,
        system_prompt="sha256:" + hashlib.sha256(suite.system.encode("utf-8", "surrogatepass")).hexdigest(),
        toolwatch=VERSION,
        note=note,
    )


def _jobs(suite: Suite, snapshot: Snapshot, repeats: int, settings: Settings) -> Iterator[runner.Job]:
    for case in suite.cases:
        ask = runner.ask_of(suite, case, snapshot.listing, instructions=settings.run.instructions)
        yield from runner.repeated(suite.name, case.id, Edition.AFTER, ask, range(repeats))


def _by_case(trials: Sequence[Trial]) -> dict[str, list[Trial]]:
    """Trials by case; a case with any repeat unanswered counts as unanswered."""
    found: dict[str, list[Trial]] = {}
    for trial in trials:
        found.setdefault(trial.case, []).append(trial)
    return {case: mine for case, mine in found.items() if all(trial.choice is not None for trial in mine)}
