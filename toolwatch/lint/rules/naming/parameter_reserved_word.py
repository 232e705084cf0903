"""A parameter's name is a reserved word."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.schema import label
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

RESERVED = frozenset(
    (
        "class",
        "def",
        "import",
        "lambda",
        "pass",
        "raise",
        "return",
        "yield",
        "self",
        "kwargs",
        "args",
        "function",
        "var",
        "const",
        "let",
        "new",
        "delete",
        "typeof",
        "void",
        "this",
        "async",
        "await",
        "None",
        "True",
        "False",
        "null",
    )
)


class ParameterReservedWord(ToolRule):
    """A parameter's name is a reserved word.

    Client code that is generated from the list cannot use `class`, `from` or `import` as an argument, so it
    renames or drops the parameter. Some wrappers fail on `self` and `kwargs`. Choose another word.

    Source: agent-friend checks it too.
    """

    code = "TW168"
    severity = Severity.INFO
    recommended = False
    parts = frozenset(word.lower() for word in RESERVED)
    bad = Tool.of("enrol", "Enrol.", {"type": "object", "properties": {"class": {"type": "string"}}})
    good = Tool.of(
        "enrol_student",
        "Put one student into one course.",
        {"type": "object", "properties": {"course": {"type": "string", "description": "Course number, such as 7B."}}},
    )
    near_miss = Tool.of("enrol", "Enrol.", {"type": "object", "properties": {"class_name": {"type": "string"}}})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.inputs:
            if node.name in RESERVED:
                yield Spot(node.path, f"the parameter {label(node)} is a reserved word in client languages")
