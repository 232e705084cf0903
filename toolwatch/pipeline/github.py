"""What the Action does: check what the event is about, leave the report where the runner looks, keep one comment."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from toolwatch import report as formats
from toolwatch.config.models import BudgetSettings
from toolwatch.config.settings import load
from toolwatch.errors import ToolwatchError, UsageError
from toolwatch.github import commands, comments, event
from toolwatch.github.api import Api
from toolwatch.model.change import Compat
from toolwatch.model.files import write_whole
from toolwatch.model.outcome import Status
from toolwatch.model.report import Report
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict
from toolwatch.pipeline.check import Ask, check
from toolwatch.pipeline.event_base import base_of
from toolwatch.pipeline.lists.targets import parse
from toolwatch.pipeline.placing import placed
from toolwatch.pipeline.report import read, with_releases
from toolwatch.pipeline.rerun import cases
from toolwatch.sources.documents import exists

Progress = Callable[[str], None]

FILES = {
    "json": "report.json",
    "markdown": "report.md",
    "html": "report.html",
    "sarif": "report.sarif",
    "junit": "report.junit.xml",
    "text": "report.txt",
}


@dataclass(frozen=True, slots=True)
class Inputs:
    """The Action's inputs, as its steps hand them over in TOOLWATCH_* variables."""

    targets: tuple[str, ...] = ()
    base: str = ""
    suite: str = ""
    models: tuple[str, ...] = ()
    select: str = ""
    config: str = ""
    budget: str = ""
    policy: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check step hands on."""

    report: Report
    folder: Path
    trouble: ToolwatchError | None
    """Why there was no check; the report then says nothing but that."""


def inputs(environ: Mapping[str, str]) -> Inputs:
    """Read the inputs; lists are written one a line."""

    def text(name: str) -> str:
        return environ.get(f"TOOLWATCH_{name}", "").strip()

    def lines(name: str) -> tuple[str, ...]:
        return tuple(line.strip() for line in text(name).splitlines() if line.strip())

    return Inputs(
        targets=lines("TARGET"),
        base=text("BASE"),
        suite=text("SUITE"),
        models=lines("MODELS"),
        select=text("SELECT"),
        config=text("CONFIG"),
        budget=text("BUDGET"),
        policy=text("POLICY"),
    )


def action(environ: Mapping[str, str], *, progress: Progress | None = None) -> Checked:
    """Check, and write every report. An expected failure becomes a report too: it says that nothing was checked."""
    trouble: ToolwatchError | None = None
    try:
        workspace = Path(where) if (where := environ.get("GITHUB_WORKSPACE")) else None
        found = _check(inputs(environ), event.read(environ), workspace, progress)
    except ToolwatchError as error:
        trouble = error
        found = Report(Verdict(Decision.UNKNOWN, (Reason(f"nothing was checked: {error}", True, Blame.OBSERVATION),)))
    folder = Path(environ.get("RUNNER_TEMP") or ".toolwatch") / "toolwatch" / "report"
    for name, file in FILES.items():
        write_whole(folder / file, formats.render(found, name))
    return Checked(found, folder, trouble)


def _check(wanted: Inputs, about: event.Event, workspace: Path | None, progress: Progress | None) -> Report:
    settings = load(Path(wanted.config) if wanted.config else None)
    if wanted.policy:
        settings = settings.replaced(gate=load(Path(wanted.policy), sections=("gate",)).gate)
    if wanted.select not in ("", "affected", "all", "none"):
        raise UsageError(f"select: {wanted.select!r} is none of affected, all, none")
    base = wanted.base or base_of(about, settings.root or Path())
    suite = Path(wanted.suite) if wanted.suite else None
    if suite is not None and not exists(suite):
        raise UsageError(f"suite: {suite}: does not exist")
    asked = cases.Wish(wanted.select, wanted.models, BudgetSettings(calls=_calls(wanted.budget)))
    ask = Ask(tuple(map(parse, wanted.targets)), base=base, suite=suite, wish=asked)
    found = with_releases(check(ask, settings, progress=progress), settings)
    return placed(found, workspace or Path())


def _calls(budget: str) -> int | None:
    if not budget:
        return None
    if not budget.isascii() or not budget.isdigit():
        raise UsageError(f"budget: {budget!r} is no number of calls")
    return int(budget)


def tell(checked: Checked, code: int, environ: Mapping[str, str]) -> Iterable[str]:
    """Hand outputs and the summary to the runner; return the lines to print: the report, then annotations."""
    found, run = checked.report, event.run_url(environ)
    if output := environ.get("GITHUB_OUTPUT"):
        commands.outputs(Path(output), _outputs(checked, code))
    if summary := environ.get("GITHUB_STEP_SUMMARY"):
        whole = formats.render(found, "markdown", limit=commands.SUMMARY_BYTES // 4, link=run)
        commands.summary(Path(summary), whole, short=formats.render(found, "markdown", limit=comments.ROOM, link=run))
    if checked.trouble is not None:
        return [str(commands.Annotation("error", "toolwatch could not check", str(checked.trouble)))]
    remarks = commands.annotations(found.findings, found.shown)
    return [*formats.render(found, "text").splitlines(), *map(str, remarks)]


def _outputs(checked: Checked, code: int) -> dict[str, str]:
    found = checked.report
    counts = {status: sum(outcome.status is status for outcome in found.outcomes) for status in Status}
    verdict = "error" if checked.trouble else formats.document(found)["verdict"]["status"]
    return {
        "verdict": verdict,
        "exit-code": str(code),
        "report": str(checked.folder),
        **{status.value.replace("_", "-"): str(count) for status, count in counts.items()},
        "changes": str(len(found.changes)),
        "breaking": str(sum(change.compat is Compat.BREAKING for change in found.changes)),
        "findings": str(len(found.findings)),
        **{name: str(checked.folder / file) for name, file in FILES.items()},
    }


@dataclass(frozen=True, slots=True)
class Keeping:
    """How the comment is to be kept."""

    run: Path
    mode: str = "auto"
    """``always``; ``auto``: only where there is something to say or a comment to bring up to date; ``never``."""
    key: str = "check"
    author: str = ""
    """Login of the bot that writes; worked out from the token by default."""


def comment(wish: Keeping, environ: Mapping[str, str]) -> str:
    """Create or edit the one comment; returns in words what was done. The stored run may be a stranger's."""
    if wish.mode == "never":
        return "no comment: switched off"
    about = event.read(environ)
    token = environ.get("GITHUB_TOKEN", "")
    if about.fork and about.name != "pull_request_target":
        return "no comment: a pull request from a fork has a token that only reads; see the job summary"
    if not token:
        return "no comment: there is no token; see the job summary"
    api = Api(about.repository, token, url=environ.get("GITHUB_API_URL") or "https://api.github.com")
    number = about.number or comments.pull_of(api, about)
    if not number:
        return f"no comment: the event {about.name} is about no open pull request"
    found = read(wish.run)
    thread = comments.Thread(api, number, wish.key, wish.author)
    return thread.keep(found, wish.mode, lambda **style: formats.render(found, "markdown", **style), link=about.run_url)
