"""Which cases an edit picks on the help-desk example, and why."""

import json
from pathlib import Path

import pytest

from toolwatch import similarity, suites
from toolwatch.affected import Mode, Options, select
from toolwatch.model.listing import Listing
from toolwatch.model.selection import Selection
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Suite
from toolwatch.model.tool import Tool
from toolwatch.snapshot import take

FOLDER = Path(__file__).parents[2] / "suites" / "helpdesk"


@pytest.fixture(scope="module")
def suite() -> Suite:
    return suites.read(FOLDER / "suite.yaml")


def tools(name: str = "tools.json") -> list[Tool]:
    data = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return [Tool(tool) for tool in data["tools"]]


def snapshot(tools: list[Tool], instructions: str | None = None) -> Snapshot:
    return take(Listing("helpdesk", tuple(tools), instructions=instructions))


def pick(suite: Suite, before: Snapshot, after: Snapshot, options: Options | None = None) -> Selection:
    return select(
        before,
        after,
        (),
        (suite,),
        before_neighbours=similarity.neighbours(before.tools),
        after_neighbours=similarity.neighbours(after.tools),
        options=options,
    )


def test_nothing_is_rerun_where_the_model_reads_the_same(suite: Suite) -> None:
    same = snapshot(tools())
    titled = snapshot([Tool({**tool.raw, "title": "other", "annotations": {}}) for tool in tools()])
    for after in (same, titled):
        selection = pick(suite, same, after)
        assert (selection.picked, selection.unchanged, selection.bound) == ((), len(suite.cases), None)


def test_the_broad_edit_runs_the_case_that_its_words_claim(suite: Suite) -> None:
    selection = pick(suite, snapshot(tools()), snapshot(tools("edits/broad.json")))
    ranking = {item.case: item for item in selection.ranking}
    claimed, far = ranking["parcel-lost"], ranking["cot-in-leeds"]
    assert claimed.place < 8 < far.place
    reasons = " | ".join(claimed.reasons)
    assert "its request shares words that start_return gained: lost, parcel" in reasons
    assert "stands on the boundary return-or-refund with start_return, whose description changed" in reasons
    assert "issue_refund shares a boundary with start_return" in reasons


def test_the_ranking_has_every_case_once_and_is_in_order(suite: Suite) -> None:
    selection = pick(suite, snapshot(tools()), snapshot(tools("edits/broad.json")))
    assert [item.place for item in selection.ranking] == list(range(selection.total))
    ranks = [item.rank for item in selection.ranking]
    assert ranks == sorted(ranks, reverse=True)


def test_every_case_is_picked_or_left_out_once(suite: Suite) -> None:
    selection = pick(suite, snapshot(tools()), snapshot(tools("edits/helpful.json")))
    named = [item.case for item in selection.picked] + [case for _, case in selection.left_out]
    assert sorted(named) == sorted(case.id for case in suite.cases)
    assert selection.total == len(suite.cases)
    assert all(item.reasons for item in selection.picked)


@pytest.mark.parametrize(("mode", "run", "bound"), [(Mode.ALL, 42, None), (Mode.NONE, 0, 1.0)])
def test_all_and_none(suite: Suite, mode: Mode, run: int, bound: float | None) -> None:
    selection = pick(suite, snapshot(tools()), snapshot(tools("edits/broad.json")), Options(mode=mode))
    assert (len(selection.picked), selection.bound) == (run, bound)


def test_another_order_counts(suite: Suite) -> None:
    selection = pick(suite, snapshot(tools()), snapshot(tools()[::-1]))
    assert "elsewhere in the list" in selection.picked[0].reasons[0]


@pytest.mark.parametrize("added", [False, True], ids=["removed", "added"])
def test_added_and_removed_tools_count(suite: Suite, added: bool) -> None:
    whole, fewer = snapshot(tools()), snapshot([tool for tool in tools() if tool.name != "cancel_order"])
    selection = pick(suite, fewer, whole) if added else pick(suite, whole, fewer)
    ranking = {item.case: item for item in selection.ranking}
    word = "is new" if added else "is gone"
    assert f"expects cancel_order, which {word}" in ranking["sofa-due"].reasons
    wanting = [item.place for item in selection.ranking if f"expects cancel_order, which {word}" in item.reasons]
    assert sum(place < 12 for place in wanting) >= 0.8 * len(wanting)


def test_changed_instructions_reach_every_case(suite: Suite) -> None:
    selection = pick(suite, snapshot(tools()), snapshot(tools(), "Be brief."))
    assert all("instructions changed" in item.reasons[0] for item in selection.waiting)
    assert len(selection.waiting) + len(selection.picked) == selection.total


def test_a_suite_of_another_server_is_left_alone(suite: Suite) -> None:
    before, after = (take(Listing("other", tuple(tools(name)))) for name in ("tools.json", "edits/broad.json"))
    assert pick(suite, before, after).total == 0


def test_the_same_edit_draws_the_same_sentinels(suite: Suite) -> None:
    before, after = snapshot(tools()), snapshot(tools("edits/helpful.json"))
    assert pick(suite, before, after) == pick(suite, before, after)


def test_the_more_of_its_description_a_tool_lost_the_more_its_own_cases_are_at_risk(suite: Suite) -> None:
    def cut(words: int) -> Snapshot:
        return snapshot(
            [
                Tool({**tool.raw, "description": " ".join(str(tool.raw["description"]).split()[:words])})
                if tool.name == "start_return"
                else tool
                for tool in tools()
            ]
        )

    mine = {case.id for case in suite.cases if case.expected == ("start_return",)}
    places = []
    for words in (3, 15, 30):
        ranking = pick(suite, snapshot(tools()), cut(words)).ranking
        places.append([item.rank for item in sorted(ranking, key=lambda item: item.case) if item.case in mine])
    short, middle, long = places
    assert all(a >= b >= c for a, b, c in zip(short, middle, long, strict=True))
    assert sum(short) > sum(middle) > sum(long)


def test_what_a_placebo_moved_is_run_whatever_the_edit(suite: Suite) -> None:
    edited = [
        Tool({**tool.raw, "description": f"{tool.raw['description']} Open on Sundays."})
        if tool.name == "check_stock"
        else tool
        for tool in tools()
    ]
    case = "drill-not-mine"
    plain = pick(suite, snapshot(tools()), snapshot(edited))
    shaken = pick(suite, snapshot(tools()), snapshot(edited), Options(fragile={(suite.name, case): 0.5}))
    place = {item.case: item.place for item in plain.ranking}[case]
    assert {item.case: item.place for item in shaken.ranking}[case] < place
    (picked,) = [item for item in shaken.picked if item.case == case]
    assert any(reason.startswith("fragile: 50%") for reason in picked.reasons)
