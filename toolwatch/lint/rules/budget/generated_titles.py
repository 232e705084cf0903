"""The schema repeats every parameter's name as its title."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class GeneratedTitles(ToolRule):
    """The schema repeats every parameter's name as its title.

    Schema libraries write `"title": "Order Id"` beside `order_id`. It says nothing new and is paid for on every
    request. Take it out when the schema is made (pydantic: a custom `GenerateJsonSchema`).

    Source: sizes of real servers; between two releases mcp-server-git changed twelve such titles.
    """

    code = "TW264"
    severity = Severity.INFO
    recommended = False
    keywords = frozenset(("title",))
    bad = Tool.of(
        "send",
        "Send.",
        {
            "type": "object",
            "properties": {
                "order_id": {"type": "string", "title": "Order Id"},
                "to": {"type": "string", "title": "To"},
                "by": {"type": "string", "title": "By"},
            },
        },
    )
    good = Tool.of("set_option", "Set one option of the shop and return its old value.")
    near_miss = Tool.of(
        "send", "Send.", {"type": "object", "properties": {"id": {"type": "string", "title": "Number on the parcel"}}}
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        same_title = [
            node
            for node in view.by_keyword.get("title", ())
            if node.name
            and isinstance(node.schema["title"], str)
            and parts_of(node.schema["title"]) == parts_of(node.name)
        ]
        if len(same_title) > 2:
            yield Spot(f"{same_title[0].path}/title", f"{len(same_title)} titles repeat the parameter's name")
