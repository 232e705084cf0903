"""A golden trace of several calls becomes several first-call questions, so that nothing is ever executed."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from toolwatch.model.suite import Case, Message, Step
from toolwatch.model.tool import Json


def unroll(case: Case) -> Iterator[Case]:
    """Yield the case itself, then one question for each later step of its trace.

    Each later question is asked after the calls before it and their canned results. The right tool is that of the
    next step that may not be left out; the steps before that one are allowed.
    """
    if not case.steps:
        yield case
        return
    for index in range(len(case.steps)):
        ahead = case.steps[index:]
        skipped = tuple(_leading(ahead))
        if len(skipped) == len(ahead):
            return
        question = replace(
            case,
            expected=(ahead[len(skipped)].tool,),
            arguments=dict(ahead[len(skipped)].arguments),
            optional=tuple(dict.fromkeys((*case.optional, *skipped))),
        )
        yield _later(question, index) if index else question


def _leading(steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps:
        if not step.optional:
            return
        yield step.tool


def _later(case: Case, index: int) -> Case:
    """The same case after its first ``index`` calls; the request is among what was said before."""
    said = (*case.history, Message("user", case.request), *_calls(case.steps[:index]))
    return replace(case, id=f"{case.id}#{index + 1}", history=said, steps=(), step=index)


def _calls(steps: tuple[Step, ...]) -> Iterator[Message]:
    for step in steps:
        arguments = {name: _example(matcher) for name, matcher in step.arguments.items()}
        yield Message("assistant", "", step.tool, arguments)
        yield Message("tool", _text(step.result), step.tool)


def _example(matcher: dict[str, Any]) -> Json:
    """A value that stands for what a matcher accepts, for a call that is shown as made."""
    operator, wanted = next(iter(matcher.items()))
    if operator == "one_of":
        return wanted[0]
    return wanted if operator in ("equal", "contains") else ""


def _text(result: Json) -> str:
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False, sort_keys=True)
