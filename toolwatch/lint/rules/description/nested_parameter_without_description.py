"""A field inside an object parameter has no description."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.rules.description.parameter_without_description import undescribed
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


def _tool(**text: str) -> Tool:
    field = {"type": "string", **text}
    address = {"type": "object", "description": "Where the parcel goes", "properties": {"region": field}}
    return Tool.of("ship", "Ship a parcel, return its label.", {"type": "object", "properties": {"to": address}})


class NestedParameterWithoutDescription(ToolRule):
    """A field of an object parameter has no description, and the object's own text does not name it.

    Models fill nested objects worst of all: they leave fields out and invent others. Describe each field where it is
    declared, or name it in the description of the object around it.

    Source: peers' rules (agent-friend).
    """

    code = "TW140"
    severity = Severity.INFO
    keywords = frozenset({"properties"})
    bad = _tool()
    good = _tool(description="State or province, in two letters")
    near_miss = Tool.of(
        "ship",
        "Ship a parcel, return its label.",
        {
            "type": "object",
            "properties": {
                "to": {
                    "type": "object",
                    "description": "Where it goes; region is the state in two letters",
                    "properties": {"region": {"type": "string"}},
                }
            },
        },
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.nodes:
            if node.name and node.depth > 1 and node.side == "input" and undescribed(node, tool.input_schema):
                around = str(node.parent.schema.get("description", "")) if node.parent else ""
                if node.name not in around:
                    yield Spot(
                        node.path, f"{named(node.name)}: has no description, nor does the object around it name it"
                    )
