"""``toolwatch.digest``: one digest for a list, in whatever format an agent holds it."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toolwatch
from tests.snapshot.json_values import tools
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Json, Tool
from toolwatch.snapshot import take

MCP: list[dict[str, Any]] = [
    {
        "name": "find_order",
        "title": "Find",
        "description": "Finds an order.",
        "inputSchema": {
            "type": "object",
            "properties": {"id": {"type": "string", "default": None}, "type": {"type": "string", "enum": ["A", "B"]}},
            "required": ["id"],
        },
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": True},
        "_meta": {"a": 1},
    },
    {"name": "now", "inputSchema": {"type": "object", "properties": {}}},
]


def _capitals(schema: Json) -> Json:
    if isinstance(schema, dict):
        return {
            key: value.upper() if key == "type" and isinstance(value, str) else _capitals(value)
            for key, value in schema.items()
        }
    return schema


def _function(tool: dict[str, Any], key: str = "parameters") -> dict[str, Any]:
    return {"name": tool["name"], "description": tool.get("description", ""), key: tool["inputSchema"]}


class Dumped:
    """What the SDK hands out: a pydantic model with aliases."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw

    def model_dump(self, *, by_alias: bool) -> dict[str, Any]:
        assert by_alias
        return {"icons": None, "description": None} | self.raw


FORMATS: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "mcp": lambda tools: tools,
    "mcp result": lambda tools: {"result": None, "tools": tools},
    "models": lambda tools: [Dumped(tool) for tool in tools],
    "generator turned tuple": tuple,
    "openai chat": lambda tools: [{"type": "function", "function": _function(tool)} for tool in tools],
    "openai responses": lambda tools: [
        *({"type": "function", "strict": False, **_function(tool)} for tool in tools),
        {"type": "web_search"},
        {"type": "file_search", "name": "files"},
    ],
    "anthropic": lambda tools: [
        *(_function(tool, "input_schema") | {"cache_control": {"type": "ephemeral"}} for tool in tools),
        {"type": "web_search_20250305", "name": "web_search"},
    ],
    "anthropic custom": lambda tools: [_function(tool, "input_schema") | {"type": "custom"} for tool in tools],
    "gemini": lambda tools: [
        {"functionDeclarations": [_function(tool) | {"parameters": _capitals(tool["inputSchema"])} for tool in tools]},
        {"googleSearch": {}},
    ],
    "gemini json schema": lambda tools: {
        "function_declarations": [_function(tool, "parametersJsonSchema") for tool in tools]
    },
    "bedrock": lambda tools: {
        "tools": [
            *(
                {"toolSpec": _function(tool, "inputSchema") | {"inputSchema": {"json": tool["inputSchema"]}}}
                for tool in tools
            ),
            {"cachePoint": {"type": "default"}},
        ]
    },
    "no parameters left out": lambda tools: [
        {key: value for key, value in tool.items() if key != "inputSchema" or value.get("properties")} for tool in tools
    ],
}


@pytest.mark.parametrize("spell", FORMATS.values(), ids=FORMATS)
def test_every_format_has_the_digest_of_the_snapshot(spell: Callable[[list[dict[str, Any]]], Any]) -> None:
    snapshot = take(Listing("shop", tools=tuple(map(Tool, MCP))))
    assert toolwatch.digest(spell(MCP)) == snapshot.digests.as_sent


OTHERS = {
    "tools",
    "function",
    "functionDeclarations",
    "function_declarations",
    "toolSpec",
    "type",
    "input_schema",
    "parameters",
    "parametersJsonSchema",
    "parameters_json_schema",
}


def _of_mcp_only(raw: dict[str, Any]) -> bool:
    schema = raw.get("inputSchema")
    return OTHERS.isdisjoint(raw) and not (isinstance(schema, dict) and set(schema) == {"json"})


@settings(deadline=None, derandomize=True, max_examples=60, database=None)
@given(st.lists(tools.filter(_of_mcp_only), max_size=4))
def test_any_mcp_list_has_the_digest_of_its_snapshot(raws: list[dict[str, Any]]) -> None:
    assert toolwatch.digest(raws) == take(Listing("s", tools=tuple(map(Tool, raws)))).digests.as_sent


def test_a_prefix_picks_one_server_and_is_taken_off() -> None:
    mixed = [{**tool, "name": f"mcp__shop__{tool['name']}"} for tool in MCP]
    mixed.insert(1, {"name": "mcp__other__x", "input_schema": {}})
    mixed.insert(0, {"name": "mcp__shopping__x", "input_schema": {}})
    assert toolwatch.digest(mixed, prefix="mcp__shop__") == toolwatch.digest(MCP)


def test_order_names_and_text_count() -> None:
    digest = toolwatch.digest(MCP)
    assert toolwatch.digest(MCP[::-1]) != digest
    assert toolwatch.digest(MCP[:1]) != digest
    assert toolwatch.digest([MCP[0] | {"description": "Finds  an order."}, MCP[1]]) != digest


def test_an_enum_value_in_capitals_stays_in_openai_parameters() -> None:
    lower = MCP[0] | {"inputSchema": {"properties": {"type": {"enum": ["a", "b"]}}}}
    upper = MCP[0] | {"inputSchema": {"properties": {"type": {"enum": ["A", "B"]}}}}
    as_openai = FORMATS["openai chat"]
    assert toolwatch.digest(as_openai([lower])) != toolwatch.digest(as_openai([upper]))


@pytest.mark.parametrize(
    "value",
    [
        None,
        "find",
        5,
        [None],
        [[3]],
        {"tools": ["a"]},
        {},
        [{"a": 1}],
        [{"description": "Finds."}],
        [{"type": "function"}],
        [{"type": "function", "function": None}],
        [{"inputSchema": {"type": "object"}}],
        [MCP[0], {"parameters": {}}],
    ],
    ids=repr,
)
def test_what_is_no_tool_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="is no tool definition"):
        toolwatch.digest(value)


@pytest.mark.parametrize(
    "marker",
    [
        {"googleSearch": {}},
        {"google_search": {}, "function_declarations": None},
        {"cachePoint": {"type": "default"}},
        {"type": "web_search_20250305", "name": "web_search"},
        {"type": "code_interpreter", "container": {"type": "auto"}},
    ],
    ids=repr,
)
def test_what_a_provider_hosts_itself_has_no_definition(marker: Any) -> None:
    assert toolwatch.digest([*MCP, marker]) == toolwatch.digest(MCP)


def test_it_needs_the_standard_library_only() -> None:
    code = (
        "import sys; import toolwatch; toolwatch.digest([{'name': 'a', 'inputSchema': {'maximum': 1.5}}]);"
        "own = {m.split('.')[0] for m in sys.modules};"
        "print(sorted(own - set(sys.stdlib_module_names) - {'toolwatch', '__main__', 'sitecustomize'}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found = [name for name in eval(run.stdout) if not name.startswith(("_", "a1_", "distutils"))]
    assert found == []
