"""What one list's run found, case by case, and how it is told."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from toolwatch.model.inert import one_line
from toolwatch.model.report import Spent
from toolwatch.model.tool import Json
from toolwatch.model.trial import ModelInfo


class Result(StrEnum):
    """What became of one case, from worst to best."""

    NO_ANSWER = "no_answer"
    WRONG = "wrong"
    UNSTABLE = "unstable"
    """Right in some repeats, wrong in others."""
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Told:
    """One case under one model."""

    suite: str
    case: str
    request: str
    expected: str
    counts: tuple[tuple[str, int], ...]
    """What was chosen and how often, most frequent first."""
    result: Result
    trouble: str = ""
    margin: float | None = None
    """Probability of the expected tools, where the provider gives probabilities."""
    server: str = ""
    expected_tools: tuple[str, ...] = ()
    """Names of which any one is right; empty where no tool is."""
    top_right: bool = False
    """The most frequent choice is right, on a tie every one of them."""
    category: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """A run of suites on the lists as they are."""

    model: ModelInfo
    cases: tuple[Told, ...]
    spent: Spent
    lists: Mapping[str, str]
    """Digest of each server's list as it was sent."""
    conversions: tuple[str, ...] = ()
    """What the provider's API does not take, and what was sent instead."""
    tools: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of the tools of each server's list."""

    def count(self, result: Result) -> int:
        """How many cases ended so."""
        return sum(case.result is result for case in self.cases)


def document(account: Account) -> dict[str, Json]:
    """The account as JSON; what it cost depends on what was stored and is left to stderr."""
    model = account.model
    return {
        "schema_version": 1,
        "model": {
            "provider": model.provider,
            "model": model.model,
            "url": model.url,
            "proxy": model.proxy,
            "parameters": dict(model.parameters),
        },
        "lists": dict(account.lists),
        "tools": {server: list(names) for server, names in account.tools.items()},
        "conversions": list(account.conversions),
        "cases": [
            {
                "suite": case.suite,
                "id": case.case,
                "request": case.request,
                "expected": case.expected,
                "chosen": dict(case.counts),
                "result": case.result.value,
                "trouble": case.trouble,
                "margin": case.margin,
                "server": case.server,
                "expected_tools": list(case.expected_tools),
                "top_right": case.top_right,
                "category": case.category,
            }
            for case in account.cases
        ],
        "counts": {result.value: account.count(result) for result in Result},
    }


def text(account: Account) -> str:
    """The account for a terminal: the cases that are not right first, then how many are."""
    lines = [f"model: {one_line(account.model.label)}"]
    lines += [f"sent otherwise: {one_line(note)}" for note in account.conversions]
    for result in Result:
        lines += _section(result, [case for case in account.cases if case.result is result])
    counts = ", ".join(f"{account.count(result)} {_WORDS[result]}" for result in reversed(Result))
    return "\n".join([*lines, "", f"{len(account.cases)} cases: {counts}"]) + "\n"


_WORDS = {
    Result.NO_ANSWER: "without an answer",
    Result.WRONG: "wrong",
    Result.UNSTABLE: "unstable",
    Result.RIGHT: "right",
}


def _section(result: Result, cases: Sequence[Told]) -> Iterable[str]:
    if not cases or result is Result.RIGHT:
        return ()
    return ["", f"{_WORDS[result]}:", *(line for case in cases for line in _lines(case))]


def _lines(case: Told) -> Iterable[str]:
    chosen = ", ".join(f"{one_line(tool)} ({count})" for tool, count in case.counts) or "nothing"
    yield f"  {one_line(case.suite)}/{one_line(case.case)}: {chosen}; expected {one_line(case.expected)}"
    yield f"    {one_line(case.request, 160)}"
    if case.trouble:
        yield f"    {one_line(case.trouble, 240)}"
