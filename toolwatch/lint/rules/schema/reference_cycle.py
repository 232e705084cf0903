"""A chain of `$ref` comes back to itself without describing anything."""

from collections.abc import Iterator, Mapping

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import label, resolve, root
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Json, Tool


class ReferenceCycle(NodeRule):
    """A chain of `$ref` comes back to itself without describing anything.

    Following the references never reaches a type: validators recurse until they fail, and whatever inlines
    references hangs or gives up. (A tree that contains itself through a property is another matter, and legal.)
    Point the reference at a real definition.

    Source: JSON Schema 2020-12 core, section 9.4.1.
    """

    code = "TW111"
    severity = Severity.ERROR
    keywords = frozenset(("$ref",))
    bad = Tool.of(
        "ship",
        "Ship a parcel.",
        {
            "type": "object",
            "properties": {"to": {"$ref": "#/$defs/a"}},
            "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
        },
    )
    good = Tool.of(
        "store_folder",
        "Store a folder and everything below it.",
        {
            "type": "object",
            "properties": {"folder": {"$ref": "#/$defs/folder", "description": "The topmost folder."}},
            "$defs": {
                "folder": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string", "description": "The folder's own name."},
                        "folders": {
                            "type": "array",
                            "description": "The folders in it.",
                            "items": {"$ref": "#/$defs/folder"},
                        },
                    },
                }
            },
        },
    )
    near_miss = Tool.of(
        "ship",
        "Ship a parcel.",
        {
            "type": "object",
            "properties": {"to": {"$ref": "#/$defs/a"}, "from": {"$ref": "#/$defs/a"}},
            "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "string"}},
        },
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        start = root(node)
        seen: set[str] = set()
        place: Json = node.schema
        while isinstance(place, Mapping) and isinstance(place.get("$ref"), str) and place["$ref"].startswith("#"):
            reference = place["$ref"]
            if reference in seen:
                yield Spot(f"{node.path}/$ref", f"{label(node)} refers in a circle through {quote(reference)}")
                return
            seen.add(reference)
            _, place = resolve(start, reference)
