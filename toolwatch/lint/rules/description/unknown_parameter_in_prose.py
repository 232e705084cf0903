"""A description documents a parameter that the schema does not have."""

from collections.abc import Iterator
from difflib import get_close_matches

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.claimed import properties
from toolwatch.lint.docstring import entries, is_label
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


def _tool(parameter: str) -> Tool:
    text = f"Move a file.\n\nArgs:\n    {parameter}: Path of the file to move.\n    target: New path.\n"
    schema = {"type": "object", "properties": {"source": {"type": "string"}, "target": {"type": "string"}}}
    return Tool.of("move_file", text, schema)


class UnknownParameterInProse(ToolRule):
    """The text documents a parameter that is not in the input schema, most often one that was renamed since.

    A model that reads the list sends the old name: the server refuses the call, or drops the argument in silence and
    answers something else. Document the name that the schema has, or remove the entry.

    Source: peers' rules (agentgauge); seen on elevenlabs-mcp.
    """

    code = "TW145"
    severity = Severity.WARNING
    bad = _tool("src")
    good = _tool("source")
    near_miss = Tool.of(
        "move_file",
        "Move a file.\n\nNotes:\n    src: no parameter, a word of this text\n",
        {"type": "object", "properties": {"source": {"type": "string"}}},
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        documented = entries(tool.description)
        if not documented or not isinstance(tool.input_schema, dict):
            return
        known = {node.name for node in view.nodes if node.name and node.side == "input"}
        if not properties(tool.input_schema) and tool.input_schema.get("additionalProperties") is not False:
            known |= {"kwargs"}
        said = {entry.name for entry in documented}
        for entry in documented:
            if entry.name not in known and entry.name not in _CONTEXT and not is_label(entry.name, known):
                near = get_close_matches(entry.name, sorted(known - said), 1, 0.4)
                hint = f"; did it become {quote(near[0])}?" if near else "; the schema has no such parameter"
                yield Spot("/description", f"documents the parameter {quote(entry.name)}{hint}", entry.name)


_CONTEXT = {
    "ctx",
    "context",
    "self",
    "cls",
    "kwargs",
    "args",
    "none",
    "None",
    "no",
    "note",
    "Note",
    "example",
    "Example",
}
"""What docstrings document that no caller sends."""
