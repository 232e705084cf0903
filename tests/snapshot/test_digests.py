import inspect
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.snapshot.json_values import reordered, texts, tools
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Json, Tool
from toolwatch.snapshot import digests, meaning, take

quick = settings(deadline=None, derandomize=True, max_examples=60, database=None)

DOCSTRING = """Search the orders.

    Args:
        query: words to look for
        limit: how many at most
    """


def schema(**keywords: Json) -> dict[str, Json]:
    return {"type": "object", "properties": {"q": {"type": "string", "description": "Words."} | keywords}}


BASE: dict[str, Any] = {"name": "find", "description": "Find things.", "inputSchema": schema()}

SAME: dict[str, dict[str, Any]] = {
    "key order": reordered(BASE),
    "double space": BASE | {"description": "Find  things."},
    "blanks at the ends": BASE | {"description": " Find things.\n"},
    "line ends": BASE | {"description": "Find\r\nthings."},
    "null field": BASE | {"title": None, "annotations": None},
    "parameter text": BASE | {"inputSchema": schema(description="Words. ")},
}
OTHER: dict[str, dict[str, Any]] = {
    "word": BASE | {"description": "Find thing."},
    "zero-width": BASE | {"description": "Find\u200b things."},
    "no-break space": BASE | {"description": "Find\u00a0things."},
    "letter case": BASE | {"description": "find things."},
    "unknown field": BASE | {"tags": ["x"]},
    "meta": BASE | {"_meta": {"a": 1}},
    "default's blanks": BASE | {"inputSchema": schema(default=" ")},
    "enum's blanks": BASE | {"inputSchema": schema(enum=["a "])},
    "pattern's blanks": BASE | {"inputSchema": schema(pattern="a  b")},
    "text inside data": BASE | {"inputSchema": schema(default={"description": "a  b"})},
    "bool for int": BASE | {"inputSchema": schema(minLength=True)},
    "null inside a schema": BASE | {"inputSchema": schema(default=None)},
}


def whole(raw: dict[str, Any]) -> str:
    return digests.of_tool(Tool(raw)).whole


@pytest.mark.parametrize("raw", SAME.values(), ids=SAME)
def test_the_same_meaning_has_the_same_digest(raw: dict[str, Any]) -> None:
    assert whole(raw) == whole(BASE)


@pytest.mark.parametrize("raw", OTHER.values(), ids=OTHER)
def test_another_meaning_has_another_digest(raw: dict[str, Any]) -> None:
    assert whole(raw) != whole(BASE)


def test_data_differs_by_its_blanks() -> None:
    one, other = (BASE | {"inputSchema": schema(default={"description": text})} for text in ("a b", "a  b"))
    assert whole(one) != whole(other)


def test_a_property_named_like_a_keyword_holds_a_schema() -> None:
    def named(name: str, text: str) -> dict[str, Any]:
        return BASE | {"inputSchema": {"type": "object", "properties": {name: {"description": text}}}}

    for name in ("default", "enum", "const", "examples", "description", "title", "properties"):
        assert whole(named(name, "a b")) == whole(named(name, "a  b"))


def test_canonical_equivalence_is_no_difference() -> None:
    one, other = (BASE | {"description": text} for text in ("Find a café.", "Find a cafe\u0301."))
    assert whole(one) == whole(other)
    assert digests.as_sent([one]) != digests.as_sent([other])


@pytest.mark.parametrize("field", ["description", "inputSchema", "annotations", "title"])
def test_docstring_indentation_differs_between_pythons_and_not_in_digests(field: str) -> None:
    def holding(text: str) -> dict[str, Any]:
        if field == "inputSchema":
            return BASE | {"inputSchema": schema(description=text)}
        return BASE | {field: {"title": text} if field == "annotations" else text}

    as_312, as_313 = DOCSTRING, inspect.cleandoc(DOCSTRING)
    assert as_312 != as_313
    assert whole(holding(as_312)) == whole(holding(as_313)) == whole(holding(as_313 + "\n"))


@quick
@given(texts | st.text("ab é\t\r\n ", max_size=20))
def test_prose_is_in_its_normal_form_after_one_pass(text: str) -> None:
    assert meaning.prose(meaning.prose(text)) == meaning.prose(text)


@quick
@given(st.text("ab é\t\n ", max_size=20))
def test_prose_is_the_same_before_and_after_cleandoc(text: str) -> None:
    assert meaning.prose(inspect.cleandoc(text)) == meaning.prose(text)


@quick
@given(tools)
def test_the_fast_path_agrees_with_the_definition(raw: dict[str, Any]) -> None:
    from toolwatch.snapshot.canonical import digest

    assert digests.of_tool(Tool(raw)).whole == digest(meaning.of_tool(raw))


@pytest.mark.sample
@quick
@given(st.lists(tools, max_size=4))
def test_key_order_does_not_count(raws: list[dict[str, Any]]) -> None:
    one = take(Listing("s", tools=tuple(map(Tool, raws))))
    other = take(Listing("s", tools=tuple(Tool(reordered(raw)) for raw in raws)))
    assert (one.digests, one.tool_digests) == (other.digests, other.tool_digests)


@pytest.mark.sample
@quick
@given(st.lists(tools, max_size=4).flatmap(lambda raws: st.tuples(st.just(raws), st.permutations(raws))))
def test_the_set_is_free_of_order_and_the_list_as_sent_is_not(
    lists: tuple[list[dict[str, Any]], list[dict[str, Any]]],
) -> None:
    one, other = (digests.of_tools(tuple(map(Tool, raws)))[0] for raws in lists)
    assert one.as_set == other.as_set
    sent = [[digests.as_sent([raw]) for raw in raws] for raws in lists]
    assert (one.as_sent == other.as_sent) == (sent[0] == sent[1])


def test_a_tool_sent_twice_is_another_set() -> None:
    tool = Tool(BASE)
    assert digests.of_tools((tool,))[0].as_set != digests.of_tools((tool, tool))[0].as_set


def test_each_digest_is_of_its_field() -> None:
    before = digests.of_tool(Tool(BASE))
    edits: dict[str, Json] = {
        "name": "search",
        "description": "Look for things.",
        "inputSchema": {"type": "object"},
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": True},
    }
    attributes = ("name", "description", "input_schema", "output_schema", "annotations")
    for edited, (field, value) in zip(attributes, edits.items(), strict=True):
        after = digests.of_tool(Tool(BASE | {field: value}))
        changed = {name for name in attributes if getattr(before, name) != getattr(after, name)}
        assert changed == {edited}
        assert before.whole != after.whole


def test_the_list_as_sent_is_what_a_model_reads() -> None:
    beside = BASE | {"annotations": {"readOnlyHint": True}, "outputSchema": {}, "_meta": {"a": 1}, "title": "T"}
    assert digests.as_sent([BASE]) == digests.as_sent([beside])
    assert digests.as_sent([BASE]) != digests.as_sent([BASE | {"description": "Find things. "}])


def test_an_empty_schema_has_one_digest_as_sent_and_an_absent_description_is_an_empty_one() -> None:
    spellings: list[dict[str, Any]] = [
        {"name": "now", "description": ""},
        {"name": "now", "inputSchema": None},
        {"name": "now", "inputSchema": {}},
        {"name": "now", "inputSchema": {"type": "object"}},
        {"name": "now", "description": None, "inputSchema": {"properties": {}, "type": "object"}},
    ]
    assert len({digests.as_sent([raw]) for raw in spellings}) == 1


def test_broken_tools_have_digests_too() -> None:
    broken: list[dict[str, Any]] = [{}, {"name": 5}, {"name": "a", "description": 7}, {"inputSchema": "string"}]
    found = [digests.of_tool(Tool(raw)).whole for raw in broken]
    assert len(set(found)) == len(broken)


@pytest.mark.sample
def test_a_thousand_tools_cost_a_blink() -> None:
    tools = tuple(
        Tool.of(
            f"tool_{number}",
            "Finds what was asked for, within the account of the caller. " * 4,
            {
                "type": "object",
                "properties": {f"field_{i}": {"type": "string", "description": "What to look for."} for i in range(8)},
                "required": ["field_1"],
            },
        )
        for number in range(1000)
    )

    def cost() -> float:
        start = time.process_time()
        take(Listing("s", tools=tools))
        return time.process_time() - start

    assert min(cost() for _ in range(5)) < 0.1


def test_prose_is_normalised_down_to_any_real_depth() -> None:
    def deep(levels: int, text: str) -> dict[str, Any]:
        inner: Json = {"description": text}
        for _ in range(levels):
            inner = {"items": inner}
        return BASE | {"inputSchema": inner}

    assert whole(deep(100, "a  b")) == whole(deep(100, "a b"))
    assert whole(deep(900, "a b")) == whole(deep(900, "a b"))


MEANT_ALIKE = {"find_orders", "schedule_meeting", "convert_units", "count_rows", "find_cafe", "noop_echo"}
"""Mutations of key order, white space, Unicode normalisation and nothing; the rest are other texts or schemas."""


def test_the_mutations_that_mean_nothing_have_the_same_digest(shared: Path) -> None:
    before, after = (
        {raw["name"]: whole(raw) for raw in json.loads((shared / "data/mutations" / name).read_bytes())["tools"]}
        for name in ("before.json", "after.json")
    )
    assert {name for name in before if before[name] == after.get(name)} == MEANT_ALIKE
