"""The tools of OpenAI's chat completions, and the older ``functions``."""

from typing import Any

from toolwatch.model.tool import Json
from toolwatch.sources.definition import NO_ARGUMENTS, Definitions, Format, carried, listed, renamed


class OpenAiChat(Format):
    """Objects of type ``function`` with the definition under ``function``."""

    name = "openai-chat"
    rank = 10
    carries = frozenset(("name", "description", "inputSchema", "strict"))

    @classmethod
    def recognises(cls, document: Json) -> bool:
        """Any entry with a ``function`` object, or an object with ``functions``."""
        if isinstance(document, dict) and isinstance(document.get("functions"), list):
            return True
        return any(isinstance(entry, dict) and isinstance(entry.get("function"), dict) for entry in listed(document))

    def read(self, document: Json) -> Definitions:
        """Each function as a tool; what stands beside ``function`` is kept under the tool's own fields."""
        old_style = isinstance(document, dict) and isinstance(document.get("functions"), list)
        entries = document["functions"] if old_style else listed(document)
        return Definitions(tuple(_tool(entry) for entry in entries))

    def write(self, definitions: Definitions) -> Json:
        """An array of function tools."""
        return [
            {"type": "function", "function": renamed(carried(tool, self.carries), {"inputSchema": "parameters"})}
            for tool in definitions.tools
        ]


def _tool(entry: Json) -> Json:
    if not isinstance(entry, dict):
        return entry
    function = entry.get("function")
    if isinstance(function, dict):
        beside: dict[str, Any] = {key: value for key, value in entry.items() if key not in ("type", "function")}
        entry = {**function, **beside}
    elif "type" in entry and "parameters" not in entry:
        return entry
    return {"inputSchema": dict(NO_ARGUMENTS), **renamed(entry, {"parameters": "inputSchema"})}
