"""What a person sees before a commit: what this edit changes, its new findings, and the requests it puts at risk."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolwatch import affected, similarity
from toolwatch.config.settings import Settings
from toolwatch.model.outcome import Outcome
from toolwatch.model.report import Report
from toolwatch.model.selection import Pick, Picked
from toolwatch.model.suite import Case
from toolwatch.model.verdict import Decision
from toolwatch.pipeline.check import Ask, check
from toolwatch.pipeline.lists.targets import Target
from toolwatch.pipeline.rerun.cases import Wish
from toolwatch.pipeline.suite import of_project

MOST = 10
"""Requests at risk that are named; the rest is counted."""


@dataclass(frozen=True, slots=True)
class AtRisk:
    """A request that this edit can have moved, and why."""

    case: Case
    picked: Picked
    margin: str = ""
    """What the offline scorer makes of it, where it was asked."""


@dataclass(frozen=True, slots=True)
class Hooked:
    """What the hook shows."""

    report: Report
    at_risk: tuple[AtRisk, ...]
    rerun: str
    """The command that asks the model about what the edit can have moved; empty where that is nothing."""

    @property
    def passes(self) -> bool:
        """A change that waits for an approval may be committed: that is how it comes to be approved."""
        return self.report.verdict.decision in (Decision.PASS, Decision.REVIEW)


def hook(files: Sequence[Path], settings: Settings, *, base: str = "HEAD", margins: bool = False) -> Hooked | None:
    """Compare the tool lists and snapshots among ``files`` with ``base``; None where there are none.

    Suites among them are read, so that a mistake in one is told before it is committed. With ``margins`` the offline
    scorer is asked too: the report then has its outcomes.

    Raises:
        ToolwatchError: a file is none of the three, or cannot be read.
    """
    folder = settings.root / settings.suites
    lists = [file for file in files if file.suffix not in (".yaml", ".yml") or not _below(file, folder)]
    targets = tuple(dict.fromkeys(Target(_named(file, settings)) for file in lists))
    if not targets:
        of_project(settings)
        return None
    found = check(Ask(targets, base=base, wish=Wish("affected", ("embedded",)) if margins else Wish("none")), settings)
    asked = tuple(_asked(found, settings))
    at_risk = tuple(one for one in asked if one.margin or one.picked.reasons != (affected.UNTIED,))
    words = ("toolwatch", "check", *(target.text for target in targets), "--base", base)
    return Hooked(found, at_risk, shlex.join(words) if asked else "")


def _below(file: Path, folder: Path) -> bool:
    return file.resolve().is_relative_to(folder.resolve())


def _named(file: Path, settings: Settings) -> str:
    """The configured server that the file is the list or the snapshot of, else the file itself."""
    place = file.resolve()
    for name, server in settings.servers.items():
        if server.file is not None and (settings.root / server.file).resolve() == place:
            return name
    return str(file)


def _asked(found: Report, settings: Settings) -> Iterator[AtRisk]:
    """What a check would ask by the list and the suites alone: no model is asked, none is loaded."""
    margins = {(outcome.suite, outcome.case): _margin(outcome) for outcome in found.outcomes}
    for one in found.servers:
        mine = [suite for suite in found.suites if suite.server == one.after.server]
        if one.before is None or not mine or one.after.coverage.failure or one.before.coverage.failure:
            continue
        chosen = affected.select(
            one.before,
            one.after,
            [change for change in found.changes if change.server == one.after.server],
            mine,
            before_neighbours=similarity.neighbours(one.before.tools),
            after_neighbours=similarity.neighbours(one.after.tools),
            options=settings.select.options(mode="affected", budget=None),
        )
        cases = {(suite.name, case.id): case for suite in mine for case in suite.cases}
        for picked in chosen.picked:
            if picked.pick is Pick.AFFECTED:
                yield AtRisk(cases[picked.suite, picked.case], picked, margins.get((picked.suite, picked.case), ""))


def _margin(outcome: Outcome) -> str:
    went = f"{outcome.before.top or 'no answer'} before, {outcome.after.top or 'no answer'} after"
    if outcome.margin_before is None or outcome.margin_after is None:
        return f"embedded, a proxy: {went}"
    return f"embedded, a proxy: {went}, margin {outcome.margin_before:.2f} to {outcome.margin_after:.2f}"
