"""Edits cut into pieces: all of them give the new list, none the old one."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.model.hunk import Hunk
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool
from toolwatch.runner.hunks import apply, hunks, sentences


def listing(*tools: Tool, instructions: str | None = None) -> Listing:
    return Listing("shop", tools=tools, instructions=instructions)


def read(one: Listing) -> tuple[Any, ...]:
    """What a model reads of a list."""
    tools = [(tool.name, tool.description, tool.raw.get("inputSchema")) for tool in one.tools]
    return (one.instructions or "", tools)


def shown(before: Listing, after: Listing) -> list[tuple[str, str, str, str]]:
    return [(hunk.tool, hunk.path, hunk.before, hunk.after) for hunk in hunks(before, after)]


REFUND = Tool.of("refund", "Pay money back. Cannot be undone.")


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        pytest.param(
            Tool.of("refund", "Pay money back. Use it for all. Cannot be undone."),
            [("refund", "/description", "", "Use it for all. ")],
            id="a sentence in the middle",
        ),
        pytest.param(
            Tool.of("refund", "Pay money back. Cannot be undone. Use it for all."),
            [("refund", "/description", "", "Use it for all.")],
            id="a sentence at the end",
        ),
        pytest.param(
            Tool.of("refund", "Pay money back."),
            [("refund", "/description", "Cannot be undone.", "")],
            id="a sentence less",
        ),
        pytest.param(
            Tool.of("refund", "Give money back. Can be undone!"),
            [
                ("refund", "/description", "Pay money back. ", "Give money back. "),
                ("refund", "/description", "Cannot be undone.", "Can be undone!"),
            ],
            id="two sentences in other words",
        ),
        pytest.param(
            Tool.of("refund", "Pay money back.  Cannot be undone. "),
            [
                (
                    "refund",
                    "/description",
                    '"Pay money back. Cannot be undone."',
                    '"Pay money back.  Cannot be undone. "',
                )
            ],
            id="white space alone",
        ),
        pytest.param(
            Tool.of("refund", None),
            [
                ("refund", "/description", "Pay money back. ", ""),
                ("refund", "/description", "Cannot be undone.", ""),
            ],
            id="no description any more",
        ),
        pytest.param(
            Tool.of("refund", "Pay money back. Cannot be undone.", outputSchema={"type": "object"}, title="Refund"),
            [],
            id="what no model is sent",
        ),
        pytest.param(
            Tool.of(
                "refund",
                "Pay money back. Cannot be undone.",
                {"type": "object", "properties": {"id": {"type": "string", "description": "The order. All digits."}}},
            ),
            [
                (
                    "refund",
                    "/inputSchema/properties/id",
                    "",
                    '{"description": "The order. All digits.", "type": "string"}',
                )
            ],
            id="a parameter more",
        ),
        pytest.param(
            Tool.of(
                "refund", "Pay money back. Cannot be undone.", {"type": "object", "properties": {}, "required": []}
            ),
            [("refund", "/inputSchema/required", "", "[]")],
            id="a keyword more",
        ),
    ],
)
def test_one_tool(after: Tool, expected: list[tuple[str, str, str, str]]) -> None:
    assert shown(listing(REFUND), listing(after)) == expected


def test_tools_order_and_instructions() -> None:
    other, third = Tool.of("return", "Take goods back."), Tool.of("stock", "Look at the shelf.")
    before = listing(REFUND, other, instructions="Be kind.")
    after = listing(third, other, REFUND, instructions="Be kind. Be quick.")
    assert shown(before, after) == [
        ("", "/instructions", "", "Be quick."),
        ("stock", "/", "", "Look at the shelf."),
        ("", "/order", "refund, return", "return, refund"),
    ]


def test_a_parameter_s_words_are_cut_into_sentences_too() -> None:
    def tool(text: str) -> Tool:
        return Tool.of("refund", "Pay.", {"type": "object", "properties": {"id": {"description": text}}})

    found = shown(listing(tool("The order. All digits.")), listing(tool("The order. Any text. All digits.")))
    assert found == [("refund", "/inputSchema/properties/id/description", "", "Any text. ")]


def test_one_piece_of_two_leaves_no_loose_space() -> None:
    before = listing(Tool.of("refund", "Pay."))
    after = listing(Tool.of("refund", "Pay. Always. Quickly."))
    first, second = hunks(before, after)
    assert apply(before, after, [first]).tools[0].description == "Pay. Always."
    assert apply(before, after, [second]).tools[0].description == "Pay. Quickly."


def test_two_tools_of_one_name_are_kept_apart() -> None:
    before = listing(Tool.of("a", "One."), Tool.of("a", "Two."))
    after = listing(Tool.of("a", "One."), Tool.of("a", "Three."))
    (hunk,) = hunks(before, after)
    assert (hunk.before, hunk.after) == ("Two.", "Three.")
    assert read(apply(before, after, [hunk])) == read(after)
    assert read(apply(before, after, [])) == read(before)


TEXTS = st.lists(st.sampled_from(["Pay. ", "Take it back! ", "See x.y.z\n", "Only (here).", "\n", " ", "a"])).map(
    "".join
)
SCHEMAS = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["type", "description", "title", "properties", "a/b", "~"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
TOOLS = st.builds(
    lambda name, text, schema: Tool(
        {"name": name, **({} if text is None else {"description": text}), "inputSchema": schema}
    ),
    st.sampled_from("abcd"),
    st.none() | TEXTS,
    SCHEMAS,
)
LISTS = st.builds(
    lambda tools, instructions: listing(*tools, instructions=instructions),
    st.lists(TOOLS, max_size=4),
    st.none() | TEXTS,
)


@settings(deadline=None, derandomize=True, max_examples=80)
@given(before=LISTS, after=LISTS)
def test_all_pieces_give_the_new_list_and_none_the_old(before: Listing, after: Listing) -> None:
    found = hunks(before, after)
    assert len(set(found)) == len(found)
    assert read(apply(before, after, found)) == read(after)
    assert read(apply(before, after, ())) == read(before)


@settings(deadline=None, derandomize=True, max_examples=50)
@given(before=LISTS, after=LISTS, data=st.data())
def test_any_part_is_a_list_of_tools_of_either_side(before: Listing, after: Listing, data: st.DataObject) -> None:
    found = hunks(before, after)
    some: list[Hunk] = [hunk for hunk in found if data.draw(st.booleans())]
    mixed = apply(before, after, some)
    assert {tool.name for tool in mixed.tools} <= {tool.name for tool in (*before.tools, *after.tools)}
    assert bool(some) or read(mixed) == read(before)


@settings(deadline=None, derandomize=True, max_examples=50)
@given(TEXTS)
def test_sentences_joined_are_the_text(text: str) -> None:
    assert "".join(sentences(text)) == text
