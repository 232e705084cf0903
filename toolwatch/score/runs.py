"""A stored run becomes selection scores: each suite under each model, before and after the edit."""

from collections.abc import Iterator, Sequence

from toolwatch.model.outcome import Outcome
from toolwatch.model.report import Compared, Report
from toolwatch.model.score import EditionScore, RunScore
from toolwatch.model.trial import Edition
from toolwatch.score.cases import judged_again
from toolwatch.score.metrics.selection import selection_score


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
    judged = [row for outcome in outcomes if (row := judged_again(outcome, edition)) is not None]
    snapshot = compared and (compared.before if edition is Edition.BEFORE else compared.after)
    # Without the list that was offered no name can be called hallucinated.
    tools = {tool.name for tool in snapshot.tools} if snapshot else {row.chosen for row in judged}
    return EditionScore(
        edition=edition,
        unanswered=len(outcomes) - len(judged),
        selection=selection_score(judged, tools) if judged else None,
    )
