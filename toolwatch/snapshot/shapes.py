"""Tool definitions in the shape of any provider, read down to what a model is sent. Standard library only."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.model.tool import Json

_LISTS = ("tools", "functionDeclarations", "function_declarations")
_SCHEMAS = (
    "inputSchema",
    "input_schema",
    "parametersJsonSchema",
    "parameters_json_schema",
    "parameters",
)
_NAMED = frozenset({"properties", "$defs", "definitions", "patternProperties"})


def sent(tools: Json) -> list[dict[str, Json]]:
    """Name, description and input schema of each definition, in order, in MCP's words.

    Read are MCP tools, OpenAI's for chat completions and for responses, Anthropic's, Gemini's function declarations,
    Bedrock's tool specifications, any of them in a list or in the object that a request holds them in, and pydantic
    models of these. A provider's own hosted tools and cache markers have no definition and do not count.

    Raises:
        TypeError: something is no tool definition at all.
    """
    return list(_walk(tools))


def _walk(value: Json) -> Iterator[dict[str, Json]]:
    value = _plain(value)
    if isinstance(value, list | tuple):
        for item in value:
            yield from _walk(item)
        return
    if not isinstance(value, Mapping):
        raise TypeError(f"{type(value).__name__} is no tool definition")
    for key in _LISTS:
        if isinstance(value.get(key), list | tuple):
            yield from _walk(value[key])
            return
    for key in ("function", "toolSpec"):
        if isinstance(value.get(key), Mapping):
            value = value[key]
            break
    if "name" not in value and not _is_marker(value):
        raise TypeError(
            f"an object without a name is no tool definition; its keys: {', '.join(map(str, value)) or 'none'}"
        )
    if "name" in value and not _is_hosted(value):
        yield _tool(value)


def _plain(value: Json) -> Json:
    dump = getattr(value, "model_dump", None)
    return dump(by_alias=True) if callable(dump) else value


def _is_marker(value: Mapping[str, Any]) -> bool:
    """Rightly nameless: Gemini's ``{"googleSearch": {}}``, Bedrock's ``{"cachePoint": {...}}``, hosted tools."""
    given = {key: item for key, item in value.items() if item is not None}
    if isinstance(given.get("type"), str):
        return _is_hosted(given)
    return bool(given) and all(key not in _SCHEMAS and isinstance(item, Mapping) for key, item in given.items())


def _is_hosted(value: Mapping[str, Any]) -> bool:
    """Anthropic's ``{"type": "web_search_20250305", "name": "web_search"}`` and its like."""
    kind = value.get("type")
    return isinstance(kind, str) and kind not in ("function", "custom") and not any(key in value for key in _SCHEMAS)


def _tool(value: Mapping[str, Any]) -> dict[str, Json]:
    key = next((key for key in _SCHEMAS if value.get(key) is not None), "")
    schema = value[key] if key else None
    if isinstance(schema, Mapping) and set(schema) == {"json"}:
        schema = schema["json"]
    if key == "parameters":
        schema = _lower(schema)
    return {"name": value.get("name"), "description": value.get("description"), "inputSchema": schema}


def _lower(schema: Json) -> Json:
    """Gemini spells types in capitals: ``STRING``."""
    if isinstance(schema, list):
        return [_lower(item) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {key: _keyword(key, value) for key, value in schema.items()}


def _keyword(key: str, value: Json) -> Json:
    if key == "type" and isinstance(value, str):
        return value.lower()
    if key in _NAMED and isinstance(value, Mapping):
        return {name: _lower(item) for name, item in value.items()}
    return value if key in ("enum", "const", "default", "example", "examples") else _lower(value)
