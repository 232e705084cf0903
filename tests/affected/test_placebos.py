"""Placebos change nothing that a person would act on, and each of them changes something."""

from dataclasses import replace

import pytest

from toolwatch.affected import Placebo, in_place, on_top, placebos
from toolwatch.model.listing import Listing
from toolwatch.model.suite import Case, Suite
from toolwatch.model.tool import Tool
from toolwatch.model.words import words

TOOLS = tuple(Tool.of(f"t{number}", f"Does {number}. And more of it.") for number in range(4))
LISTING = Listing("s", TOOLS)
SUITE = Suite("s", "s", cases=(Case("a", "x", ("t0",)), Case("b", "y", ("t1",)), Case("c", "z", ("t0",))))
NEUTRAL = {"it", "is", "one", "of", "the", "tools", "this", "server", "tool"}


def test_the_unchanged_list_comes_first_and_is_asked_again() -> None:
    first, *others = placebos(LISTING, (SUITE,))
    assert (first.listing, first.again) == (LISTING, True)
    assert not any(placebo.again for placebo in others)
    assert len(others) >= 6


@pytest.mark.parametrize("placebo", placebos(LISTING, (SUITE,))[1:], ids=lambda placebo: placebo.name)
def test_a_placebo_changes_something_and_says_nothing(placebo: object) -> None:
    after = placebo.listing  # type: ignore[attr-defined]
    assert after != LISTING
    assert {tool.name for tool in after.tools} == {tool.name for tool in TOOLS}
    for tool in after.tools:
        before = LISTING.tool(tool.name)
        assert before is not None
        assert {**tool.raw, "description": ""} == {**before.raw, "description": ""}
        added = set(words(tool.description)) - set(words(before.description))
        assert added <= NEUTRAL
        assert set(words(before.description)) <= set(words(tool.description))


def test_texts_are_changed_on_the_tools_that_fewest_cases_are_about() -> None:
    touched = [
        next(tool.name for tool, old in zip(each.listing.tools, TOOLS, strict=True) if tool != old)
        for each in placebos(LISTING, (SUITE,))
        if " on " in each.name
    ]
    assert touched[:3] == ["t2", "t3", "t1"]


@pytest.mark.parametrize("tools", [(), TOOLS[:1], (Tool.of("bare"),)], ids=["none", "one", "no description"])
def test_short_lists_have_the_placebos_that_they_allow(tools: tuple[Tool, ...]) -> None:
    made = placebos(replace(LISTING, tools=tools))
    assert made[0].name == "unchanged"
    assert all(placebo.listing.tools != tools for placebo in made[1:])


def test_most_is_a_limit_and_the_order_is_stable() -> None:
    assert len(placebos(LISTING, most=3)) == 3
    assert placebos(LISTING, (SUITE,)) == placebos(LISTING, (SUITE,))


def test_a_control_in_place_of_an_edit_has_as_much_text_that_means_nothing() -> None:
    longer = Tool.of("t1", f"{TOOLS[1].description} Use this for anything about getting money back.")
    cut = Tool.of("t2", "Does")
    control = in_place(LISTING, replace(LISTING, tools=(TOOLS[0], longer, cut, TOOLS[3])))
    assert control is not None
    assert control.name == "as much neutral text instead on t1"
    padded = control.listing.tool("t1")
    assert padded is not None
    assert abs(len(padded.description) - len(longer.description)) < 30
    assert [tool for tool in control.listing.tools if tool.name != "t1"] == [TOOLS[0], TOOLS[2], TOOLS[3]]


def test_several_tools_that_grew_are_one_control() -> None:
    grown = tuple(Tool.of(tool.name, f"{tool.description} With some more words.") for tool in TOOLS[:2])
    control = in_place(LISTING, replace(LISTING, tools=(*grown, *TOOLS[2:])))
    assert control is not None
    assert control.name == "as much neutral text instead"
    assert [tool.name for tool, old in zip(control.listing.tools, TOOLS, strict=True) if tool != old] == ["t0", "t1"]


def test_an_edit_that_writes_nothing_has_no_control_in_its_place() -> None:
    assert in_place(LISTING, LISTING) is None
    assert in_place(LISTING, replace(LISTING, tools=TOOLS[:2])) is None


@pytest.mark.parametrize("control", on_top(LISTING, "t1"), ids=lambda control: control.name)
def test_a_control_on_top_changes_that_tool_alone_and_says_nothing(control: Placebo) -> None:
    assert control.tool == "t1"
    changed = control.listing.tool("t1")
    assert changed is not None
    assert changed.description != TOOLS[1].description
    assert set(words(changed.description)) - set(words(TOOLS[1].description)) <= NEUTRAL
    assert [tool for tool in control.listing.tools if tool.name != "t1"] == [TOOLS[0], *TOOLS[2:]]


def test_there_is_no_control_on_top_of_a_tool_that_is_not_there() -> None:
    assert on_top(LISTING, "gone") == ()
    changed = [control.listing.tool("t1") for control in on_top(LISTING, "t1")]
    assert len({tool.description for tool in changed if tool is not None}) == len(changed) >= 4
