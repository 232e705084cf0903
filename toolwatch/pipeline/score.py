"""Traces that agents wrote, against golden files; and the selection scores of stored runs."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from toolwatch import report
from toolwatch.errors import UsageError
from toolwatch.model.score import Judged, RunScore, Scored
from toolwatch.model.tool import Json, Tool
from toolwatch.model.trace import Golden, Trace
from toolwatch.pipeline import trace_files
from toolwatch.runner import stored
from toolwatch.score import semantic
from toolwatch.score.cases import counted
from toolwatch.score.metrics.release import Task, release_score
from toolwatch.score.metrics.selection import Selected
from toolwatch.score.runs import edition_score, run_scores
from toolwatch.score.scorecard import scorecard
from toolwatch.score.trace_format import read_calls
from toolwatch.suites import golden as golden_files

MOST_LEVELS = 200
"""What is nested deeper would end the recursion that reads it; a trace may be a stranger's."""

Judge = Callable[[Sequence[semantic.Question]], tuple[Sequence[semantic.Question], Judged]]


def score(
    traces: Sequence[Path],
    golden: Path | None = None,
    *,
    tools: Sequence[Tool] = (),
    format_name: str = "",
    strict: bool = False,
    judge: Judge | None = None,
) -> Scored:
    """Score every trace found in the files and folders of ``traces`` against the golden task of the same name.

    A file holds one trace, whose task is its ``task`` field or else the file's name without ending; JSON lines, or a
    list under ``traces``, hold one each. A file without any is refused, in a folder too. ``judge`` decides about texts
    that differ in wording; without it they differ.
    A stored run among them is known by its shape and needs no golden file.

    Raises:
        UsageError: a file that cannot be read, an unknown format or task, a trace without a golden file, nothing to
            score.
    """
    by_name: Mapping[str, Tool | bool] = {tool.name: tool for tool in tools}
    wanted = golden_files.read(golden, tools=frozenset(by_name) if tools else None) if golden else ()
    by_task = {task.task: task for task in wanted}
    found: list[tuple[Trace, str]] = []
    runs: dict[str, tuple[RunScore, ...]] = {}
    for data, where, task in (
        one for path in traces for file in trace_files.files(path) for one in trace_files.documents(file)
    ):
        if report.is_run(data):
            runs[where] = run_scores(report.of_data(data, where=where), where)
        elif stored.is_account(data):
            runs[where] = _account_scores(stored.read(data, where=where), where)
        else:
            found.append(_trace(data, where, task, by_task, golden, format_name))
    if not found and not runs:
        raise UsageError(f"nothing to score in {', '.join(str(path) for path in traces)}")
    by_task, judged = _judged([trace for trace, _ in found], by_task, judge)
    cards = tuple(scorecard(trace, by_task[trace.task], tools=by_name, strict=strict) for trace, _ in found)
    done = {trace.task for trace, _ in found}
    return Scored(
        cards=cards,
        sources=tuple(trace.source for trace, _ in found),
        formats=tuple(name for _, name in found),
        release=release_score([Task(card.right_first, card.right_arguments, card.calls) for card in cards])
        if cards
        else None,
        missing=tuple(task for task in by_task if task not in done),
        judged=judged,
        runs=tuple(one for scores in runs.values() for one in scores),
        unasked=tuple(where for where, scores in runs.items() if not scores),
    )


def _account_scores(account: stored.StoredAccount, where: str) -> tuple[RunScore, ...]:
    """What ``toolwatch run`` found on the lists as they were: one edition a suite."""
    suites: dict[tuple[str, str], list[stored.StoredCase]] = {}
    for case in account.cases:
        suites.setdefault((case.suite, case.server), []).append(case)
    return tuple(
        RunScore(where, suite, account.model.label, (edition_score(_rows(cases), account.tools.get(server)),))
        for (suite, server), cases in suites.items()
    )


def _rows(cases: Sequence[stored.StoredCase]) -> list[Selected | None]:
    return [
        counted(case.expected_tools, case.counts, right=case.top_right, category=case.category)
        if case.answered
        else None
        for case in cases
    ]


def _judged(
    traces: Sequence[Trace], golden: dict[str, Golden], judge: Judge | None
) -> tuple[dict[str, Golden], Judged | None]:
    """The golden tasks with what the judge found equal in meaning let through, and what it was asked."""
    asked = tuple(dict.fromkeys(one for trace in traces for one in semantic.questions(trace, golden[trace.task])))
    if judge is None or not asked:
        return golden, None
    equal, summary = judge(asked)
    return {name: semantic.widened(task, equal) for name, task in golden.items()}, summary


def _trace(
    data: Json, where: str, task: str, golden: Mapping[str, Golden], file: Path | None, format_name: str
) -> tuple[Trace, str]:
    if file and task not in golden:
        raise UsageError(f"{where}: {file} has no task {task!r}; it has {', '.join(golden)}")
    if _deeper(data, MOST_LEVELS):
        raise UsageError(f"{where}: is nested more than {MOST_LEVELS} levels deep, which no trace is")
    name, calls = read_calls(data, where=where, name=format_name)
    if _deeper([dict(call.arguments) for call in calls], MOST_LEVELS):
        raise UsageError(f"{where}: has arguments nested more than {MOST_LEVELS} levels deep, which no call has")
    if file is None:
        raise UsageError(f"{where}: is a trace; give --golden FILE with the calls that its task should make")
    return Trace(task, calls, where), name


def _deeper(data: Json, levels: int) -> bool:
    level = [data]
    for _ in range(levels):
        level = [
            child
            for item in level
            if isinstance(item, dict | list)
            for child in (item.values() if isinstance(item, dict) else item)
        ]
    return bool(level)
