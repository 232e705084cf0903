"""A parameter has no description."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.docstring import entries
from toolwatch.lint.domain import resolve
from toolwatch.lint.view import Node, ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Json, Tool


def _tool(**text: str) -> Tool:
    schema = {"type": "object", "properties": {"ref": {"type": "string", **text}}}
    return Tool.of("track_parcel", "Return where a parcel is.", schema)


def undescribed(node: Node, root: Json) -> bool:
    """Whether neither the node nor what it refers to is described, and more than one value is allowed."""
    values = node.schema.get("enum")
    if "const" in node.schema or (isinstance(values, list) and len(values) == 1):
        return False
    text = node.schema.get("description")
    if text is None and "$ref" in node.schema:
        text = resolve(node.schema, root).get("description")
    return not (isinstance(text, str) and text.strip())


class ParameterWithoutDescription(ToolRule):
    """A top-level parameter has no description, and the tool's own text does not document it either.

    The name is then all that a model has: it guesses the format, the unit and what an omitted value means. One
    sentence with an example of a value is enough.

    Source: peers' rules; 17% of the parameters of real servers.
    """

    code = "TW139"
    severity = Severity.WARNING
    keywords = frozenset({"properties"})
    bad = _tool()
    good = _tool(description="Number on the parcel's label, such as 'DE-4711'")
    near_miss = Tool.of(
        "track_parcel",
        "Return where a parcel is.\n\nArgs:\n    ref: Number on the parcel's label\n",
        {"type": "object", "properties": {"ref": {"type": "string"}}},
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        bare = [node for node in view.inputs if undescribed(node, tool.input_schema)]
        if not bare:
            return
        documented = {entry.name for entry in entries(tool.description)}
        for node in bare:
            if node.name not in documented and f"`{node.name}`" not in tool.description:
                yield Spot(
                    node.path, f"{named(node.name)}: has no description; say what it is, with an example", node.name
                )
