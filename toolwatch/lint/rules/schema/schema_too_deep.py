"""The input schema is nested very deeply."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Json, Tool


def nested(levels: int) -> dict[str, Json]:
    """An object in an object, ``levels`` times."""
    schema: dict[str, Json] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def level(node: Node) -> int:
    """How many values lie around a node's; branches of the same value do not count."""
    count = 0
    place: Node | None = node
    while place is not None:
        count += place.via in ("properties", "items", "prefixItems", "additionalProperties", "patternProperties")
        place = place.parent
    return count


class SchemaTooDeep(ToolRule):
    """The input schema is nested very deeply.

    Models lose track of which brace closes what, and providers cut off or refuse: OpenAI's strict mode counts ten
    levels. Flatten the arguments, or split the tool.

    Source: OpenAI structured outputs, limits; depths of real servers.
    """

    code = "TW1000"
    severity = Severity.WARNING
    most: int = 10
    bad = Tool.of("set", "Set.", {"type": "object", "properties": {"a": nested(12)}})
    good = Tool.of(
        "set_option",
        "Set one option of the shop and return its old value.",
        {"type": "object", "properties": {"option": {"type": "string", "description": "Option, such as tax.rate."}}},
    )
    near_miss = Tool.of("set", "Set.", {"type": "object", "properties": {"a": nested(6)}})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if all(node.depth <= self.most for node in view.nodes):
            return
        deepest = max((node for node in view.nodes if node.side == "input"), key=level, default=None)
        if deepest is not None and level(deepest) > self.most:
            yield Spot(deepest.path, f"arguments are nested {level(deepest)} levels deep, more than {self.most}")
