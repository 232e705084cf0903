"""A check that is run again on what it asked before: the same cases go wrong, and nothing is paid for."""

import shutil
from pathlib import Path

import pytest

from tests.pipeline.test_verdict_paths import ONE, Model, Project, good, project, statuses
from toolwatch.model.trial import Ask

__all__ = ["project"]

MANY = 40
CASES = "cases:\n" + "\n".join(
    f"  - {{id: c{number}, request: {word} number {number}, expect: {tool}}}"
    for number, (word, tool) in zip(range(MANY), [("cancel", "stop"), ("repay", "pay")] * MANY, strict=False)
)


class Strays(Model):
    """Right on the old list; on the new one the cases with these numbers go elsewhere."""

    def __init__(self, *numbers: str) -> None:
        super().__init__("a", self.stray)
        self.numbers = numbers

    def stray(self, ask: Ask) -> str | None:
        claims = any("everything" in tool.description for tool in ask.tools)
        number = ask.messages[-1].content.rpartition(" ")[2]
        return "look" if claims and number in self.numbers else good(ask)


def forget(project: Project) -> None:
    shutil.rmtree(Path(project.folder) / ".toolwatch")


def wrong(document: dict[str, object]) -> set[str]:
    return {case for case, status in statuses(document).items() if status == "regressed"}


@pytest.fixture
def left_out(project: Project) -> str:
    """The number of a case that a first check does not ask: what it does then is known within a bound only."""
    project.suite("shop", CASES)
    project.configure(Strays())
    code, found = project.check(*ONE)
    assert code == 0
    out = [case for _, case in found["selection"]["left_out"]]
    assert out, "the suite is to be too large to be asked whole"
    forget(project)
    return str(out[0]).removeprefix("c")


def test_what_is_known_to_go_wrong_is_not_left_out(project: Project, left_out: str) -> None:
    """A second run that asks less must not turn green."""
    project.configure(Strays(left_out))
    code, first = project.check(*ONE, "--select", "all")
    assert (code, wrong(first)) == (1, {f"c{left_out}"})
    calls = len(project.models["a"].calls)
    for _ in range(2):
        code, again = project.check(*ONE)
        assert (code, wrong(again)) == (1, {f"c{left_out}"})
        assert len(again["cases"]) == MANY
        assert len(project.models["a"].calls) == calls, "answers that are at hand cost nothing"


@pytest.mark.parametrize("moves", [1, 6, 20, MANY], ids=lambda moves: f"{moves} move")
def test_the_same_check_twice_says_the_same(moves: int, project: Project) -> None:
    project.suite("shop", CASES)
    project.configure(Strays(*(str(number * 7 % MANY) for number in range(moves))))
    first, second = project.check(*ONE), project.check(*ONE)
    assert first[0] == second[0]
    assert statuses(first[1]) == statuses(second[1])
    assert first[1]["selection"] == second[1]["selection"]


def test_half_of_the_answers_change_nothing(project: Project, left_out: str) -> None:
    """A run that was broken off, or ended by its budget, leaves nothing that another choice is made by."""
    project.configure(Strays(left_out))
    _, whole = project.check(*ONE)
    forget(project)
    for budget in ("7", "20"):
        assert project.call("check", *ONE, "--budget", budget)[0] == 4
    _, resumed = project.check(*ONE)
    assert statuses(resumed) == statuses(whole)
    assert resumed["selection"] == whole["selection"]
