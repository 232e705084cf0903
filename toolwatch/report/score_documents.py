"""The JSON contract of ``toolwatch score``, published by ``toolwatch schema score``; every key is always there."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from toolwatch.model.score import (
    EditionScore,
    ErrorType,
    Judged,
    LeakedSecret,
    ProcessScore,
    Rates,
    ReleaseScore,
    RunScore,
    Scored,
    SideEffectScore,
    TraceScore,
    Violation,
)
from toolwatch.model.tool import Json
from toolwatch.model.trial import Edition
from toolwatch.report.plain import plain


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


class TaskDocument(_Document):
    """One trace against the golden task of its name."""

    source: str
    """File and place that the trace was read from."""
    format: str
    task: str
    passed: bool
    order_kept: bool
    process: ProcessScore
    process_of_selected: ProcessScore
    trace: TraceScore
    unsafe: tuple[str, ...]
    forbidden: tuple[Violation, ...]
    side_effects: SideEffectScore
    secrets: tuple[LeakedSecret, ...]
    calls: int
    right_first: bool
    right_arguments: bool
    seconds: dict[str, float]
    """Time per tool, where the trace says."""
    money: dict[str, float]


class ReleaseDocument(_Document):
    """The three numbers over all traces; percentages are rounded to two places."""

    tasks: int
    right_tool: int
    right_arguments: int
    calls: int
    right_tool_percent: float
    right_arguments_percent: float
    calls_per_task: float


class RatesDocument(_Document):
    """Counts of one label, or pooled over labels, and what follows from them."""

    true_positive: int
    false_positive: int
    false_negative: int
    precision: float
    recall: float
    f1: float


class MeanDocument(_Document):
    """Means over the labels."""

    precision: float
    recall: float
    f1: float


class ConfusedDocument(_Document):
    """One cell of the confusion matrix that is not 0; ``none`` and hallucinated names are labels too."""

    expected: str
    chosen: str
    count: int


class ChosenDocument(_Document):
    """The selection scores of one edition."""

    cases: int
    """Answered cases: what the scores are over."""
    right: int
    per_tool: dict[str, RatesDocument]
    per_category: dict[str, RatesDocument]
    micro: RatesDocument
    macro: MeanDocument
    confusion: tuple[ConfusedDocument, ...]
    errors: dict[ErrorType, int]


class EditionDocument(_Document):
    """One of the two tool lists of a run."""

    unanswered: int
    """Cases of which a repeat has no readable answer."""
    selection: ChosenDocument | None
    """Null where no case was answered."""


class RunDocument(_Document):
    """One suite under one model in one stored run, over the cases that were asked again."""

    source: str
    suite: str
    model: str
    before: EditionDocument | None
    """Null where the run did not ask about the list before the edit."""
    after: EditionDocument


class ScoresDocument(_Document):
    """What ``toolwatch score --format json`` writes."""

    schema_version: Literal[1]
    passed: bool
    """Every task has a trace that passed, and no stored run has a case without an answer, or none that was asked."""
    tasks: tuple[TaskDocument, ...]
    missing: tuple[str, ...]
    """Golden tasks without a trace."""
    judge: Judged | None
    release: ReleaseDocument | None
    """Null where there is no trace."""
    runs: tuple[RunDocument, ...]
    unasked: tuple[str, ...]
    """Stored runs in which no case was asked."""


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the document."""
    body = ScoresDocument.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}


def document(scored: Scored) -> dict[str, Json]:
    """The scores as JSON data; names that agents and models gave are as they wrote them."""
    tasks = [
        {"source": source, "format": name, **plain(card)}
        for card, source, name in zip(scored.cards, scored.sources, scored.formats, strict=True)
    ]
    whole = {
        "schema_version": 1,
        "passed": scored.passed,
        "tasks": tasks,
        "missing": scored.missing,
        "judge": scored.judged,
        "release": scored.release and _release(scored.release),
        "runs": [_run(run) for run in scored.runs],
        "unasked": scored.unasked,
    }
    return ScoresDocument.model_validate(plain(whole)).model_dump(mode="json")


def _release(release: ReleaseScore) -> dict[str, Json]:
    percents = ("right_tool_percent", "right_arguments_percent", "calls_per_task")
    return {**plain(release), **{name: round(getattr(release, name), 2) for name in percents}}


def _run(run: RunScore) -> dict[str, Json]:
    editions = {one.edition: _edition(one) for one in run.editions}
    sides = {"before": editions.get(Edition.BEFORE), "after": editions[Edition.AFTER]}
    return {"source": run.source, "suite": run.suite, "model": run.model, **sides}


def _edition(one: EditionScore) -> dict[str, Json]:
    score = one.selection
    if score is None:
        return {"unanswered": one.unanswered, "selection": None}
    pairs = [
        {"expected": expected, "chosen": chosen, "count": count}
        for (expected, chosen), count in score.confusion.items()
    ]
    selection = {
        "cases": score.cases,
        "right": score.right,
        "per_tool": _rates(score.per_tool),
        "per_category": _rates(score.per_category),
        "micro": _three(score.micro),
        "macro": {"precision": score.macro_precision, "recall": score.macro_recall, "f1": score.macro_f1},
        "confusion": pairs,
        "errors": {kind.value: score.errors.get(kind, 0) for kind in ErrorType},
    }
    return {"unanswered": one.unanswered, "selection": selection}


def _rates(table: Mapping[str, Rates]) -> dict[str, Json]:
    return {label: _three(rates) for label, rates in table.items()}


def _three(rates: Rates) -> dict[str, Json]:
    return {**plain(rates), "precision": rates.precision, "recall": rates.recall, "f1": rates.f1}
