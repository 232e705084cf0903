"""The tool specifications of Amazon Bedrock's Converse interface."""

from typing import Any

from toolwatch.model.tool import Json
from toolwatch.sources.definition import Definitions, Format, carried, listed


class Bedrock(Format):
    """Objects with ``toolSpec``, whose schema sits under ``inputSchema.json``."""

    name = "bedrock"
    rank = 10
    carries = frozenset(("name", "description", "inputSchema", "strict"))

    @classmethod
    def recognises(cls, document: Json) -> bool:
        """Any entry with ``toolSpec``, also under ``toolConfig``."""
        return any(isinstance(entry, dict) and "toolSpec" in entry for entry in listed(_body(document)))

    def read(self, document: Json) -> Definitions:
        """Each specification as a tool; cache points say nothing of tools and are passed over."""
        entries = [entry for entry in listed(_body(document)) if not _is_cache_point(entry)]
        return Definitions(tuple(_tool(entry) for entry in entries))

    def write(self, definitions: Definitions) -> Json:
        """A tool configuration."""
        return {"tools": [{"toolSpec": _spec(carried(tool, self.carries))} for tool in definitions.tools]}


def _body(document: Json) -> Json:
    config = document.get("toolConfig") if isinstance(document, dict) else None
    return config if isinstance(config, dict) else document


def _is_cache_point(entry: Json) -> bool:
    return isinstance(entry, dict) and set(entry) == {"cachePoint"}


def _tool(entry: Json) -> Json:
    spec = entry.get("toolSpec") if isinstance(entry, dict) else None
    if not isinstance(spec, dict):
        return entry
    schema = spec.get("inputSchema")
    plain = schema["json"] if isinstance(schema, dict) and "json" in schema else schema
    return {key: plain if key == "inputSchema" else value for key, value in spec.items()}


def _spec(tool: dict[str, Any]) -> dict[str, Any]:
    return {key: {"json": value} if key == "inputSchema" else value for key, value in tool.items()}
