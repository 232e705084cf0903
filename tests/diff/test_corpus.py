"""Real servers, version after version: no error, nothing from nothing, mirror verdicts, and the known alarms."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.diff.making import judged, snapshot, worst
from tests.diff.proofs import holds, is_message, unaccounted
from toolwatch.diff import compare
from toolwatch.model.change import Change, Compat, Side

pytestmark = pytest.mark.sample

MIRROR = {
    "TW301": "TW302", "TW303": "TW304", "TW305": "TW306", "TW308": "TW309", "TW314": "TW315", "TW316": "TW317",
    "TW318": "TW319", "TW320": "TW321", "TW323": "TW324", "TW326": "TW327", "TW329": "TW330", "TW331": "TW332",
    "TW333": "TW334", "TW335": "TW336", "TW374": "TW375",
}  # fmt: skip
MIRROR |= {after: before for before, after in MIRROR.items()}
GOES_BOTH_WAYS = {
    "TW307",
    "TW313",
    "TW322",
    "TW325",
    "TW328",
    "TW341",
    "TW342",
    "TW343",
    "TW344",
    "TW345",
    "TW346",
    "TW366",
}
PROPERTIES = {"TW310": "came", "TW311": "came", "TW312": "went"}
"""Not mirrored by code: what went was optional or required, which is one code. Not mirrored at all, and so left out:
TW300 (it names no direction), TW340 (a bound that came and went at once), annotations (an absent hint has a default,
so taking a hint away may grow the tool where adding it grew nothing), and the changes of list and server."""


@dataclass(frozen=True)
class Step:
    server: str
    before: Path
    after: Path

    def __str__(self) -> str:
        return f"{self.server} {self.before.stem} to {self.after.stem}"


def by_version(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.stem) if part]


@pytest.fixture(scope="module")
def steps(shared: Path) -> list[Step]:
    found = []
    for folder in sorted((shared / "data/corpus").iterdir()):
        if folder.is_dir() and not folder.name.startswith("_"):
            files = sorted(folder.glob("*.json"), key=by_version)
            found += [Step(folder.name, *pair) for pair in pairwise(files)]
    assert len(found) > 140
    return found


@cache
def read(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text())
    return loaded


@cache
def between(server: str, before: Path, after: Path) -> tuple[Change, ...]:
    return compare(snapshot(read(before), server=server), snapshot(read(after), server=server))


def test_every_step_is_compared_and_little_stays_unclear(steps: list[Step]) -> None:
    verdicts = Counter(change.compat for step in steps for change in between(step.server, step.before, step.after))
    assert verdicts[Compat.UNCLEAR] < 0.01 * verdicts.total()
    schemas = [
        change
        for step in steps
        for change in between(step.server, step.before, step.after)
        if change.side in (Side.INPUT, Side.OUTPUT)
    ]
    assert sum(change.compat is Compat.UNCLEAR for change in schemas) < 0.02 * len(schemas)


def test_a_version_against_itself_is_nothing(steps: list[Step]) -> None:
    for path in {step.after for step in steps} | {step.before for step in steps}:
        assert compare(snapshot(read(path)), snapshot(read(path))) == ()


def test_every_break_has_a_witness_or_a_reason_why_it_has_none(steps: list[Step]) -> None:
    broken = [
        (change, step)
        for step in steps
        for change in between(step.server, step.before, step.after)
        if change.compat is Compat.BREAKING
    ]
    assert len(broken) > 1000
    assert Counter(change.name for change, _ in broken if unaccounted(change)) == {}
    bare = Counter(change.name for change, _ in broken if not (change.witness and change.witness.found))
    assert bare.keys() <= {"property_removed", "property_optional", "prompt_argument_changed"}
    assert bare["property_optional"] <= 1
    assert bare.total() < 0.02 * len(broken)


def test_a_request_that_proves_a_break_is_right_by_the_old_list_and_wrong_by_the_new(steps: list[Step]) -> None:
    proofs = [
        (change, step)
        for step in steps
        for change in between(step.server, step.before, step.after)
        if is_message(change.witness)
    ]
    kinds = Counter(change.name for change, _ in proofs)
    assert kinds.keys() == {"tool_removed", "tool_renamed", "entry_removed", "output_schema_removed"}
    assert kinds["tool_removed"] > 300
    assert kinds["output_schema_removed"] >= 40
    assert [str(step) for change, step in proofs if not holds(change, read(step.before), read(step.after))] == []


def test_swapping_the_versions_mirrors_every_change_of_a_schema(steps: list[Step]) -> None:
    odd: list[str] = []
    for step in steps:
        there = [one for one in between(step.server, step.before, step.after)]
        back = [one for one in between(step.server, step.after, step.before)]
        renamed = {name for one in (*there, *back) if one.tool_before for name in (one.tool, one.tool_before)}
        own = Counter((one.tool, turned(one.code)) for one in there if kept(one, renamed))
        other = Counter((one.tool, PROPERTIES.get(one.code, one.code)) for one in back if kept(one, renamed))
        odd += [f"{step}: {key}" for key in (own - other) + (other - own)]
    assert odd == []


def kept(change: Change, renamed: set[str]) -> bool:
    known = change.code in MIRROR or change.code in GOES_BOTH_WAYS or change.code in PROPERTIES
    return known and change.tool not in renamed


def turned(code: str) -> str:
    if code in PROPERTIES:
        return "went" if PROPERTIES[code] == "came" else "came"
    return MIRROR.get(code, code)


def test_a_call_before_and_after_is_a_result_after_and_before(steps: list[Step]) -> None:
    for step in steps[::5]:
        old = {tool["name"]: tool for tool in read(step.before)["tools"]}
        for tool in read(step.after)["tools"]:
            before, after = old.get(tool["name"], tool).get("inputSchema"), tool.get("inputSchema")
            if before != after and isinstance(before, dict) and isinstance(after, dict):
                told = worst(judged(before, after, Side.INPUT)), worst(judged(after, before, Side.OUTPUT))
                assert told[0] == told[1] or both_ways(before, after), f"{step} {tool['name']}"


def both_ways(before: Any, after: Any) -> bool:
    """Whether a rule speaks that breaks both ways, or one that is unclear on one side only."""
    codes = {rule.code for rule, *_ in judged(before, after)}
    return bool(codes & {"TW307", "TW311", "TW312", "TW313", "TW328", "TW323", "TW324"})


def between_versions(shared: Path, server: str, before: str, after: str) -> tuple[Change, ...]:
    folder = shared / "data/corpus" / server
    return between(server, folder / f"{before}.json", folder / f"{after}.json")


def count(changes: tuple[Change, ...], name: str) -> int:
    return sum(change.name == name for change in changes)


def test_mcp_server_git_twelve_titles_and_one_break(shared: Path) -> None:
    found = between_versions(shared, "mcp-server-git", "2025.11.25", "2026.10.19")
    broken = [change for change in found if change.compat is Compat.BREAKING]
    assert [(change.path, change.after) for change in broken] == [("/inputSchema/properties/files/minItems", 1)]
    titles = [change for change in found if change.name == "schema_title_changed"]
    assert len(titles) == 12
    assert {change.compat for change in titles} == {Compat.NONE}
    assert any(change.name == "description_changed" and change.words for change in found)


@pytest.mark.parametrize(
    ("server", "before", "after", "name", "least"),
    [
        ("chrome-devtools-mcp", "1.2.0", "1.10.1", "required_property_added", 20),
        ("mongodb-mcp-server", "1.5.0", "3.0.3", "required_property_added", 20),
        ("@playwright__mcp", "0.0.37", "0.0.47", "capability_grew", 1),
        ("@playwright__mcp", "0.0.58", "0.0.71", "property_renamed", 1),
        ("@azure-devops__mcp", "2.7.0", "2.9.0", "tool_removed", 40),
        ("office-word-mcp-server", "1.1.5", "1.1.10", "description_changed", 24),
        ("@modelcontextprotocol__server-filesystem", "2025.8.18", "2025.11.25", "description_changed", 1),
    ],
    ids=lambda value: str(value),
)
def test_should_alarm(shared: Path, server: str, before: str, after: str, name: str, least: int) -> None:
    assert count(between_versions(shared, server, before, after), name) >= least


def test_what_an_sdk_adds_breaks_nothing(steps: list[Step]) -> None:
    for step in steps:
        for change in between(step.server, step.before, step.after):
            if change.code in ("TW340", "TW341", "TW342", "TW372", "TW373"):
                assert change.compat is Compat.NONE
