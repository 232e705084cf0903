"""Precision and recall of tool selection, the confusion matrix, and the kinds of error."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from toolwatch.model.suite import NO_TOOL


@dataclass(frozen=True, slots=True)
class Selected:
    """One judged case: what was expected (names of which any is right; empty: no tool) and what was chosen."""

    expected: tuple[str, ...]
    chosen: str
    """A tool's name, or NO_TOOL."""
    category: str = ""

    @property
    def label(self) -> str:
        """The expected label: the chosen tool where it is one of several right ones, else the first, or NO_TOOL."""
        if not self.expected:
            return NO_TOOL
        return self.chosen if self.chosen in self.expected else self.expected[0]

    @property
    def right(self) -> bool:
        """Whether the choice is as expected."""
        return self.label == self.chosen


class ErrorType(StrEnum):
    """The four ways in which a selection goes wrong."""

    WRONG_TOOL = "wrong_tool"
    HALLUCINATED_TOOL = "hallucinated_tool"
    """A name that is not in the list."""
    MISSED_CALL = "missed_call"
    OVER_CALL = "over_call"


@dataclass(frozen=True, slots=True)
class Rates:
    """Counts and what follows: P = TP/(TP+FP) and R = TP/(TP+FN), each 1.0 on zero; F1 is 0.0 if both are zero."""

    true_positive: int = 0
    false_positive: int = 0
    false_negative: int = 0

    @property
    def precision(self) -> float:
        """Share of the choices of this label that were right."""
        called = self.true_positive + self.false_positive
        return self.true_positive / called if called else 1.0

    @property
    def recall(self) -> float:
        """Share of the cases of this label that were found."""
        wanted = self.true_positive + self.false_negative
        return self.true_positive / wanted if wanted else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class SelectionScore:
    """Rates per label and category, pooled (micro) and averaged over labels (macro)."""

    cases: int
    right: int
    per_tool: Mapping[str, Rates]
    per_category: Mapping[str, Rates]
    micro: Rates
    macro_precision: float
    macro_recall: float
    macro_f1: float
    confusion: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """(expected label, chosen label) to count; NO_TOOL and hallucinated names are labels too."""
    errors: Mapping[ErrorType, int] = field(default_factory=dict)


def selection_score(judged: Sequence[Selected], tools: Collection[str]) -> SelectionScore:
    """Score judged cases. ``tools`` are the names in the list that was offered; any other is hallucinated."""
    confusion = Counter((case.label, case.chosen) for case in judged)
    labels = sorted({label for pair in confusion for label in pair})
    per_tool = {label: _rates(confusion, label) for label in labels}
    categories = sorted({case.category for case in judged if case.category})
    micro = _pooled(per_tool.values())
    return SelectionScore(
        cases=len(judged),
        right=sum(case.right for case in judged),
        per_tool=per_tool,
        per_category={name: _category(judged, name) for name in categories},
        micro=micro,
        macro_precision=_mean([rates.precision for rates in per_tool.values()]),
        macro_recall=_mean([rates.recall for rates in per_tool.values()]),
        macro_f1=_mean([rates.f1 for rates in per_tool.values()]),
        confusion=dict(sorted(confusion.items())),
        errors={kind: count for kind in ErrorType if (count := _errors(judged, tools)[kind])},
    )


def error_type(case: Selected, tools: Collection[str]) -> ErrorType | None:
    """What kind of error a case is; None where it is right."""
    if case.right:
        return None
    if case.chosen == NO_TOOL:
        return ErrorType.MISSED_CALL
    if case.chosen not in tools:
        return ErrorType.HALLUCINATED_TOOL
    return ErrorType.WRONG_TOOL if case.expected else ErrorType.OVER_CALL


def _errors(judged: Iterable[Selected], tools: Collection[str]) -> Counter[ErrorType]:
    return Counter(kind for case in judged if (kind := error_type(case, tools)) is not None)


def _rates(confusion: Mapping[tuple[str, str], int], label: str) -> Rates:
    hit = confusion.get((label, label), 0)
    called = sum(count for (_, chosen), count in confusion.items() if chosen == label)
    wanted = sum(count for (expected, _), count in confusion.items() if expected == label)
    return Rates(hit, called - hit, wanted - hit)


def _category(judged: Iterable[Selected], name: str) -> Rates:
    confusion = Counter((case.label, case.chosen) for case in judged if case.category == name)
    return _pooled(_rates(confusion, label) for label in {label for pair in confusion for label in pair})


def _pooled(rates: Iterable[Rates]) -> Rates:
    every = list(rates)
    return Rates(
        sum(one.true_positive for one in every),
        sum(one.false_positive for one in every),
        sum(one.false_negative for one in every),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 1.0
