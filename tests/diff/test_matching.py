"""Which tools belong together, and fingerprints that name the change itself."""

from typing import Any

import pytest

from tests.diff.making import snapshot, with_input
from toolwatch.diff import compare
from toolwatch.model.change import Change


def tool(name: str, text: str, *parameters: str) -> dict[str, Any]:
    properties = {parameter: {"type": "string"} for parameter in parameters}
    return {"name": name, "description": text, "inputSchema": {"type": "object", "properties": properties}}


def between(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> tuple[Change, ...]:
    return compare(snapshot({"tools": before}), snapshot({"tools": after}))


PAGE = tool("fetch_page", "Fetch one page of the wiki and return its Markdown text.", "page_id", "revision")


@pytest.mark.parametrize(
    "after",
    [
        tool("get_wiki_page", "Fetch one page of the wiki and return its Markdown text.", "page_id", "revision"),
        tool("fetchPage", "Fetch one page of the wiki and return it as Markdown.", "page_id", "revision"),
        tool("fetch_page_v2", "Fetch a page of the wiki.", "page_id", "revision"),
    ],
    ids=["the name only", "name and some words", "most words"],
)
def test_renamed(after: dict[str, Any]) -> None:
    renames = [change for change in between([PAGE], [after]) if change.code == "TW362"]
    assert [(one.tool, one.tool_before, one.before, one.after) for one in renames] == [
        (after["name"], "fetch_page", "fetch_page", after["name"])
    ]
    assert renames[0].score is not None
    assert 0.6 <= renames[0].score <= 1


@pytest.mark.parametrize(
    "after",
    [
        tool("list_users", "List the users of the workspace.", "cursor"),
        tool("delete_page", "Delete a page for good, with all its revisions.", "page_id"),
        tool("fetch_weather", "Say how warm it is in a city.", "city"),
    ],
    ids=["another matter", "the opposite", "a name alike"],
)
def test_not_renamed(after: dict[str, Any]) -> None:
    assert {change.code for change in between([PAGE], [after])} == {"TW360", "TW361"}


def test_a_renamed_tool_is_compared_inside_too() -> None:
    after = tool("get_wiki_page", PAGE["description"], "page_id")
    assert [change.code for change in between([PAGE], [after])] == ["TW362", "TW312"]
    assert all(change.tool == "get_wiki_page" for change in between([PAGE], [after]))


def test_each_tool_is_taken_once_and_the_likest_first() -> None:
    before = [tool("read_note", "Read one note and return its text.", "note_id"), PAGE]
    after = [
        tool("note_get", "Read one note and return its text.", "note_id"),
        tool("page_get", PAGE["description"], "page_id", "revision"),
    ]
    renamed = {change.tool_before: change.tool for change in between(before, after) if change.tool_before}
    assert renamed == {"read_note": "note_get", "fetch_page": "page_get"}


def test_a_rename_does_not_change_the_order() -> None:
    other = tool("check_stock", "Say how many are left.", "sku")
    after = tool("get_wiki_page", PAGE["description"], "page_id", "revision")
    assert {change.code for change in between([PAGE, other], [after, other])} == {"TW362"}


def test_broken_tools_are_compared_all_the_same() -> None:
    before: list[dict[str, Any]] = [
        {"description": 5},
        {"name": "a", "inputSchema": None},
        {"name": "b", "inputSchema": {"type": 7}},
    ]
    after: list[dict[str, Any]] = [
        {"description": "x"},
        {"name": "a", "inputSchema": {"properties": []}},
        {"name": "b", "inputSchema": {"type": 8}},
    ]
    assert {change.tool for change in between(before, after)} >= {"", "b"}
    assert between(before, before) == ()


def test_an_unknown_field_is_never_safe() -> None:
    (change,) = between([PAGE | {"tags": ["a"]}], [PAGE | {"tags": ["b"]}])
    assert (change.code, change.path, change.compat) == ("TW300", "/tags", "unclear")
    assert "'a'" in change.message or '"a"' in change.message


def test_a_fingerprint_is_of_the_change_alone() -> None:
    def schema(most: int, **more: Any) -> dict[str, Any]:
        return {"type": "object", "properties": {"a": {"type": "string", "maxLength": most}, **more}}

    (alone,) = compare(with_input(schema(9)), with_input(schema(5)))
    beside = compare(with_input(schema(9)), with_input(schema(5, b={"type": "string"})))
    assert alone.fingerprint in {change.fingerprint for change in beside}
    (other,) = compare(with_input(schema(9)), with_input(schema(4)))
    assert other.fingerprint != alone.fingerprint
    assert len(alone.fingerprint) == 16


def test_a_fingerprint_is_the_same_on_every_machine() -> None:
    (change,) = compare(with_input({"maxLength": 9}), with_input({"maxLength": 5}))
    assert change.fingerprint == "77fc0e4dff46e26c"


def test_the_order_of_what_is_told_does_not_hang_on_the_order_of_the_lists() -> None:
    tools = [tool(f"t{at}", f"Thing {at}.", "a") for at in range(5)]
    edited = [one | {"description": one["description"] + " Prefer it."} for one in tools]
    plain = [change.fingerprint for change in between(tools, edited)]
    turned = [one.fingerprint for one in between(tools[::-1], edited[::-1])]
    assert plain == turned
