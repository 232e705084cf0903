"""A pytest plugin: selection cases as tests of your own suite.

    from toolwatch.pytest_plugin import assert_selects

    def test_model(toolwatch_case):                    # once for every case of every suite
        assert_selects(toolwatch_case)                 # asks the configured model

    def test_my_agent(toolwatch_case):
        calls = my_agent(toolwatch_case.request)       # any trace that `toolwatch score` reads, or a tool's name
        assert_selects(toolwatch_case, calls)

Suites, servers and models are those of the nearest ``toolwatch.toml``, seen from pytest's root folder.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from toolwatch.config.settings import Settings
    from toolwatch.model.suite import Case, Suite
    from toolwatch.model.trace import Call
    from toolwatch.model.trial import Trial

__tracebackhide__ = True


class _Ask:
    """Says that the configured model is to be asked; None means that an agent called nothing."""


ASK = _Ask()


@dataclass(frozen=True, slots=True)
class SelectionCase:
    """One case of one suite, ready to be asked."""

    suite: "Suite"
    case: "Case"
    settings: "Settings"

    @property
    def id(self) -> str:
        """``SUITE/CASE``."""
        return f"{self.suite.name}/{self.case.id}"

    @property
    def request(self) -> str:
        """What the user writes."""
        return self.case.request

    @property
    def expected(self) -> tuple[str, ...]:
        """The tools of which any one is right; empty where none is."""
        return self.case.expected

    def ask(self, model: str = "") -> "tuple[Trial, ...]":
        """Ask a configured model, or ``PROVIDER:MODEL``, as often as the configuration says; answers are kept."""
        from toolwatch.pipeline.single import ask_one

        return ask_one(self.suite, self.case, self.settings, model=model)


def assert_selects(case: SelectionCase, chosen: Any = ASK, *, model: str = "") -> None:
    """Fail the test unless the case's tool was chosen.

    Args:
        case: the ``toolwatch_case`` of the test.
        chosen: what an agent did: a tool's name, None for no call, or a trace in any format that ``toolwatch score``
            reads, of which the first call counts. Left out, the model is asked.
        model: which model is asked, when one is.

    Raises:
        AssertionError: another tool, or wrong arguments; an unanswered question fails too.
    """
    problem = _problem_asking(case, model) if isinstance(chosen, _Ask) else _problem_given(case, _first(chosen))
    if problem:
        raise AssertionError(f"{case.id}: {problem}\nrequest: {case.request}")


def pytest_generate_tests(metafunc: "pytest.Metafunc") -> None:
    """Run a test that asks for ``toolwatch_case`` once for every case.

    Raises:
        pytest.Collector.CollectError: there is no case, or the configuration or a suite is not what it must be.
    """
    if "toolwatch_case" not in metafunc.fixturenames:
        return
    import pytest

    from toolwatch.errors import ToolwatchError

    try:
        cases = _cases(metafunc.config.rootpath)
    except ToolwatchError as error:
        raise pytest.Collector.CollectError(f"toolwatch: {error}") from None
    metafunc.parametrize("toolwatch_case", cases, ids=[case.id for case in cases])


def _cases(start: "Path") -> list[SelectionCase]:
    """The cases of all suites; none at all is an error, for pytest would skip the test and be green."""
    from toolwatch import suites
    from toolwatch.config.settings import load
    from toolwatch.errors import UsageError

    settings = load(start=start)
    folder = settings.root / settings.suites
    loaded = suites.load(folder) if folder.is_dir() else ()
    cases = [SelectionCase(suite, case, settings) for suite in loaded for case in suite.cases]
    if not cases:
        file = settings.file or f"no toolwatch.toml was found from {start} upwards"
        raise UsageError(f"{folder}: there is no case for toolwatch_case; add a suite, or set suites ({file})")
    return cases


def _problem_asking(case: SelectionCase, model: str) -> str:
    from toolwatch.score.cases import right_arguments, right_tool
    from toolwatch.score.tally import tally

    trials = case.ask(model)
    errors = sorted({trial.error for trial in trials if trial.error})
    if errors:
        return f"no verdict: {errors[0]}"
    counts = ", ".join(f"{tool} {count}x" for tool, count in tally(trials).counts)
    if not right_tool(case.case, trials):
        return f"expected {case.case.expected_text}, the model chose {counts}"
    return "" if right_arguments(case.case, trials) else f"{counts}, but with wrong arguments"


def _problem_given(case: SelectionCase, call: "Call | None") -> str:
    from toolwatch.model.suite import NO_TOOL
    from toolwatch.score.matching import MISSING, matches
    from toolwatch.score.tally import is_right

    tool = call.tool if call else NO_TOOL
    if not is_right(tool, case.case):
        return f"expected {case.case.expected_text}, got {tool}"
    if call is None or tool not in case.case.expected:
        return ""
    wrong = [
        name for name, matcher in case.case.arguments.items() if not matches(matcher, call.arguments.get(name, MISSING))
    ]
    return f"{tool}, but with wrong arguments: {', '.join(wrong)}" if wrong else ""


def _first(chosen: Any) -> "Call | None":
    from toolwatch.model.trace import Call
    from toolwatch.score.trace_format import read_calls

    if chosen is None or isinstance(chosen, Call):
        return chosen
    if isinstance(chosen, str):
        return Call(chosen)
    if isinstance(chosen, Sequence) and all(isinstance(item, Call) for item in chosen):
        return chosen[0] if chosen else None
    _, calls = read_calls(chosen, where="chosen")
    return calls[0] if calls else None
