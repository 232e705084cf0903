"""Precision and recall of tool selection, the confusion matrix, and the kinds of error."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from toolwatch.model.score import ErrorType, Rates, SelectionScore
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
