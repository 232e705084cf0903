"""The 36 mutations beside the checkout mean exactly what is written there."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.diff.making import snapshot
from toolwatch.diff import compare
from toolwatch.model.change import Change, Compat, Seen

ROW = re.compile(
    r"^\| (?P<numbers>[\d to]+) \| (?P<tools>[^|]+) \| (?P<what>[^|]+) \| (?P<compat>\w+) \| (?P<seen>\w+) \|"
)


@dataclass(frozen=True)
class Expected:
    tool: str
    what: str
    compat: Compat
    seen: Seen


@pytest.fixture(scope="module")
def expected(shared: Path) -> list[Expected]:
    rows = [
        match for line in (shared / "data/mutations/expected.md").read_text().splitlines() if (match := ROW.match(line))
    ]
    return [
        Expected(tool.strip(), row["what"], Compat(row["compat"]), Seen(row["seen"]))
        for row in rows
        for tool in row["tools"].split(",")
    ]


@pytest.fixture(scope="module")
def changes(shared: Path) -> tuple[Change, ...]:
    before, after = (
        snapshot(json.loads((shared / f"data/mutations/{name}.json").read_text())) for name in ("before", "after")
    )
    return compare(before, after)


def of(changes: tuple[Change, ...], tool: str) -> list[Change]:
    return [change for change in changes if tool in (change.tool, change.tool_before)]


def test_every_mutation_means_what_is_written(expected: list[Expected], changes: tuple[Change, ...]) -> None:
    assert len(expected) == 36
    order = list(Seen)
    told = {}
    for row in expected:
        own = of(changes, row.tool)
        compat = min((change.compat for change in own), key=lambda one: one.rank, default=Compat.NONE)
        told[row.tool] = compat, min((change.seen_by_model for change in own), key=order.index, default=Seen.NO)
    assert told == {row.tool: (row.compat, row.seen) for row in expected}


def test_nothing_else_is_told(expected: list[Expected], changes: tuple[Change, ...]) -> None:
    known = {row.tool for row in expected}
    others = [change for change in changes if not known & {change.tool, change.tool_before}]
    assert [(change.tool, change.code, change.compat) for change in others] == [("", "TW363", Compat.NONE)]


@pytest.mark.parametrize("tool", ["schedule_meeting", "convert_units", "ship_parcel", "tag_item", "noop_echo"])
def test_the_same_meaning_is_no_change(changes: tuple[Change, ...], tool: str) -> None:
    assert of(changes, tool) == []


@pytest.mark.parametrize(
    ("tool", "codes"),
    [
        ("fetch_page", ["TW362"]),
        ("move_file", ["TW313"]),
        ("add_comment", ["TW316", "TW320"]),
        ("preview_refund", ["TW367"]),
        ("delete_record", ["TW368"]),
        ("ping_host", ["TW370", "TW365"]),
        ("get_time", ["TW372"]),
        ("query_logs", ["TW343"]),
    ],
    ids=str,
)
def test_one_edit_is_one_change(changes: tuple[Change, ...], tool: str, codes: list[str]) -> None:
    assert [change.code for change in of(changes, tool)] == codes


def test_every_break_inside_a_schema_is_proven(changes: tuple[Change, ...]) -> None:
    broken = [change for change in changes if change.compat is Compat.BREAKING and change.path]
    assert broken
    assert [change.message for change in broken if change.witness is None or not change.witness.found] == []
