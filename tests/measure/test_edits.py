"""The edits that ``make impact`` tries are what they say: one tool's text each, at least twenty for each list."""

import json
from pathlib import Path

import pytest

from tests.measure import impact, rows
from tests.measure.impact import Bench, edited


@pytest.fixture(params=["helpdesk", "apify"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Bench:
    if request.param == "helpdesk":
        return impact.helpdesk()
    return impact.apify(request.getfixturevalue("shared"), tmp_path)


def test_each_edit_changes_the_text_of_one_tool(bench: Bench) -> None:
    for edit in bench.edits:
        for how in ("do", "again"):
            after = edited(bench.listing, edit["tool"], edit[how])
            changed = [old.name for old, new in zip(bench.listing.tools, after.tools, strict=True) if old != new]
            assert changed == [edit["tool"]], edit["id"]
            old, new = bench.listing.tool(edit["tool"]), after.tool(edit["tool"])
            assert old is not None
            assert new is not None
            if "parameter" not in edit[how]:
                assert {**old.raw, "description": ""} == {**new.raw, "description": ""}


def test_there_are_enough_edits_of_several_kinds(bench: Bench) -> None:
    assert len({edit["id"] for edit in bench.edits}) == len(bench.edits) >= 20
    assert len({edit["kind"] for edit in bench.edits}) >= 6
    assert len({edit["tool"] for edit in bench.edits}) >= 5
    assert len({json.dumps(edit["do"]) for edit in bench.edits}) >= 20


def test_the_summary_counts_what_the_rows_say() -> None:
    row = rows.Row("e", "k", {"a", "b"}, {"a"}, set(), {"a"}, {"a", "b"}, 10, 0.5, True, 0.5, True, 0)
    text = "\n".join(rows.summary([row]))
    assert "before widening: 10% of the calls of `all`; caught 1 of 2 moved, 1 of 1 regressions" in text
    assert "after widening: 20% of the calls of `all`; caught 2 of 2 moved, 1 of 1 regressions" in text
    assert "the bound held in 1 of 1 edits" in text
