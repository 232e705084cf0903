"""The selection scores of a stored run as text, before and after side by side."""

from collections.abc import Callable, Mapping, Sequence

from toolwatch.model.inert import one_line
from toolwatch.model.score import EditionScore, ErrorType, Rates, RunScore, SelectionScore
from toolwatch.report.columns import aligned

Rows = list[tuple[str, ...]]

NOTHING = "-"
"""Stands where an edition has no case that would count."""


def _errors(kind: ErrorType) -> Callable[[SelectionScore], str]:
    return lambda score: str(score.errors.get(kind, 0))


_TOTALS: tuple[tuple[str, Callable[[SelectionScore], str]], ...] = (
    ("answered", lambda score: str(score.cases)),
    ("right", lambda score: str(score.right)),
    ("precision, micro", lambda score: f"{score.micro.precision:.3f}"),
    ("recall, micro", lambda score: f"{score.micro.recall:.3f}"),
    ("F1, micro", lambda score: f"{score.micro.f1:.3f}"),
    ("precision, macro", lambda score: f"{score.macro_precision:.3f}"),
    ("recall, macro", lambda score: f"{score.macro_recall:.3f}"),
    ("F1, macro", lambda score: f"{score.macro_f1:.3f}"),
    *((kind.value, _errors(kind)) for kind in ErrorType),
)


def run_scores_text(run: RunScore) -> list[str]:
    """The lines of one suite under one model: totals, rates by tool and by category, the confusion matrix.

    The matrix stands as a row per pair of expected and chosen label that occurs.
    """
    names = [one.edition.value for one in run.editions]
    scores = [one.selection for one in run.editions]
    tables = [
        [("", *names), *_totals(run.editions)],
        _rates("tool", names, [score.per_tool if score else {} for score in scores]),
        _rates("category", names, [score.per_category if score else {} for score in scores]),
        _confusion(names, [score.confusion if score else {} for score in scores]),
    ]
    head = f"{one_line(run.suite, 60)} under {one_line(run.model, 80)}  ({one_line(run.source, 120)})"
    return [head, *(line for table in tables if table for line in ("", *aligned(table)))]


def _totals(editions: Sequence[EditionScore]) -> Rows:
    return [
        ("without an answer", *(str(one.unanswered) for one in editions)),
        *((name, *(tell(one.selection) if one.selection else NOTHING for one in editions)) for name, tell in _TOTALS),
    ]


def _rates(title: str, names: Sequence[str], tables: Sequence[Mapping[str, Rates]]) -> Rows:
    labels = sorted({label for table in tables for label in table})
    head = (title, *(f"{what} {name}" for name in names for what in ("precision", "recall", "F1")))
    rows = [(one_line(label, 60), *(cell for table in tables for cell in _cells(table.get(label)))) for label in labels]
    return [head, *rows] if rows else []


def _cells(rates: Rates | None) -> tuple[str, ...]:
    if rates is None:
        return (NOTHING,) * 3
    return f"{rates.precision:.3f}", f"{rates.recall:.3f}", f"{rates.f1:.3f}"


def _confusion(names: Sequence[str], matrices: Sequence[Mapping[tuple[str, str], int]]) -> Rows:
    pairs = sorted({pair for matrix in matrices for pair in matrix})
    rows = [
        (one_line(pair[0], 60), one_line(pair[1], 60), *(str(matrix.get(pair, 0)) for matrix in matrices))
        for pair in pairs
    ]
    return [("expected", "chosen", *names), *rows] if rows else []
