"""Line and column of findings in JSON, YAML and Python."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.lint.positions import Source
from toolwatch.lint.positions.json_tree import JsonTree
from toolwatch.lint.positions.tree import descend

JSON = """{
  "tools": [
    {"name": "a", "description": "First",
     "inputSchema": {"type": "object",
                     "properties": {"x/y": {"type": "string"}}, "required": ["x/y"]}},
    {"name": "b", "inputSchema": {}},
    {"name": "a", "description": "Again"},
    {"description": "No name"}
  ],
  "instructions": "Hello"
}
"""
YAML = """\
# tools of the shop
result:
  tools:
    - name: a
      description: >
        First
      inputSchema:
        properties:
          x: {type: string}
  instructions: Hello
"""
OPENAI = '[{"type": "function", "function": {"name": "a",\n "parameters": {"properties": {"x": {"type": "int"}}}}}]'
ANTHROPIC = '[{"name": "a",\n "input_schema": {"properties": {"x": {"type": "int"}}}}]'
GEMINI = '[{"functionDeclarations": [{"name": "a", "description": "A",\n "parameters": {"properties": {"x": {}}}}]}]'
BEDROCK = (
    '{"tools": [{"toolSpec": {"name": "a", "description": "A",\n "inputSchema": {"json": {"properties": {"x": {}}}}}}]}'
)
PYTHON = '''from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop")


@mcp.tool()
def pack(order: str,
         box: int = 1) -> str:
    """Pack one order."""
    return order


@mcp.tool(name="send_parcel", description="Send.")
async def send(to: str) -> str:
    return to
'''


@pytest.mark.parametrize(
    ("text", "name", "tool", "path", "occurrence", "index", "place"),
    [
        (JSON, "t.json", "a", "/description", 0, 0, (3, 19)),
        (JSON, "t.json", "a", "/inputSchema/properties/x~1y/type", 0, 0, (5, 45)),
        (JSON, "t.json", "a", "/inputSchema/required/0", 0, 0, (5, 78)),
        (JSON, "t.json", "a", "/description", 1, 2, (7, 19)),
        (JSON, "t.json", "b", "/description", 0, 1, (6, 6)),
        (JSON, "t.json", "b", "", 0, 1, (6, 5)),
        (JSON, "t.json", "", "/tools/3/description", 0, 3, (8, 6)),
        (JSON, "t.json", "", "/instructions", 0, -1, (10, 3)),
        (JSON, "t.json", "gone", "/description", 0, 9, (1, 1)),
        (YAML, "t.yaml", "a", "/inputSchema/properties/x/type", 0, 0, (9, 15)),
        (YAML, "t.yaml", "a", "/description", 0, 0, (5, 7)),
        (YAML, "t.yaml", "", "/instructions", 0, -1, (10, 3)),
        (OPENAI, "t.json", "a", "/inputSchema/properties/x/type", 0, 0, (2, 38)),
        (ANTHROPIC, "t.json", "a", "/inputSchema/properties/x/type", 0, 0, (2, 40)),
        (GEMINI, "t.json", "a", "/inputSchema/properties/x", 0, 0, (2, 32)),
        (BEDROCK, "t.json", "a", "/inputSchema/properties/x", 0, 0, (2, 42)),
        (PYTHON, "t.py", "pack", "/description", 0, 0, (9, 5)),
        (PYTHON, "t.py", "pack", "/inputSchema/properties/box/type", 0, 0, (8, 10)),
        (PYTHON, "t.py", "pack", "/annotations", 0, 0, (7, 1)),
        (PYTHON, "t.py", "send_parcel", "/description", 0, 0, (13, 43)),
        (PYTHON, "t.py", "gone", "/description", 0, 0, (1, 1)),
    ],
)
def test_places(
    text: str, name: str, tool: str, path: str, occurrence: int, index: int, place: tuple[int, int]
) -> None:
    position = Source(name, text).find(tool, path, occurrence=occurrence, index=index)
    assert position is not None
    assert (position.line, position.column) == place


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.json", "{"),
        ("t.json", ""),
        ("t.yaml", "a: ["),
        ("t.py", "def ("),
        ("t.json", "[" * 100_000),
        ("t.json", '{"a"'),
    ],
)
def test_a_file_that_cannot_be_read_gives_its_first_line(name: str, text: str) -> None:
    position = Source(name, text).find("a", "/description", index=0)
    assert position is not None
    assert position.line == 1


def test_comments_and_trailing_commas_are_read_over() -> None:
    text = '{ // one\n "tools": [ /* two\n */ {"name": "a", "description": "http://x",},\n ], }'
    position = Source("t.jsonc", text).find("a", "/description", index=0)
    assert position is not None
    assert (position.line, position.column) == (3, 19)


def test_an_excerpt_of_a_line_without_end_is_short() -> None:
    source = Source("t.json", '[{"name": "a", "description": "' + "x" * 100_000 + '"}]')
    position = source.find("a", "/description", index=0)
    assert position is not None
    assert source.excerpt(position).startswith('"description": "xxx')
    assert len(source.excerpt(position)) < 200


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(VALUES, st.integers(0, 4), st.booleans())
def test_every_value_of_any_json_is_found_where_it_stands(value: object, indent: int, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent or None, ensure_ascii=ascii_only)
    tree = JsonTree(text)
    stack: list[tuple[list[str], object]] = [([], value)]
    while stack:
        tokens, inside = stack.pop()
        followed, node, _ = descend(tree, tree.root, tokens)
        assert followed == len(tokens)
        start, end = tree.span(node)
        assert json.loads(text[start:end]) == inside
        if isinstance(inside, dict):
            stack += [([*tokens, key], child) for key, child in inside.items()]
        elif isinstance(inside, list):
            stack += [([*tokens, str(number)], child) for number, child in enumerate(inside)]
