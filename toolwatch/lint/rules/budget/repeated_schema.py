"""The same large subschema stands in a tool several times."""

import json
from collections.abc import Iterator, Mapping

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Json, Tool

ADDRESS: Json = {
    "type": "object",
    "properties": {
        part: {"type": "string", "description": f"The {part} of the place as it is written on a parcel's label."}
        for part in ("name", "street", "number", "postcode", "town", "country")
    },
}


def _inside(node: Node, found: Mapping[str, list[Node]]) -> bool:
    """Whether an ancestor repeats already: then the copy below it is no news."""
    above: set[int] = set()
    place = node.parent
    while place is not None:
        above.add(id(place.schema))
        place = place.parent
    return any(id(one.schema) in above for nodes in found.values() if len(nodes) > 1 for one in nodes)


class RepeatedSchema(ToolRule):
    """The same large subschema stands in a tool several times.

    Each copy is paid for on every request. Where your clients take `$ref`, define it once under `$defs`; else ask
    whether each place needs all of it.

    Source: JSON Schema 2020-12 core, section 8.2.4 (`$defs`); sizes of real servers.
    """

    code = "TW260"
    severity = Severity.INFO
    keywords = frozenset(("properties",))
    size: int = 600
    times: int = 3
    bad = Tool.of("move", "Move.", {"type": "object", "properties": {key: ADDRESS for key in ("from", "to", "via")}})
    good = Tool.of("set_option", "Set one option of the shop and return its old value.")
    near_miss = Tool.of("move", "Move.", {"type": "object", "properties": {"from": ADDRESS, "to": ADDRESS}})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if len(view.nodes) < 6:
            return
        objects = [
            node
            for node in view.by_keyword.get("properties", ())
            if node.side == "input" and node.depth and isinstance(node.schema["properties"], dict)
        ]
        found: dict[str, list[Node]] = {}
        for node in objects if len(objects) >= self.times else ():
            text = json.dumps(node.schema, sort_keys=True, separators=(",", ":"))
            if len(text) >= self.size and not _inside(node, found):
                found.setdefault(text, []).append(node)
        for text, nodes in found.items():
            if len(nodes) >= self.times:
                yield Spot(
                    nodes[0].path,
                    f"{label(nodes[0])} stands in the tool {len(nodes)} times, {len(text)} characters each",
                    text,
                )
