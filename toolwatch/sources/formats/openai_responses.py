"""The tools of OpenAI's Responses interface."""

from toolwatch.model.tool import Json
from toolwatch.sources.definition import NO_ARGUMENTS, Definitions, Format, carried, listed, renamed


class OpenAiResponses(Format):
    """Flat objects of type ``function`` with ``name`` and ``parameters``."""

    name = "openai-responses"
    rank = 20
    carries = frozenset(("name", "description", "inputSchema", "strict"))

    @classmethod
    def recognises(cls, document: Json) -> bool:
        """Any entry of type ``function`` that has its name beside it."""
        return any(_is_function(entry) for entry in listed(document))

    def read(self, document: Json) -> Definitions:
        """Each function as a tool; hosted tools have no definition and are kept as they are."""
        return Definitions(tuple(_tool(entry) if _is_function(entry) else entry for entry in listed(document)))

    def write(self, definitions: Definitions) -> Json:
        """An array of flat function tools."""
        return [
            {"type": "function", **renamed(carried(tool, self.carries), {"inputSchema": "parameters"})}
            for tool in definitions.tools
        ]


def _is_function(entry: Json) -> bool:
    return isinstance(entry, dict) and entry.get("type") == "function" and isinstance(entry.get("name"), str)


def _tool(entry: dict[str, Json]) -> Json:
    fields = {key: value for key, value in entry.items() if key != "type"}
    return {"inputSchema": dict(NO_ARGUMENTS), **renamed(fields, {"parameters": "inputSchema"})}
