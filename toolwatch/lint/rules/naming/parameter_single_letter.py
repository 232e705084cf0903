"""A parameter's name is one letter."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.schema import label
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class ParameterSingleLetter(ToolRule):
    """A parameter's name is one letter.

    A model fills in arguments by their names first. `q` and `n` are guessed, `d` and `t` are not, least of all
    where two of them stand together. Write the word. (Coordinates and a described `q` are understood.)

    Source: agent-friend checks it too.
    """

    code = "TW167"
    severity = Severity.WARNING
    bad = Tool.of("book", "Book.", {"type": "object", "properties": {"d": {"type": "string"}}})
    good = Tool.of(
        "book_table",
        "Book one table and return the booking's number.",
        {"type": "object", "properties": {"day": {"type": "string", "description": "Day, such as 2026-03-31."}}},
    )
    near_miss = Tool.of(
        "go", "Go.", {"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}}}
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.inputs:
            if len(node.name) != 1 or node.name in "xyzXYZ":
                continue
            if len(str(node.schema.get("description", ""))) < 12:
                yield Spot(
                    node.path, f"the parameter {label(node)} is one letter without a description; write the word"
                )
