"""The function declarations of Gemini and Vertex AI."""

from collections.abc import Iterator
from typing import Any

from toolwatch.model.tool import Json
from toolwatch.sources.definition import NO_ARGUMENTS, Definitions, Format, carried, listed, renamed

_KEYS = ("functionDeclarations", "function_declarations")
_NAMES = {
    "parameters": "inputSchema",
    "parametersJsonSchema": "inputSchema",
    "parameters_json_schema": "inputSchema",
    "response": "outputSchema",
    "responseJsonSchema": "outputSchema",
    "response_json_schema": "outputSchema",
}
_BACK = {"inputSchema": "parametersJsonSchema", "outputSchema": "responseJsonSchema"}


class Gemini(Format):
    """``functionDeclarations`` whose ``parameters`` are of Gemini's own dialect, or JSON Schema beside it."""

    name = "gemini"
    rank = 10
    carries = frozenset(("name", "description", "inputSchema", "outputSchema", "behavior"))

    @classmethod
    def recognises(cls, document: Json) -> bool:
        """Any entry with function declarations."""
        return any(isinstance(entry, dict) and any(key in entry for key in _KEYS) for entry in listed(document))

    def read(self, document: Json) -> Definitions:
        """Each declaration as a tool; Gemini's upper-case type names become those of JSON Schema."""
        return Definitions(tuple(_tool(declaration) for declaration in _declarations(document)))

    def write(self, definitions: Definitions) -> Json:
        """One tool object with every declaration, its schemas as JSON Schema."""
        return [{_KEYS[0]: [renamed(carried(tool, self.carries), _BACK) for tool in definitions.tools]}]


def _declarations(document: Json) -> Iterator[Json]:
    for entry in listed(document):
        for key in _KEYS:
            if isinstance(entry, dict) and isinstance(entry.get(key), list):
                yield from entry[key]


def _tool(declaration: Json) -> Json:
    if not isinstance(declaration, dict):
        return declaration
    own = {key: _plain(value) if key in ("parameters", "response") else value for key, value in declaration.items()}
    return {"inputSchema": dict(NO_ARGUMENTS), **renamed(own, _NAMES)}


def _plain(schema: Json) -> Json:
    """A schema of Gemini's dialect in JSON Schema's spelling: only the type names differ."""
    if isinstance(schema, list):
        return [_plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    plain: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):
            plain[key] = {name: _plain(child) for name, child in value.items()}
        elif key == "type" and isinstance(value, str):
            plain[key] = value.lower()
        else:
            plain[key] = value if key in ("enum", "default", "example", "required") else _plain(value)
    return plain
