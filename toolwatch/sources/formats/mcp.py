"""MCP's own shape: a ``tools/list`` answer, its result, a recording of a server, or a bare array of tools."""

from typing import Any

from toolwatch.model.tool import Json
from toolwatch.sources.definition import Definitions, Format

_FIELDS = frozenset(("name", "title", "description", "outputSchema", "annotations", "icons", "execution", "_meta"))
_LISTS = ("prompts", "resources", "resourceTemplates")


class Mcp(Format):
    """Tools with ``inputSchema``, in an array, in ``tools`` or in ``result.tools``; what stands beside is kept."""

    name = "mcp"
    rank = 90

    @classmethod
    def recognises(cls, document: Json) -> bool:
        """An array of objects, or one behind ``tools``; a broken tool does not make it another format."""
        entries = _entries(_body(document))
        return isinstance(entries, list) and (not entries or any(_is_tool(entry) for entry in entries))

    def read(self, document: Json) -> Definitions:
        """Everything that MCP says of a server, where the document has it."""
        body = _body(document)
        if isinstance(body, list):
            return Definitions(tuple(body))
        prompts, resources, templates = (_array(body.get(key)) for key in _LISTS)
        return Definitions(
            tuple(_entries(body)),
            prompts=prompts,
            resources=resources,
            resource_templates=templates,
            instructions=_of(body, "instructions", str),
            server_info=_of(body, "serverInfo", dict) or {},
            protocol_version=_of(body, "protocolVersion", str),
            capabilities=_of(body, "capabilities", dict) or {},
        )

    def write(self, definitions: Definitions) -> Json:
        """An object with ``tools``, and beside it what else is known."""
        beside = {
            "protocolVersion": definitions.protocol_version,
            "serverInfo": dict(definitions.server_info),
            "instructions": definitions.instructions,
            "capabilities": dict(definitions.capabilities),
        }
        lists = dict(
            zip(_LISTS, (definitions.prompts, definitions.resources, definitions.resource_templates), strict=True)
        )
        return (
            {key: value for key, value in beside.items() if value}
            | {"tools": list(definitions.tools)}
            | {key: list(value) for key, value in lists.items() if value}
        )


def _body(document: Json) -> Json:
    if isinstance(document, dict) and isinstance(document.get("result"), dict):
        return document["result"]
    if isinstance(document, dict) and _is_tool(document):
        return [document]
    return document


def _entries(body: Json) -> Json:
    return body.get("tools") if isinstance(body, dict) else body


def _is_tool(entry: Json) -> bool:
    """Whether an entry is meant as a tool; without a schema only where it has no field that tools do not have."""
    if not isinstance(entry, dict):
        return False
    return "inputSchema" in entry or (isinstance(entry.get("name"), str) and set(entry) <= _FIELDS)


def _array(value: Json) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else ()


def _of(body: dict[str, Any], key: str, wanted: type[Any]) -> Any:
    value = body.get(key)
    return value if isinstance(value, wanted) else None
