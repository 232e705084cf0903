"""tool-scorer's gold files: the calls that are right, in order."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolwatch.model.suite import Step
from toolwatch.suites.base import Draft, Importer, Skipped, Source


class ToolScorer(Importer):
    """A list of calls with ``tool`` and ``args``; one gold file is one golden trace."""

    name = "tool-scorer"

    def recognises(self, source: Source) -> bool:
        """A list of objects that name a tool, and no request."""
        calls = _calls(source)
        return bool(calls) and all(
            isinstance(call, Mapping) and isinstance(call.get("tool"), str) and "input" not in call for call in calls
        )

    def cases(self, source: Source) -> Iterator[Draft | Skipped]:
        """One draft; the gold file holds no request, so its first description stands in until a person writes it."""
        calls = _calls(source)
        head = source.data if isinstance(source.data, Mapping) else {}
        request = next((str(head[key]) for key in ("request", "prompt", "query", "input") if head.get(key)), "")
        described = str(calls[0].get("description") or "")
        if not request and not described:
            yield Skipped(source.at(), "holds neither a request nor a description to stand in for it")
            return
        steps = tuple(_step(call) for call in calls)
        yield Draft(
            request or described,
            (steps[0].tool,),
            source.at(),
            steps=steps if len(steps) > 1 else (),
            arguments=steps[0].arguments if len(steps) == 1 else {},
            note="" if request else "the request is the gold file's description; write what a user would say",
            guessed=not request,
        )


def _calls(source: Source) -> Sequence[Any]:
    if not source.looks_like_data():
        return ()
    data = source.data
    if isinstance(data, Mapping):
        data = data.get("expected_calls", data.get("calls"))
    return data if isinstance(data, list) else ()


def _step(call: Mapping[str, Any]) -> Step:
    arguments = call.get("args")
    given = arguments if isinstance(arguments, Mapping) else {}
    return Step(call["tool"], {str(name): {"equal": value} for name, value in given.items()}, call.get("result"))
