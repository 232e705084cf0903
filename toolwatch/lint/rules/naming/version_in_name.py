"""The tool's name carries a version or a state."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_VERSION = re.compile(
    r"(?:[_.-](?P<mark>[vV]\d{1,3}(?:[._]\d{1,3})?|old|legacy|deprecated|beta|alpha|final|temp|tmp))$"
)


class VersionInName(ToolRule):
    """The tool's name carries a version or a state.

    `search_v2` or `export_old` ages badly: beside it stands the old one, and a model has no way to know which to
    take, or that there is a difference. Rename the new tool after what it does differently, and retire the old
    one.

    Source: agent-friend checks it too.
    """

    code = "TW166"
    severity = Severity.WARNING
    bad = Tool.of("export_orders_v2", "Write all orders to a file.")
    good = Tool.of("export_orders", "Write the orders of one day to a file and return its name.")
    near_miss = Tool.of("browser_tab_new", "Open an empty tab.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        found = _VERSION.search(tool.name)
        if found and len(found.group()) < len(tool.name):
            yield Spot(
                "/name",
                f"the name {quote(tool.name, 60)} carries {quote(found.group('mark'), 20)}; say what differs instead",
            )
