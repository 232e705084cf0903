"""`enum` lists very many values."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class EnumTooLarge(NodeRule):
    """`enum` lists very many values.

    The model reads all of them on every request, whether the tool is used or not, and picks less surely from a
    long list. Above some hundred values take free text and look the value up, or add a tool that searches them.

    Source: OpenAI structured outputs limit long enumerations; agent-friend checks it too.
    """

    code = "TW118"
    severity = Severity.INFO
    keywords = frozenset(("enum",))
    most: int = 100
    bad = Tool.of(
        "book", "Book.", {"type": "object", "properties": {"airport": {"enum": [f"A{n}" for n in range(300)]}}}
    )
    good = Tool.of(
        "book_flight",
        "Book one seat on one flight and return the booking's number.",
        {
            "type": "object",
            "properties": {"airport": {"type": "string", "description": "IATA code, as search_airports gives it."}},
        },
    )
    near_miss = Tool.of(
        "book", "Book.", {"type": "object", "properties": {"seat": {"enum": [f"A{n}" for n in range(60)]}}}
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        values = node.schema["enum"]
        if isinstance(values, list) and len(values) > self.most:
            yield Spot(
                f"{node.path}/enum",
                f"enum of {label(node)} lists {len(values)} values, more than {self.most}; every request carries them",
            )
