"""What proves that something is gone: the least request that was right before, or the reason why there is none."""

import itertools
import re
from contextlib import nullcontext
from functools import partial
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import ClientSession
from mcp.types import CallToolResult

from tests.diff.making import snapshot
from tests.diff.proofs import holds, is_message
from toolwatch.diff import compare
from toolwatch.diff.messages import MOST, bare_result
from toolwatch.diff.templates import expanded, fits
from toolwatch.model.change import Change, Compat


def the_break(before: Any, after: Any, name: str) -> Change:
    (found,) = [change for change in compare(snapshot(before), snapshot(after)) if change.name == name]
    assert found.witness is not None
    return found


def removed(schema: Any, name: str = "refund") -> Change:
    return the_break({"tools": [{"name": name, "inputSchema": schema}]}, {"tools": []}, "tool_removed")


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        ({"type": "object"}, {}),
        ({}, {}),
        (True, {}),
        ({"properties": {"id": {"type": "string"}, "note": {"type": "string"}}, "required": ["id"]}, {"id": "a"}),
        ({"properties": {"n": {"type": "integer", "minimum": 7}}, "required": ["n"]}, {"n": 7}),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"required": ["k"], "properties": {"k": {"const": 3}}}}}, {"k": 3}),
        ({"type": ["null", "object"], "required": ["k"], "properties": {"k": {"enum": ["x"]}}}, {"k": "x"}),
    ],
    ids=["open", "empty", "true", "required", "bound", "reference", "null first"],
)
def test_a_removed_tool_is_called_with_the_least_it_took(schema: Any, arguments: Any) -> None:
    found = removed(schema)
    assert found.witness is not None
    assert found.witness.instance == {"method": "tools/call", "params": {"name": "refund", "arguments": arguments}}
    assert found.witness.valid_under == "before"


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        (False, "no arguments were found"),
        ({"type": "string"}, "no arguments were found"),
        ({"required": ["a"], "maxProperties": 0}, "no arguments were found"),
        ({"$schema": "http://json-schema.org/draft-03/schema#"}, "its dialect"),
        ({"$ref": "#"}, "a reference in it leads to itself"),
        ({"type": 7, "required": 8}, "no arguments were found"),
    ],
    ids=["false", "no object", "contradiction", "dialect", "circle", "no schema"],
)
def test_a_removed_tool_that_nobody_can_call_says_why_there_is_no_call(schema: Any, why: str) -> None:
    found = removed(schema)
    assert found.witness is not None
    assert not found.witness.found
    assert why in found.witness.reason


def test_a_tool_without_a_name_cannot_be_called() -> None:
    found = removed({}, name="")
    assert found.witness is not None
    assert found.witness.reason == "it has no name by which it could be called"


def test_requests_are_drawn_for_so_many_and_the_rest_says_so() -> None:
    tools = [{"name": f"t{at}", "description": f"word{at}", "inputSchema": {}} for at in range(MOST + 5)]
    found = [change.witness for change in compare(snapshot({"tools": tools}), snapshot({"tools": []}))]
    bare = [witness.reason for witness in found if witness is not None and not witness.found]
    assert len(found) == MOST + 5
    assert bare == [f"more than {MOST} are gone, and a request was drawn only for the first"] * 5


def listing(**said: Any) -> Any:
    return {"tools": [], **said}


def test_a_removed_prompt_is_asked_for_with_what_it_needed() -> None:
    before = listing(prompts=[{"name": "plan", "arguments": [{"name": "city", "required": True}, {"name": "days"}]}])
    found = the_break(before, listing(), "entry_removed")
    assert found.witness is not None
    assert found.witness.instance == {"method": "prompts/get", "params": {"name": "plan", "arguments": {"city": "a"}}}
    assert holds(found, before, listing())


@pytest.mark.parametrize(
    ("before", "after", "address"),
    [
        (listing(resources=[{"uri": "file:///a"}]), listing(), "file:///a"),
        (listing(resourceTemplates=[{"uriTemplate": "shop://{id}/x"}]), listing(), "shop://a/x"),
        (
            listing(resourceTemplates=[{"uriTemplate": "shop://{id}/x"}]),
            listing(resourceTemplates=[{"uriTemplate": "shop://{id}/y"}]),
            "shop://a/x",
        ),
        (listing(resourceTemplates=[{"uriTemplate": "shop://{id}"}]), listing(resources=[{"uri": "shop://a"}]), ""),
        (
            listing(resourceTemplates=[{"uriTemplate": "shop://{id}"}]),
            listing(resourceTemplates=[{"uriTemplate": "shop://{key}"}]),
            "",
        ),
        (
            listing(resources=[{"uri": "shop://orders"}]),
            listing(resourceTemplates=[{"uriTemplate": "shop://{kind}"}]),
            "",
        ),
        (listing(resources=[{"uri": 7}]), listing(), ""),
    ],
    ids=["resource", "template", "other template", "listed now", "renamed variable", "under a template", "no address"],
)
def test_a_removed_resource_is_read_unless_the_new_list_still_leads_there(
    before: Any, after: Any, address: str
) -> None:
    found = the_break(before, after, "entry_removed")
    assert found.witness is not None
    assert found.witness.found == bool(address)
    if address:
        assert found.witness.instance == {"method": "resources/read", "params": {"uri": address}}
        assert holds(found, before, after)
    else:
        assert found.witness.reason


def test_a_schema_of_results_that_is_gone_lets_a_result_come_without_structure() -> None:
    tool = {"name": "t", "inputSchema": {}}
    before, after = {"tools": [{**tool, "outputSchema": {"type": "object"}}]}, {"tools": [tool]}
    found = the_break(before, after, "output_schema_removed")
    assert found.witness is not None
    assert found.witness.instance == {"result": {"content": []}}
    assert holds(found, before, after)


@pytest.mark.parametrize("promised", [True, False])
def test_the_sdks_client_refuses_that_result_where_a_schema_was_promised(promised: bool) -> None:
    instance = bare_result().instance["result"]
    session = ClientSession.__new__(ClientSession)
    session.__dict__["_tool_output_schemas"] = {"t": {"type": "object"} if promised else None}
    ask = partial(session.validate_tool_result, "t", CallToolResult.model_validate(instance))
    with pytest.raises(RuntimeError, match="did not return structured content") if promised else nullcontext():
        anyio.run(ask)


@pytest.mark.parametrize(
    ("template", "address"),
    [
        ("a://b", "a://b"),
        ("a://{x}", "a://V"),
        ("a://{x,y}", "a://V,V"),
        ("a://{+path}/z", "a://V/z"),
        ("a://b{/x,y}", "a://b/V/V"),
        ("a://b{.x}", "a://b.V"),
        ("a://b{#x}", "a://b#V"),
        ("a://b{;x,y}", "a://b;x=V;y=V"),
        ("a://b{?x,y*}", "a://b?x=V&y=V"),
        ("a://b?k=1{&x:3}", "a://b?k=1&x=V"),
        ("a://{x", "a://{x"),
        ("a://{}", "a://V"),
    ],
)
def test_a_template_leads_to_an_address_and_the_address_fits_it(template: str, address: str) -> None:
    assert expanded(template, "V") == address
    assert fits(address, template)


@given(
    st.lists(st.sampled_from(["a", "b", "/", "ab", "{x}", "{y}"]), max_size=8).map("".join),
    st.text(alphabet="ab/", max_size=10),
)
def test_fits_is_what_a_pattern_of_anything_says(template: str, address: str) -> None:
    pattern = "".join(".*" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{[^}]*\})", template))
    assert fits(address, template) == bool(re.fullmatch(pattern, address))


WAYS: dict[Any, set[str]] = {
    None: {"plain"},
    "forbidden": {"plain"},
    "optional": {"plain", "task"},
    "required": {"task"},
}


@pytest.mark.parametrize(("old", "new"), list(itertools.permutations(WAYS, 2)), ids=str)
def test_a_way_to_call_that_is_lost_breaks_with_such_a_call(old: Any, new: Any) -> None:
    before, after = (
        {"tools": [{"name": "t", "inputSchema": {}, **({} if said is None else {"execution": {"taskSupport": said}})}]}
        for said in (old, new)
    )
    (change,) = compare(snapshot(before), snapshot(after))
    lost, gained = WAYS[old] - WAYS[new], WAYS[new] - WAYS[old]
    assert change.compat is (Compat.BREAKING if lost else Compat.SAFE if gained else Compat.NONE)
    if lost:
        assert is_message(change.witness)
        assert holds(change, before, after)


@pytest.mark.parametrize("said", ["sometimes", "", 1, True, ["optional"], {"a": 1}], ids=str)
def test_a_way_to_call_that_nobody_knows_is_unclear(said: Any) -> None:
    tools = [{"name": "t", "inputSchema": {}, "execution": {"taskSupport": one}} for one in (said, "optional")]
    before, after = (snapshot({"tools": [tool]}) for tool in tools)
    assert [change.compat for change in compare(before, after)] == [Compat.UNCLEAR]
    assert [change.compat for change in compare(after, before)] == [Compat.UNCLEAR]


def test_what_else_execution_says_is_recorded() -> None:
    tools = [{"name": "t", "inputSchema": {}, "execution": {"taskSupport": "optional", "x": one}} for one in "ab"]
    (change,) = compare(*(snapshot({"tools": [tool]}) for tool in tools))
    assert change.compat is Compat.NONE
