"""A stored run becomes selection scores: each suite under each model, before and after the edit."""

from collections.abc import Collection, Iterator, Sequence

from toolwatch.model.outcome import Outcome
from toolwatch.model.report import Compared, Report
from toolwatch.model.score import EditionScore, RunScore
from toolwatch.model.trial import Edition
from toolwatch.score.cases import judged_again
from toolwatch.score.metrics.selection import Selected, selection_score


def run_scores(report: Report, source: str) -> tuple[RunScore, ...]:
    """Score every suite under every model that was asked, in the order of the report; ``source`` names the run.

    Only the cases that were asked again are in a run, so these are scores of them and not of the whole suite.
    """
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in report.outcomes:
        groups.setdefault((outcome.suite, outcome.model), []).append(outcome)
    servers = {suite.name: suite.server for suite in report.suites}
    compared = {one.after.server: one for one in report.servers}
    return tuple(
        RunScore(source, suite, model, tuple(_editions(mine, compared.get(servers.get(suite, "")))))
        for (suite, model), mine in groups.items()
    )


def _editions(outcomes: Sequence[Outcome], compared: Compared | None) -> Iterator[EditionScore]:
    if any(outcome.before.asked for outcome in outcomes):
        yield _edition(outcomes, Edition.BEFORE, compared)
    yield _edition(outcomes, Edition.AFTER, compared)


def _edition(outcomes: Sequence[Outcome], edition: Edition, compared: Compared | None) -> EditionScore:
    snapshot = compared and (compared.before if edition is Edition.BEFORE else compared.after)
    tools = {tool.name for tool in snapshot.tools} if snapshot else None
    return edition_score([judged_again(outcome, edition) for outcome in outcomes], tools, edition=edition)


def edition_score(
    rows: Sequence[Selected | None], tools: Collection[str] | None, *, edition: Edition = Edition.AFTER
) -> EditionScore:
    """Score what was chosen on one list; a row that is None was not answered.

    ``tools`` are the names on the list. Where they are not known, no name is called hallucinated.
    """
    judged = [row for row in rows if row is not None]
    offered = {row.chosen for row in judged} if tools is None else tools
    return EditionScore(edition, len(rows) - len(judged), selection_score(judged, offered) if judged else None)
