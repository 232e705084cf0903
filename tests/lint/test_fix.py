"""``--fix`` and ``--diff``: what changes, and that nothing else does."""

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.cli.exits import Exit
from toolwatch.cli.main import run
from toolwatch.lint import Options, Profile, check
from toolwatch.lint.fixes import FIXABLE, mend, strings
from toolwatch.lint.positions import Source
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

PROPERTIES = '"properties": {"a": {"type": "string"}, "b": {"type": "string"}}'
CASES = {
    "space around": ('[{"name": "n",  "description": " D. \\n"}]', '[{"name": "n",  "description": "D."}]'),
    "hidden": (
        '[{"name": "n", "description": "Read\\u200b\\u202e it \\ud83d\\udc69\\u200d\\ud83d\\udcbb"}]',
        '[{"name": "n", "description": "Read it \\ud83d\\udc69\\u200d\\ud83d\\udcbb"}]',
    ),
    "hidden, unescaped": ('[{"name": "n", "description": "Größe\u200b"}]', '[{"name": "n", "description": "Größe"}]'),
    "docstring": (
        '[{"name": "n", "description": "D.\\n\\n    More.\\n      Deeper.\\n    "}]',
        '[{"name": "n", "description": "D.\\n\\nMore.\\n  Deeper."}]',
    ),
    "properties, on lines": (
        '[{"name": "n", "inputSchema": {\n    "type": "object"\n  }}]',
        '[{"name": "n", "inputSchema": {\n    "type": "object",\n    "properties": {}\n  }}]',
    ),
    "properties, compact": (
        '[{"name":"n","inputSchema":{"type":"object"}}]',
        '[{"name":"n","inputSchema":{"type":"object","properties":{}}}]',
    ),
    "required twice": (
        f'[{{"name": "n", "inputSchema": {{{PROPERTIES}, "required": ["a",\n "a", "b", "a"]}}}}]',
        f'[{{"name": "n", "inputSchema": {{{PROPERTIES}, "required": ["a", "b"]}}}}]',
    ),
    "order": (
        f'[{{"name": "n", "inputSchema": {{{PROPERTIES}, "required": [ "b",\n  "a" ]}}}}]',
        f'[{{"name": "n", "inputSchema": {{{PROPERTIES}, "required": [ "a",\n  "b" ]}}}}]',
    ),
    "enum": ('[{"name": "n", "inputSchema": {"properties": {"a": {"enum": [1, 1]}}}}]',) * 2,
}
CASES["enum"] = (CASES["enum"][0], CASES["enum"][0].replace("[1, 1]", "[1]"))
YAML = """\
# kept
tools:
- name: n      # kept too
  description: |
    Count.   

    All.
  inputSchema:
    type: object
    properties:
      b: {type: string, description: 'It''s b. '}
      a: {type: string, description: A plain one }
    required:
    - a
    # between
    - b
    - b
- {name: m, description: "M\\u200b.", inputSchema: {type: object}}
"""
YAML_AFTER = """\
# kept
tools:
- name: n      # kept too
  description: |-
    Count.

    All.
  inputSchema:
    type: object
    properties:
      b: {type: string, description: 'It''s b.'}
      a: {type: string, description: A plain one }
    required:
    - b
    # between
    - a
- {name: m, description: "M.", inputSchema: {properties: {}, type: object}}
"""


def _mended(text: str, name: str = "t.json") -> str:
    """Mend until nothing changes, as the command does."""
    for _ in range(5):
        raw = yaml.safe_load(text) if name.endswith(".yaml") else json.loads(text)
        tools = tuple(Tool(tool) for tool in (raw["tools"] if isinstance(raw, dict) else raw))
        found = check(Listing("shop", tools=tools), options=Options(profile=Profile.STRICT))
        after = mend(Source(name, text), found, tools).text
        if after == text:
            return text
        text = after
    raise AssertionError("mending does not end")


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_json(before: str, after: str) -> None:
    assert _mended(before) == after


def test_yaml_keeps_comments_and_styles() -> None:
    assert _mended(YAML, "t.yaml") == YAML_AFTER


def test_what_mends_itself_is_a_known_rule() -> None:
    from toolwatch.lint.catalogue import catalogue

    assert catalogue().keys() >= FIXABLE


TOOLS = st.builds(
    lambda name, description, names, doubled: {
        "name": name,
        "description": description,
        "inputSchema": {
            "type": "object",
            "properties": {one: {"type": "string", "description": f"{description} "} for one in names},
            "required": [*names, *doubled],
        },
    },
    st.text("abc", min_size=1, max_size=3),
    st.text(st.sampled_from(" \t\nab'\":#-\u200b\u202eé|>"), max_size=16),
    st.lists(st.sampled_from(["x", "y", "z", "a/b", "~"]), unique=True, max_size=4),
    st.lists(st.sampled_from(["x", "y"]), max_size=2),
)


@pytest.mark.sample
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(TOOLS, min_size=1, max_size=3), st.sampled_from(["json", "flat", "yaml", "flow"]))
def test_any_file_reads_back_but_for_what_was_mended(tools: list[dict[str, object]], style: str) -> None:
    if style in ("json", "flat"):
        before = json.dumps(tools, indent=2 if style == "json" else None)
        after = json.loads(_mended(before))
    else:
        before = yaml.safe_dump(tools, default_flow_style=style == "flow", allow_unicode=True, sort_keys=False)
        after = yaml.safe_load(_mended(before, "t.yaml"))
    assert [_essence(tool) for tool in after] == [_essence(tool) for tool in tools]


def _essence(tool: dict[str, object]) -> object:
    """What mending may not change."""
    schema = tool["inputSchema"]
    assert isinstance(schema, dict)
    texts = [tool["description"], *(one["description"] for one in schema["properties"].values())]
    words = ["".join(strings.without_hidden(str(text)).split()) for text in texts]
    return tool["name"], words, list(schema["properties"]), sorted(set(schema["required"]))


BAD = {"tools": [{"name": "n", "description": "Count. ", "inputSchema": {"type": "object"}}]}


def test_the_command_mends_the_file_and_a_second_time_finds_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tools.json"
    path.write_bytes(json.dumps(BAD, indent=1).replace("\n", "\r\n").encode())
    assert run(["lint", "--fix", str(path)]) == Exit.PASS
    assert "TW262" in capsys.readouterr().out
    after = path.read_bytes()
    assert after.count(b"\r\n") == 11
    assert after.count(b"\n") == 11
    assert run(["lint", "--fix", str(path)]) == Exit.PASS
    assert "nothing to mend" in capsys.readouterr().out


def test_diff_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(BAD, indent=1), encoding="utf-8")
    before = path.read_bytes()
    assert run(["lint", "--diff", str(path)]) == Exit.PASS
    assert '+   "description": "Count.",' in capsys.readouterr().out
    assert path.read_bytes() == before


def test_an_ignored_rule_mends_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(BAD), encoding="utf-8")
    run(["lint", "--fix", "--ignore", "TW262", "--ignore", "clients", str(path)])
    assert "nothing to mend" in capsys.readouterr().out
    assert json.loads(path.read_text(encoding="utf-8")) == BAD


def test_python_source_is_told_of_and_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "server.py"
    text = (
        "from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP('shop')\n\n\n@mcp.tool()\n"
        'def count(sku: str) -> int:\n    """Count one\u200b article."""\n    return 1\n'
    )
    path.write_text(text, encoding="utf-8")
    assert run(["lint", "--fix", str(path)]) == Exit.PASS
    shown = capsys.readouterr()
    assert path.read_text(encoding="utf-8") == text
    assert "server.py:8:5: TW219" in shown.out
    assert "mend these by hand" in shown.err


def test_a_file_that_cannot_be_read_is_not_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tools.json"
    path.write_text('{"tools": [', encoding="utf-8")
    assert run(["lint", "--fix", str(path)]) == Exit.NOT_OBSERVED
    assert "tools.json" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == '{"tools": ['
