"""Definition formats: recognised by shape, read without loss, written so that they read back."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolwatch.errors import ObservationError
from toolwatch.sources.bounds import DEFAULTS
from toolwatch.sources.definition import Definitions, formats, recognise
from toolwatch.sources.kinds.file import read
from toolwatch.sources.place import Place

SCHEMA = {"type": "object", "properties": {"id": {"type": "string", "enum": ["A", "b"]}}, "required": ["id"]}
GEMINI = {"type": "OBJECT", "properties": {"type": {"type": "STRING", "enum": ["A", "b"]}}, "required": ["type"]}
PLAIN = {"name": "find", "description": "Find it.", "inputSchema": SCHEMA}
OTHER = {"name": "count", "description": "Count them.", "inputSchema": SCHEMA}

SHAPES: dict[str, tuple[str, Any, list[Any]]] = {
    "mcp result": ("mcp", {"jsonrpc": "2.0", "id": 1, "result": {"tools": [PLAIN]}}, [PLAIN]),
    "mcp object": ("mcp", {"tools": [PLAIN | {"x": 1}], "note": "n"}, [PLAIN | {"x": 1}]),
    "mcp array": ("mcp", [PLAIN, OTHER], [PLAIN, OTHER]),
    "mcp single": ("mcp", PLAIN, [PLAIN]),
    "mcp empty": ("mcp", {"tools": []}, []),
    "mcp empty array": ("mcp", [], []),
    "mcp broken beside good": ("mcp", {"tools": [{"name": "a"}, 5, PLAIN]}, [{"name": "a"}, 5, PLAIN]),
    "mcp without schema": ("mcp", [{"name": "a", "description": "b"}], [{"name": "a", "description": "b"}]),
    "openai chat": (
        "openai-chat",
        [{"type": "function", "function": {"name": "find", "parameters": SCHEMA, "strict": True}}],
        [{"inputSchema": SCHEMA, "name": "find", "strict": True}],
    ),
    "openai request": (
        "openai-chat",
        {"model": "m", "tools": [{"type": "function", "function": {"name": "now"}}]},
        [{"name": "now", "inputSchema": {"type": "object", "properties": {}}}],
    ),
    "openai functions": (
        "openai-chat",
        {"functions": [{"name": "find", "description": "Find it.", "parameters": SCHEMA}]},
        [PLAIN],
    ),
    "openai responses": (
        "openai-responses",
        {"tools": [{"type": "function", "name": "find", "description": "Find it.", "parameters": SCHEMA}]},
        [PLAIN],
    ),
    "openai responses with a hosted tool": (
        "openai-responses",
        [{"type": "web_search"}, {"type": "function", "name": "find", "parameters": SCHEMA}],
        [{"type": "web_search"}, {"name": "find", "inputSchema": SCHEMA}],
    ),
    "anthropic": (
        "anthropic",
        [{"name": "find", "description": "Find it.", "input_schema": SCHEMA, "cache_control": {"type": "ephemeral"}}],
        [PLAIN | {"cache_control": {"type": "ephemeral"}}],
    ),
    "gemini schema": (
        "gemini",
        {"tools": [{"functionDeclarations": [{"name": "find", "parametersJsonSchema": SCHEMA}]}]},
        [{"name": "find", "inputSchema": SCHEMA}],
    ),
    "gemini dialect": (
        "gemini",
        [{"function_declarations": [{"name": "find", "parameters": GEMINI, "response": {"type": "STRING"}}]}],
        [
            {
                "name": "find",
                "inputSchema": {
                    "type": "object",
                    "properties": {"type": {"type": "string", "enum": ["A", "b"]}},
                    "required": ["type"],
                },
                "outputSchema": {"type": "string"},
            }
        ],
    ),
    "bedrock": (
        "bedrock",
        {
            "toolConfig": {
                "tools": [{"toolSpec": {"name": "find", "inputSchema": {"json": SCHEMA}}}, {"cachePoint": {}}]
            }
        },
        [{"name": "find", "inputSchema": SCHEMA}],
    ),
    "mcpb names only": (
        "mcpb",
        {"manifest_version": "0.3", "name": "till", "version": "1", "tools": [{"name": "a", "description": "b"}]},
        [{"name": "a", "description": "b"}],
    ),
    "mcpb whole": (
        "mcpb",
        {
            "dxt_version": "0.1",
            "name": "till",
            "tools": [{"name": "find"}],
            "_meta": {"com.microsoft.windows": {"static_responses": {"tools/list": {"tools": [PLAIN]}}}},
        },
        [PLAIN],
    ),
}


@pytest.mark.parametrize(("form", "document", "tools"), SHAPES.values(), ids=SHAPES)
def test_shapes_are_recognised_and_read_whole(form: str, document: Any, tools: list[Any]) -> None:
    found = recognise(document, where="x.json")
    assert found.name == form
    read_tools = list(found.read(document).tools)
    assert [sorted(one.items(), key=str) if isinstance(one, dict) else one for one in read_tools] == [
        sorted(one.items(), key=str) if isinstance(one, dict) else one for one in tools
    ]


def test_every_format_has_a_shape_here() -> None:
    assert {form for form, _, _ in SHAPES.values()} == set(formats())


@pytest.mark.parametrize("document", [{}, 5, None, "text", {"a": 1}, [1, 2], {"name": 5}, {"tools": "none"}, [[]]])
def test_other_documents_are_refused(document: Any) -> None:
    with pytest.raises(ObservationError, match=r"x\.json: holds no tool definitions in a known shape"):
        recognise(document, where="x.json")


@pytest.mark.parametrize("name", formats())
def test_what_is_written_is_recognised_and_reads_back(name: str) -> None:
    form = formats()[name]()
    written = json.loads(json.dumps(form.write(Definitions((PLAIN, OTHER)))))
    again = recognise(written, where="x")
    assert again.name == name
    assert [dict(tool) for tool in again.read(written).tools] == [PLAIN, OTHER]


@pytest.mark.parametrize("name", formats())
def test_a_round_through_mcp_changes_nothing(name: str) -> None:
    form = formats()[name]()
    first = form.write(Definitions((PLAIN,)))
    assert form.write(form.read(first)) == first


@pytest.mark.parametrize("name", [name for name, form in formats().items() if form.carries is not None])
def test_fields_that_a_format_carries_come_back_and_others_do_not(name: str) -> None:
    form = formats()[name]()
    tool = {**PLAIN, "annotations": {"readOnlyHint": True}, "title": "T"}
    assert form.carries is not None
    (again,) = form.read(form.write(Definitions((tool,)))).tools
    assert set(again) == set(tool) & form.carries


def test_a_manifest_of_names_is_partial(tmp_path: Path) -> None:
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps(SHAPES["mcpb names only"][1] | {"tools_generated": True}))
    coverage = read(Place("till", "manifest.json", path=file), DEFAULTS).coverage
    assert coverage.problems == (
        "manifest.json: an MCPB manifest names and describes its tools, but holds no schemas; the manifest says that "
        "the server makes further tools when it runs (tools_generated)",
    )


def test_the_corpus_reads_back_as_it_is(shared: Path) -> None:
    files = [
        *sorted((shared / "data/corpus").glob("[!._]*/*.json")),
        *sorted((shared / "data/corpus/_variants").iterdir()),
    ]
    assert len(files) > 220
    for file in files:
        document = json.loads(file.read_text(encoding="utf-8"))
        lists = ["/tools"] if "tools" in document else [f"/{key}" for key in document]
        for pointer in lists:
            written = f"{file.name}#{pointer}" if pointer != "/tools" else file.name
            listing = read(
                Place(file.stem, written, path=file, pointer=pointer if pointer != "/tools" else ""), DEFAULTS
            )
            raw = document[pointer[1:]]
            assert json.dumps([tool.raw for tool in listing.tools]) == json.dumps(raw), written
            if pointer == "/tools" and "package" in document:
                assert listing.instructions == document["instructions"]
                assert json.dumps(listing.prompts) == json.dumps(document["prompts"])
                assert json.dumps(listing.resources) == json.dumps(document["resources"])
                assert json.dumps(listing.resource_templates) == json.dumps(document["resourceTemplates"])
                assert listing.capabilities == document["capabilities"]
                assert listing.server_info == document["serverInfo"]


def test_hoisted_schemas_are_broken_and_not_empty(shared: Path) -> None:
    files = sorted((shared / "data/corpus/_variants").glob("*.npx-today.json"))
    assert len(files) == 7
    for file in files:
        listing = read(Place(file.stem, file.name, path=file), DEFAULTS)
        broken = len(listing.coverage.invalid)
        assert broken >= len(listing.tools) - 1 > 0
        (problem,) = listing.coverage.problems
        assert problem.startswith(f"{broken} of {len(listing.tools)} tools are broken, so that clients refuse the list")


@pytest.mark.parametrize("name", formats())
def test_the_corpus_goes_through_every_format(shared: Path, name: str) -> None:
    form = formats()[name]()
    for file in sorted((shared / "data/corpus").glob("[!._]*/*.json"))[::6]:
        tools = tuple(json.loads(file.read_text(encoding="utf-8"))["tools"])
        carries = form.carries
        wanted = [{k: v for k, v in tool.items() if carries is None or k in carries} for tool in tools]
        written = form.write(Definitions(tools))
        assert list(recognise(written, where="x").read(written).tools) == wanted if tools else True
