"""Scores of a whole trace against golden calls, with the names and edge cases of the ``tool-scorer`` package."""

import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from toolwatch.model.score import TraceScore
from toolwatch.model.trace import Call, GoldenCall
from toolwatch.score.matching import MISSING, matches, pair_up, right_arguments

COMPOSITE = {"selection_accuracy": 0.4, "argument_f1": 0.3, "sequence_accuracy": 0.2, "redundancy": 0.1}


def trace_score(golden: Sequence[GoldenCall], calls: Sequence[Call], *, strict: bool = False) -> TraceScore:
    """Compute every score of one trace. Both sides empty: all is right; one side empty: nothing is."""
    precision, recall, argument_f1 = arguments(golden, calls, strict=strict)
    selection, sequence = selection_accuracy(golden, calls), sequence_accuracy(golden, calls)
    redundant = redundant_rate(golden, calls)
    parts = {
        "selection_accuracy": selection,
        "argument_f1": argument_f1,
        "sequence_accuracy": sequence,
        "redundancy": 1 - redundant,
    }
    return TraceScore(
        invocation_accuracy=invocation_accuracy(golden, calls),
        selection_accuracy=selection,
        sequence_accuracy=sequence,
        tool_correctness=tool_correctness(golden, calls),
        required_call_recall=required_call_recall(golden, calls),
        argument_precision=precision,
        argument_recall=recall,
        argument_f1=argument_f1,
        redundant_rate=redundant,
        identical_rate=identical_rate(calls),
        error_rate=_share(sum(call.failed for call in calls), len(calls)),
        retry_after_error_rate=retry_after_error_rate(calls),
        trajectory_accuracy=trajectory_accuracy(golden, calls, strict=strict),
        composite=math.fsum(COMPOSITE[name] * part for name, part in parts.items()),
    )


def invocation_accuracy(golden: Sequence[GoldenCall], calls: Sequence[Call]) -> float:
    """(hit − (extra + missed) / 2) / |names of G|, never below 0."""
    wanted, made = {call.tool for call in golden}, {call.tool for call in calls}
    if not wanted or not made:
        return float(wanted == made)
    return max(0.0, (len(wanted & made) - 0.5 * len(wanted ^ made)) / len(wanted))


def selection_accuracy(golden: Sequence[GoldenCall], calls: Sequence[Call]) -> float:
    """Share of the calls made whose name is golden."""
    wanted = {call.tool for call in golden}
    if not wanted or not calls:
        return float(not wanted and not calls)
    return sum(call.tool in wanted for call in calls) / len(calls)


def sequence_accuracy(golden: Sequence[GoldenCall], calls: Sequence[Call]) -> float:
    """1 − Levenshtein distance of the name sequences / the longer one's length."""
    wanted, made = [call.tool for call in golden], [call.tool for call in calls]
    return 1 - _levenshtein(wanted, made) / max(len(wanted), len(made), 1)


def tool_correctness(golden: Sequence[GoldenCall], calls: Sequence[Call]) -> float:
    """Share of the golden names that were called at least once."""
    wanted, made = {call.tool for call in golden}, {call.tool for call in calls}
    return len(wanted & made) / len(wanted) if wanted else float(not made)


def required_call_recall(golden: Sequence[GoldenCall], calls: Sequence[Call]) -> float | None:
    """Share of the required calls, counted as a multiset, that have a call of that tool that did not fail."""
    wanted = Counter(call.tool for call in golden if not call.optional)
    if not wanted:
        return None
    made = Counter(call.tool for call in calls if not call.failed)
    return (wanted & made).total() / wanted.total()


def arguments(
    golden: Sequence[GoldenCall], calls: Sequence[Call], *, strict: bool = False
) -> tuple[float, float, float]:
    """Precision, recall and F1 of arguments over a one-to-one pairing.

    Precision is the share of the given arguments that are right, recall that of the golden ones; an argument that is
    rightly absent counts for recall alone, and where nothing was given and all is right, precision is 1. Calls whose
    golden arguments are None are skipped; where nothing is left to count, a matched pair makes it 1.
    """
    if not golden or not calls:
        both = float(not golden and not calls)
        return both, both, both
    pairs = pair_up(tuple(golden), tuple(calls), strict=strict)
    right = right_given = expected = given = 0
    for index, call in enumerate(golden):
        if call.arguments is None:
            continue
        expected += len(call.arguments)
        if index in pairs:
            made = calls[pairs[index]]
            given += len(made.arguments)
            right += right_arguments(call, made, strict=strict)
            right_given += right_arguments(_of_given(call, made), made, strict=strict)
    if not expected and not given and pairs:
        return 1.0, 1.0, 1.0
    recall = _share(right, expected)
    precision = _share(right_given, given) if given else float(recall == 1)
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _of_given(golden: GoldenCall, call: Call) -> GoldenCall:
    """The golden call with what it says of the arguments that were given."""
    said = golden.arguments or {}
    return replace(golden, arguments={name: said[name] for name in said if name in call.arguments})


def redundant_rate(golden: Sequence[GoldenCall], calls: Sequence[Call]) -> float:
    """Share of the calls made that are beyond what is golden, tool by tool."""
    beyond = Counter(call.tool for call in calls) - Counter(call.tool for call in golden)
    return _share(beyond.total(), len(calls))


def identical_rate(calls: Sequence[Call]) -> float:
    """Share of the calls that repeat an earlier one, arguments included."""
    return _share(len(calls) - len({_signature(call) for call in calls}), len(calls))


def retry_after_error_rate(calls: Sequence[Call]) -> float:
    """Share of the calls that repeat the failed call just before them without a change."""
    again = sum(a.failed and _signature(a) == _signature(b) for a, b in pairwise(calls))
    return _share(again, len(calls))


def trajectory_accuracy(golden: Sequence[GoldenCall], calls: Sequence[Call], *, strict: bool = False) -> float:
    """(calls right at their position / |G|) × min(1, |G| / |A|)."""
    if not golden or not calls:
        return float(not golden and not calls)
    hits = sum(_fits(wanted, call, strict=strict) for wanted, call in zip(golden, calls, strict=False))
    return hits / len(golden) * min(1.0, len(golden) / len(calls))


def _fits(wanted: GoldenCall, call: Call, *, strict: bool) -> bool:
    return wanted.tool == call.tool and all(
        matches(matcher, call.arguments.get(name, MISSING), strict=strict)
        for name, matcher in (wanted.arguments or {}).items()
    )


def _signature(call: Call) -> tuple[str, str]:
    return call.tool, json.dumps(dict(call.arguments), sort_keys=True, default=str)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _levenshtein(one: Sequence[str], other: Sequence[str]) -> int:
    """Edit distance by the row-wise dynamic programme (Wagner and Fischer 1974)."""
    row = list(range(len(other) + 1))
    for index, item in enumerate(one, 1):
        diagonal, row[0] = row[0], index
        for column, against in enumerate(other, 1):
            diagonal, row[column] = (
                row[column],
                min(row[column] + 1, row[column - 1] + 1, diagonal + (item != against)),
            )
    return row[-1]
