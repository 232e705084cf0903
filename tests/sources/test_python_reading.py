"""What is read of Python source without running it."""

import pytest

from toolwatch.sources.python_reading import server_info, tools_of


def only(source: str) -> dict[str, object]:
    (tool,) = tools_of(source)
    return tool


PARAMETERS = {
    "simple": ("a: int, b: str = 'x'", {"a": {"type": "integer"}, "b": {"type": "string", "default": "x"}}, ["a"]),
    "no annotation": ("a, b=None", {"a": {}, "b": {"default": None}}, ["a"]),
    "optional": (
        "a: int | None = None",
        {"a": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}},
        [],
    ),
    "old optional": ("a: Optional[str]", {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, ["a"]),
    "list": ("a: list[str]", {"a": {"type": "array", "items": {"type": "string"}}}, ["a"]),
    "dict": ("a: dict[str, int]", {"a": {"type": "object"}}, ["a"]),
    "literal": ("a: Literal['x', 'y'] = 'x'", {"a": {"enum": ["x", "y"], "default": "x"}}, []),
    "annotated": (
        "a: Annotated[int, Field(description='How many.', ge=1, le=9)]",
        {"a": {"type": "integer", "description": "How many.", "minimum": 1, "maximum": 9}},
        ["a"],
    ),
    "annotated text": ("a: Annotated[str, 'Which.']", {"a": {"type": "string", "description": "Which."}}, ["a"]),
    "field default": (
        "a: int = Field(5, description='N.')",
        {"a": {"type": "integer", "description": "N.", "default": 5}},
        [],
    ),
    "field without default": (
        "a: int = Field(description='N.')",
        {"a": {"type": "integer", "description": "N."}},
        ["a"],
    ),
    "field with dots": ("a: int = Field(..., gt=0)", {"a": {"type": "integer", "exclusiveMinimum": 0}}, ["a"]),
    "context": ("ctx: Context, a: int", {"a": {"type": "integer"}}, ["a"]),
    "generic context": ("c: Context[S, None], a: int", {"a": {"type": "integer"}}, ["a"]),
    "keyword only": (
        "*, a: int, b: bool = True",
        {"a": {"type": "integer"}, "b": {"type": "boolean", "default": True}},
        ["a"],
    ),
    "text annotation": ("a: 'int'", {"a": {"type": "integer"}}, ["a"]),
    "text that is no annotation": ("a: 'not one!'", {"a": {}}, ["a"]),
    "own class": ("a: Order", {"a": {}}, ["a"]),
    "computed default": ("a: int = LIMIT", {"a": {"type": "integer"}}, []),
}


@pytest.mark.parametrize(("signature", "properties", "required"), PARAMETERS.values(), ids=PARAMETERS)
def test_parameters(signature: str, properties: dict[str, object], required: list[str]) -> None:
    schema = only(f"@mcp.tool()\ndef f({signature}): ...")["inputSchema"]
    assert schema == {"type": "object", "properties": properties, **({"required": required} if required else {})}


NAMES = {
    "function name": ("@mcp.tool()\ndef find(): ...", {"name": "find"}),
    "bare decorator": (
        "@server.tool\nasync def find():\n    '''Find\n\n        it.'''",
        {"name": "find", "description": "Find\n\nit."},
    ),
    "first argument": ("@mcp.tool('get')\ndef f(): ...", {"name": "get"}),
    "keywords": (
        "@mcp.tool(name='get', description='Get it.', title='Get')\ndef f():\n    '''other'''",
        {"name": "get", "title": "Get", "description": "Get it."},
    ),
    "computed name": ("@mcp.tool(name=PREFIX + 'get')\ndef f(): ...", {"name": "f"}),
}


@pytest.mark.parametrize(("source", "fields"), NAMES.values(), ids=NAMES)
def test_names_and_descriptions(source: str, fields: dict[str, str]) -> None:
    assert {key: value for key, value in only(source).items() if key != "inputSchema"} == fields


def test_literal_definitions_of_the_low_level_server() -> None:
    source = "tools = [types.Tool(name='a', description='A.', inputSchema={'type': 'object'}, annotations=make())]"
    assert only(source) == {"name": "a", "description": "A.", "inputSchema": {"type": "object"}}


NONE = ["@property\ndef f(): ...", "def tool(): ...", "Tool(1)", "@mcp.prompt()\ndef f(): ...", "x = tool"]


@pytest.mark.parametrize("source", NONE)
def test_near_misses_are_no_tools(source: str) -> None:
    assert tools_of(source) == []


def test_tools_come_in_the_order_of_the_source() -> None:
    source = "class A:\n    @mcp.tool()\n    def inner(self): ...\n@mcp.tool()\ndef outer(): ...\n"
    assert [tool["name"] for tool in tools_of(source)] == ["inner", "outer"]


def test_the_servers_name() -> None:
    assert server_info("mcp = FastMCP('shop')") == {"name": "shop"}
    assert server_info("mcp = Server(name='shop')") == {"name": "shop"}
    assert server_info("mcp = FastMCP(NAME)") == {}
    assert server_info("x = 1") == {}
