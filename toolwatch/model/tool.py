"""A tool as a server sent it, and lenient ways to read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

Json = Any
"""A JSON value: None, bool, int, float, str, list or dict."""

Schema = Mapping[str, Any] | bool
"""A JSON Schema: an object or a boolean."""

_SCHEMA = (dict, bool)

HINT_DEFAULTS = {
    "readOnlyHint": False,
    "destructiveHint": True,
    "idempotentHint": False,
    "openWorldHint": True,
}
"""What a client must assume of a hint that is absent (MCP schema, ToolAnnotations)."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool definition, kept whole: ``raw`` is what came over the wire, unknown and broken fields included.

    The properties never raise: a field that is missing or of a wrong type reads as empty, and the linter says so.
    """

    raw: Mapping[str, Any]

    @classmethod
    def of(
        cls,
        name: str,
        description: str | None = None,
        input_schema: Json = None,
        **fields: Json,
    ) -> Self:
        """Write a tool by hand, for rules and tests; ``fields`` are wire names such as ``outputSchema``."""
        raw: dict[str, Any] = {"name": name}
        if description is not None:
            raw["description"] = description
        raw["inputSchema"] = {"type": "object", "properties": {}} if input_schema is None else input_schema
        return cls(raw | fields)

    @property
    def name(self) -> str:
        """The programmatic name, or an empty string."""
        return self._text("name")

    @property
    def title(self) -> str:
        """The display title: the tool's own, else the one among its annotations, else an empty string."""
        own = self._text("title")
        other = self.annotations.get("title")
        return own or (other if isinstance(other, str) else "")

    @property
    def description(self) -> str:
        """The description, or an empty string."""
        return self._text("description")

    @property
    def input_schema(self) -> Schema:
        """The input schema; an empty object where there is none or it is no schema."""
        schema = self.raw.get("inputSchema")
        return schema if isinstance(schema, _SCHEMA) else {}

    @property
    def output_schema(self) -> Schema | None:
        """The output schema, or None where the tool declares none or it is no schema."""
        schema = self.raw.get("outputSchema")
        return schema if isinstance(schema, _SCHEMA) else None

    @property
    def annotations(self) -> Mapping[str, Any]:
        """The annotations as sent, or an empty object."""
        return self._object("annotations")

    @property
    def meta(self) -> Mapping[str, Any]:
        """The ``_meta`` object, or an empty one."""
        return self._object("_meta")

    @property
    def parameters(self) -> Mapping[str, Json]:
        """The top-level properties of the input schema by name, or an empty object."""
        schema = self.input_schema
        properties = schema.get("properties") if isinstance(schema, dict) else None
        return properties if isinstance(properties, dict) else {}

    @property
    def required(self) -> tuple[str, ...]:
        """The names in the input schema's ``required``."""
        schema = self.input_schema
        names = schema.get("required") if isinstance(schema, dict) else None
        return tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()

    def hint(self, name: str) -> bool:
        """Whether an annotation hint holds, with the protocol's default where it is absent or no boolean."""
        value = self.annotations.get(name)
        return value if isinstance(value, bool) else HINT_DEFAULTS[name]

    def _text(self, field: str) -> str:
        value = self.raw.get(field)
        return value if isinstance(value, str) else ""

    def _object(self, field: str) -> Mapping[str, Any]:
        value = self.raw.get(field)
        return value if isinstance(value, dict) else {}
