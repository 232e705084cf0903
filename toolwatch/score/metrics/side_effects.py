"""Side effects: whether what a run should change in the world happened, and what it should not change did not.

``success_rate`` has the name and the 1.0 for nothing stated from the ``tool-scorer`` package. There a validator is a
function that may look at files and databases as they are now; here it is stated in the golden file and decided from the
trace alone, so the two are not compared.
"""

import json
from collections.abc import Mapping, Sequence

from toolwatch.model.score import EffectVerdict, SideEffectScore
from toolwatch.model.tool import Json
from toolwatch.model.trace import Call, SideEffect
from toolwatch.score.matching import MISSING, matches


def side_effect_score(effects: Sequence[SideEffect], calls: Sequence[Call], *, strict: bool = False) -> SideEffectScore:
    """Decide every stated effect from the recorded trace; nothing is run or looked up."""
    verdicts = tuple(validate(effect, calls, strict=strict) for effect in effects)
    return SideEffectScore(sum(one.held for one in verdicts) / len(verdicts) if verdicts else 1.0, verdicts)


def validate(effect: SideEffect, calls: Sequence[Call], *, strict: bool = False) -> EffectVerdict:
    """Decide one effect.

    It held when it happened ``at_least`` so often for certain, and not more than ``at_most`` even if every undecided
    call made it; a forbidden one when no call made it or may have made it.
    """
    made: list[int] = []
    undecided: list[int] = []
    for index, call in enumerate(calls):
        if not _called(effect, call, strict=strict):
            continue
        if call.result is None and (effect.result is not None or effect.result_fields):
            undecided.append(index)
        elif _answered(effect, call.result, strict=strict):
            made.append(index)
    at_least, at_most = (0, 0) if effect.forbidden else (effect.at_least, effect.at_most)
    most = len(made) + len(undecided)
    return EffectVerdict(
        name=effect.name,
        forbidden=effect.forbidden,
        at_least=at_least,
        at_most=at_most,
        made_by=tuple(made),
        undecided=tuple(undecided),
        held=len(made) >= at_least and (at_most is None or most <= at_most),
    )


def _called(effect: SideEffect, call: Call, *, strict: bool) -> bool:
    return (
        not call.failed
        and (call.tool in effect.tools or "*" in effect.tools)
        and _all_fit(effect.arguments, call.arguments, strict=strict)
    )


def _answered(effect: SideEffect, result: Json, *, strict: bool) -> bool:
    views = _views(result)
    if effect.result is not None and not any(matches(effect.result, view, strict=strict) for view in views):
        return False
    answered = next((view for view in views if isinstance(view, dict)), {})
    return _all_fit(effect.result_fields, answered, strict=strict)


def _all_fit(wanted: Mapping[str, Mapping[str, Json]], given: Mapping[str, Json], *, strict: bool) -> bool:
    return all(matches(matcher, given.get(name, MISSING), strict=strict) for name, matcher in wanted.items())


def _views(result: Json) -> tuple[Json, ...]:
    """A result as it was recorded, and its other face: the value of a JSON text, or the JSON text of a value."""
    if not isinstance(result, str):
        return result, json.dumps(result, sort_keys=True, ensure_ascii=False, default=str)
    try:
        return result, json.loads(result)
    except (ValueError, RecursionError):
        return (result,)
