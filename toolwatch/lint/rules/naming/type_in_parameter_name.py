"""A parameter's name repeats its type."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.schema import label, types
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

WORDS = {
    "str": "string",
    "string": "string",
    "int": "integer",
    "integer": "integer",
    "bool": "boolean",
    "boolean": "boolean",
    "float": "number",
    "arr": "array",
    "array": "array",
    "dict": "object",
    "obj": "object",
    "object": "object",
}
PROPER = frozenset(
    ("connection", "query", "search", "format", "json", "base64", "template", "old", "new", "match", "cron")
)
"""Words that make a proper term together with the type's."""


class TypeInParameterName(ToolRule):
    """A parameter's name repeats its type.

    `name_string` or `id_list` costs tokens and, once the type changes, contradicts the schema, which is worse.
    Leave the type to `type`.

    Source: agent-friend checks it too.
    """

    code = "TW169"
    severity = Severity.INFO
    parts = frozenset(WORDS)
    bad = Tool.of("find", "Find.", {"type": "object", "properties": {"name_string": {"type": "string"}}})
    good = Tool.of(
        "find_guest",
        "Find one guest by name.",
        {"type": "object", "properties": {"name": {"type": "string", "description": "Family name of the guest."}}},
    )
    near_miss = Tool.of("find", "Find.", {"type": "object", "properties": {"connection_string": {"type": "string"}}})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.inputs:
            parts = parts_of(node.name)
            if (
                len(parts) > 1
                and parts[-1] in WORDS
                and WORDS[parts[-1]] in types(node.schema)
                and parts[-2] not in PROPER
            ):
                yield Spot(node.path, f"the parameter {label(node)} repeats its type; leave that to the schema")
