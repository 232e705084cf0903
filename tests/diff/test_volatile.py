"""Texts that differ between two starts of the same server are no drift; anything beside them is."""

from typing import Any

import pytest

from tests.diff.making import snapshot
from toolwatch.diff import compare
from toolwatch.model.snapshot import Volatile

PATH = "/tools/t/description"
SHAPE = ("aaa", "aaa")


def said(text: str, **more: Any) -> dict[str, Any]:
    return {"tools": [{"name": "t", "description": text, **more}]}


@pytest.mark.parametrize(
    ("before", "after", "mask", "codes"),
    [
        ("in /home/ann now", "in /home/bob now", (3, 12), []),
        ("in /home/ann now", "in /srv now", (3, 12), []),
        ("in /home/ann now", "at /home/bob now", (3, 12), ["TW364"]),
        ("in /home/ann now", "in /home/bob now, prefer it", (3, 12), ["TW364"]),
        ("in /home/ann", "in /home/ann", (3, 12), []),
    ],
    ids=["another value", "another length", "a word beside it", "a sentence after it", "the same"],
)
def test_masked(before: str, after: str, mask: tuple[int, int], codes: list[str]) -> None:
    volatile = (Volatile(PATH, *mask, SHAPE),)
    for own, other in ((volatile, ()), ((), volatile) if len(before) == len(after) else (volatile, volatile)):
        found = compare(snapshot(said(before), volatile=own), snapshot(said(after), volatile=other))
        assert [change.code for change in found] == codes


def test_without_a_mask_it_is_a_change() -> None:
    assert [change.code for change in compare(snapshot(said("in ann")), snapshot(said("in bob")))] == ["TW364"]


def test_inside_a_schema_and_beside_another_change() -> None:
    def schema(zone: str, kind: str) -> dict[str, Any]:
        return {"type": "object", "properties": {"tz": {"type": kind, "description": f"Zone, here {zone}"}}}

    mask = (Volatile("/tools/t/inputSchema/properties/tz/description", 11, 15, SHAPE),)
    before = snapshot(said("d", inputSchema=schema("Rome", "string")), volatile=mask)
    assert compare(before, snapshot(said("d", inputSchema=schema("Oslo", "string")))) == ()
    after = snapshot(said("d", inputSchema=schema("Oslo", "integer")))
    assert [change.code for change in compare(before, after)] == ["TW307"]


def test_instructions_too() -> None:
    mask = (Volatile("/instructions", 8, 12, SHAPE),)
    before = snapshot({"tools": [], "instructions": "You are 1234 here"}, volatile=mask)
    assert compare(before, snapshot({"tools": [], "instructions": "You are 9876 here"})) == ()
    assert len(compare(before, snapshot({"tools": [], "instructions": "You were 9876 here"}))) == 1


@pytest.mark.parametrize("path", ["/tools/t/nothing/here", "/tools/gone/description", "/tools/t/inputSchema/0/x", "/x"])
def test_a_mask_that_leads_nowhere_does_no_harm(path: str) -> None:
    mask = (Volatile(path, 0, 3, SHAPE),)
    found = compare(snapshot(said("abc"), volatile=mask), snapshot(said("abd")))
    assert [change.code for change in found] == ["TW364"]
