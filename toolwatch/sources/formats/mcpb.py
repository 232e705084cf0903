"""The manifest of an MCP bundle (``.mcpb``, formerly ``.dxt``)."""

from typing import Any

from toolwatch.model.tool import Json
from toolwatch.sources.definition import Definitions, Format

_VERSIONS = ("manifest_version", "dxt_version")
_WINDOWS = "com.microsoft.windows"
_NAMES_ONLY = "an MCPB manifest names and describes its tools, but holds no schemas"
_GENERATED = "the manifest says that the server makes further tools when it runs (tools_generated)"


class Mcpb(Format):
    """A bundle's manifest: tools by name and description, or whole where a host's extension holds the answer."""

    name = "mcpb"
    rank = 5

    @classmethod
    def recognises(cls, document: Json) -> bool:
        """An object with a manifest version and a server."""
        return isinstance(document, dict) and any(key in document for key in _VERSIONS) and "name" in document

    def read(self, document: Json) -> Definitions:
        """The recorded answer where there is one; else what the manifest lists, which is partial."""
        whole = _recorded(document)
        reasons = [*([] if whole is not None else [_NAMES_ONLY]), *_generated(document)]
        tools = whole if whole is not None else document.get("tools")
        info = {key: document[key] for key in ("name", "version") if isinstance(document.get(key), str)}
        title = document.get("display_name")
        return Definitions(
            tuple(tools) if isinstance(tools, list) else (),
            prompts=tuple(document["prompts"]) if isinstance(document.get("prompts"), list) else (),
            server_info=info | ({"title": title} if isinstance(title, str) else {}),
            partial="; ".join(reasons),
        )

    def write(self, definitions: Definitions) -> Json:
        """A manifest's tool fields, with the whole definitions where hosts look for them."""
        info = definitions.server_info
        tools: list[Any] = [tool for tool in definitions.tools if isinstance(tool, dict)]
        short = [{key: tool[key] for key in ("name", "description") if key in tool} for tool in tools]
        return {
            "manifest_version": "0.3",
            "name": info.get("name", "server"),
            "version": info.get("version", "0.0.0"),
            "tools": short,
            "_meta": {_WINDOWS: {"static_responses": {"tools/list": {"tools": list(definitions.tools)}}}},
        }


def _recorded(document: dict[str, Any]) -> Json:
    found: Json = document
    for key in ("_meta", _WINDOWS, "static_responses", "tools/list"):
        found = found.get(key) if isinstance(found, dict) else None
    tools = found.get("tools") if isinstance(found, dict) else found
    return tools if isinstance(tools, list) else None


def _generated(document: dict[str, Any]) -> list[str]:
    return [_GENERATED] if document.get("tools_generated") is True else []
