"""The description is indented like source code."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class IndentedDescription(ToolRule):
    """The description is indented like source code.

    It is a docstring passed on as it stands: the spaces before every line are paid for on every request, and its
    digest changes with the Python version (3.13 takes the indentation away, 3.12 does not). Clean it with
    `inspect.cleandoc`; `toolwatch lint --fix` does it in definition files.

    Source: 278 descriptions of real servers; Python 3.13 release notes.
    """

    code = "TW258"
    severity = Severity.INFO
    bad = Tool.of(
        "count_visits",
        "Count visits.\n\n        The count is that of yesterday.\n        Robots are left out.\n        ",
    )
    good = Tool.of("count_visits", "Count visits.\n\nThe count is that of yesterday.\nRobots are left out.")
    near_miss = Tool.of("count_visits", "Count visits.\n\nExample:\n    count_visits()\n\nRobots are left out.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        rest = [line for line in tool.description.split("\n")[1:] if line.strip()]
        wasted = sum(len(line) - len(line.lstrip(" \t")) for line in rest)
        if len(rest) > 1 and all(line[0] in " \t" for line in rest):
            yield Spot(
                "/description", f"all {len(rest)} lines behind the first are indented, {wasted} characters of nothing"
            )
