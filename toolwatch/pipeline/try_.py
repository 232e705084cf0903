"""Candidate wordings on the cases that an edit moved and on their guards."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from toolwatch import runner, score
from toolwatch.config.models import BudgetSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.listing import Completeness, Listing
from toolwatch.model.outcome import Status
from toolwatch.model.report import Compared, Report, Spent
from toolwatch.model.suite import NO_TOOL, Case, Suite
from toolwatch.model.trial import Edition, Trial
from toolwatch.model.verdict import Blame
from toolwatch.pipeline.rerun.asking import Asking, design_of, margin, prepared, spent, standing, told
from toolwatch.runner.candidates import DESCRIPTION, Candidate, Wording, reworded
from toolwatch.runner.trying import Effect, Role, Tried, ranked
from toolwatch.score.tally import tally, top_right
from toolwatch.suites import document
from toolwatch.suites.reading import shape

Progress = Callable[[str], None]


class WordingForm(BaseModel):
    """A text for a field of a tool."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: Annotated[str, Field(min_length=1)] | None = None
    field: str = DESCRIPTION
    text: str


class CandidateForm(BaseModel):
    """One candidate: a text for the file's tool and field, or several wordings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1)
    text: str | None = None
    wordings: tuple[WordingForm, ...] = ()


class CandidatesForm(BaseModel):
    """A file of candidates."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str = ""
    field: str = DESCRIPTION
    candidates: tuple[CandidateForm, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Trials:
    """All candidates, best first, and what trying them has cost."""

    tried: tuple[Tried, ...]
    spent: Spent = field(default_factory=Spent)


def read(path: Path) -> tuple[Candidate, ...]:
    """The candidates of a YAML file.

    Raises:
        UsageError: it is not well formed; the text names file, line and field.
    """
    found = document.read(path)
    form = shape(found, CandidatesForm, what="file of candidates")
    ids = [one.id for one in form.candidates]
    for place, one in enumerate(form.candidates):
        if (one.text is None) == (not one.wordings):
            raise found.error(("candidates", place), "give either text or wordings")
        if ids.index(one.id) != place:
            raise found.error(("candidates", place, "id"), f"a second candidate is called {one.id}")
        if not all(wording.tool or form.tool for wording in one.wordings) or not (form.tool or one.wordings):
            raise found.error(("candidates", place), "names no tool; set `tool` here or for the whole file")
    return tuple(_candidate(one, form) for one in form.candidates)


def fits(candidates: Sequence[Candidate], compared: Sequence[Compared]) -> None:
    """Refuse candidates that cannot be tried on what was compared.

    Raises:
        UsageError: there are several servers, or a candidate names a tool or a parameter that is not there.
    """
    if len(compared) != 1:
        raise UsageError("wordings are tried for one server at a time: name one target")
    for candidate in candidates if compared[0].after.coverage.completeness is Completeness.COMPLETE else ():
        reworded(compared[0].after.listing, candidate)


def try_(
    report: Report,
    candidates: Sequence[Candidate],
    settings: Settings,
    *,
    model: str = "",
    every: bool = False,
    budget: BudgetSettings | None = None,
    progress: Progress | None = None,
) -> Trials:
    """Ask each candidate the cases that ``report`` found moved, and their guards, and rank them.

    Args:
        report: of a check with the same model: what moved there is to be mended. Where nothing moved, the cases that
            go wrong with the list as it is are.
        candidates: what to try.
        settings: the configuration.
        model: as the check was given it.
        every: guard with all cases of the suites, not only with those near the tools concerned.
        budget: the most that may be spent.
        progress: told what is being asked.

    Raises:
        UsageError: a candidate names a tool that is not there, or there is nothing to mend or to guard.
        ObservationError: the list was not seen whole.
    """
    for reason in report.verdict.blind:
        if reason.blame is Blame.OBSERVATION:
            raise ObservationError(reason.text)
    fits(candidates, report.servers)
    asking = prepared(settings, model, budget=budget)
    with closing(asking.store):
        trial = _Trial(report, asking, settings, progress)
        lists = [reworded(trial.now, candidate) for candidate in candidates]
        cases = trial.cases(candidates, every=every)
        tried = [trial.tried(one, listing, cases) for one, listing in zip(candidates, lists, strict=True)]
    return Trials(ranked(tried), spent(asking))


class _Trial:
    """One model's trials of candidates for one server."""

    def __init__(self, report: Report, asking: Asking, settings: Settings, progress: Progress | None) -> None:
        (one,) = report.servers
        label = asking.provider.info.label
        moved = [outcome for outcome in report.outcomes if outcome.model == label]
        self.asking = asking
        self.settings = settings
        self.progress = progress
        self.now = one.after.listing
        self.regressed = {(out.suite, out.case): out for out in moved if out.status is Status.REGRESSED}
        self.reference = one.before.listing if one.before is not None and self.regressed else self.now
        self.suites = [suite for suite in report.suites if suite.server == one.after.server]

    def cases(self, candidates: Sequence[Candidate], *, every: bool) -> list[tuple[Suite, Case]]:
        """What is asked: all that regressed, and the cases near the tools concerned."""
        concerned = {tool for candidate in candidates for tool in candidate.tools}
        concerned |= {tool for out in self.regressed.values() for tool in (out.before.top, out.after.top)} - {NO_TOOL}
        found = [
            (suite, case)
            for suite in self.suites
            for case in suite.cases
            if every or (suite.name, case.id) in self.regressed or _near(case, suite, concerned)
        ]
        if not found:
            raise UsageError(f"no case of a suite for {self.now.server} is about {', '.join(sorted(concerned))}: --all")
        return found

    def tried(self, candidate: Candidate, listing: Listing, cases: Sequence[tuple[Suite, Case]]) -> Tried:
        """One candidate on all cases."""
        if self.progress:
            self.progress(f"try {candidate.id}: {len(cases)} cases")
        trials = runner.settle(
            [self._contest(suite, case, listing) for suite, case in cases],
            self.asking.provider,
            self.asking.store,
            design=design_of(self.settings),
            options=self.asking.options,
            ledger=self.asking.ledger,
            progress=told(self.progress),
        )
        by_case: dict[tuple[str, str], list[Trial]] = {}
        for trial in trials:
            by_case.setdefault((trial.suite, trial.case), []).append(trial)
        return Tried(candidate, tuple(self._effect(suite, case, by_case[suite.name, case.id]) for suite, case in cases))

    def _contest(self, suite: Suite, case: Case, listing: Listing) -> runner.Contest:
        before, after = (
            runner.ask_of(suite, case, edition, instructions=self.settings.run.instructions)
            for edition in (self.reference, listing)
        )
        return runner.Contest(suite.name, case.id, before, after, partial(score.is_right, case=case))

    def _effect(self, suite: Suite, case: Case, trials: Sequence[Trial]) -> Effect:
        old, new = ([one for one in trials if one.edition is edition] for edition in Edition)
        before, after = tally(old), tally(new)
        right = partial(score.is_right, case=case)
        wrong_now = (suite.name, case.id) in self.regressed or not (self.regressed or top_right(before.counts, right))
        return Effect(
            suite=suite.name,
            case=case.id,
            role=Role.TARGET if wrong_now else Role.GUARD,
            status=standing(trials, right, design_of(self.settings)),
            before=before.top,
            after=after.top,
            expected=case.expected_text,
            right=all(right(tool) for tool, _ in after.counts) and not after.failed,
            margin=margin(case, new),
        )


def _near(case: Case, suite: Suite, tools: set[str]) -> bool:
    sides = next((boundary.tools for boundary in suite.boundaries if boundary.id == case.boundary), ())
    return bool(tools & {*case.expected, *case.must_not, *sides})


def _candidate(one: CandidateForm, form: CandidatesForm) -> Candidate:
    if one.text is not None:
        return Candidate(one.id, (Wording(form.tool, form.field, one.text),))
    return Candidate(
        one.id, tuple(Wording(wording.tool or form.tool, wording.field, wording.text) for wording in one.wordings)
    )
