"""What a model reads differently, and what it does not."""

from dataclasses import replace

import pytest

from toolwatch.affected.edit import between
from toolwatch.model.change import Change, Compat, Seen, Side
from toolwatch.model.listing import Listing
from toolwatch.model.snapshot import ServerDigests, Snapshot
from toolwatch.model.tool import Tool

A = Tool.of("a", "Finds orders quickly", {"type": "object", "properties": {"id": {"description": "The number"}}})
B = Tool.of("b", "Pays back")


def snapshot(*tools: Tool, instructions: str | None = None) -> Snapshot:
    return Snapshot(Listing("s", tools, instructions=instructions), ServerDigests("", ""))


def told(tool: Tool, text: str) -> Tool:
    return Tool({**tool.raw, "description": text})


@pytest.mark.parametrize(
    "after",
    [
        snapshot(A, B),
        snapshot(Tool({**A.raw, "title": "A", "annotations": {"x": 1}, "outputSchema": {}}), B),
        snapshot(Tool(dict(reversed(list(A.raw.items())))), B),
        snapshot(A, B, instructions=""),
    ],
    ids=["same", "for clients", "keys in another order", "empty instructions"],
)
def test_what_no_model_reads_is_no_edit(after: Snapshot) -> None:
    assert not between(snapshot(A, B), after)


@pytest.mark.parametrize(
    ("after", "tool", "how"),
    [
        (snapshot(told(A, "Finds parcels"), B), "a", "whose description changed"),
        (snapshot(Tool({**A.raw, "inputSchema": {"type": "object"}}), B), "a", "whose parameters changed"),
        (snapshot(Tool({"name": "a", "description": "x"}), B), "a", "whose description and parameters changed"),
        (snapshot(A), "b", "which is gone"),
        (snapshot(A, B, Tool.of("c")), "c", "which is new"),
        (snapshot(A, A, B), "a", "which comes in another number"),
    ],
)
def test_touched_tools_say_how(after: Snapshot, tool: str, how: str) -> None:
    edit = between(snapshot(A, B), after)
    assert [(each.tool, each.how) for each in edit.touched] == [(tool, how)]


def test_words_gained_and_lost() -> None:
    (touched,) = between(snapshot(A, B), snapshot(told(A, "Finds lost parcels"), B)).touched
    assert touched.gained == {"lost", "parcel"}
    assert touched.lost == {"order", "quickly"}


def test_a_new_order_moves_the_tools_that_stand_elsewhere() -> None:
    c = Tool.of("c")
    assert between(snapshot(A, B, c), snapshot(B, A, c)).moved == {"a", "b"}
    assert between(snapshot(A, B, c), snapshot(A, c)).moved == frozenset()


def test_instructions_count() -> None:
    assert between(snapshot(A), snapshot(A, instructions="Be brief")).instructions


def test_a_rename_keeps_what_the_tool_was() -> None:
    renamed = replace(B, raw={**B.raw, "name": "z"})
    change = Change(
        "s", "z", "/name", "TW399", "renamed", Compat.BREAKING, Seen.YES, Side.TOOL, "b", "z", "", "", tool_before="b"
    )
    edit = between(snapshot(A, B), snapshot(A, renamed), (change,))
    new = next(each for each in edit.touched if each.tool == "z")
    assert new.how == "which was called b"
    assert new.lost == {"b"}
