"""The tools of Anthropic's messages interface."""

from toolwatch.model.tool import Json
from toolwatch.sources.definition import Definitions, Format, carried, listed, renamed


class Anthropic(Format):
    """Objects with ``input_schema``."""

    name = "anthropic"
    rank = 10
    carries = frozenset(("name", "description", "inputSchema", "strict", "type", "cache_control", "input_examples"))

    @classmethod
    def recognises(cls, document: Json) -> bool:
        """Any entry with ``input_schema``."""
        return any(isinstance(entry, dict) and "input_schema" in entry for entry in listed(document))

    def read(self, document: Json) -> Definitions:
        """Each entry as a tool, its other fields as they are."""
        return Definitions(tuple(renamed(entry, {"input_schema": "inputSchema"}) for entry in listed(document)))

    def write(self, definitions: Definitions) -> Json:
        """An array of tools."""
        return [renamed(carried(tool, self.carries), {"inputSchema": "input_schema"}) for tool in definitions.tools]
