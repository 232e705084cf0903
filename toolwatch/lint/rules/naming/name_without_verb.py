"""The tool's name is a thing, not an action."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

THINGS = frozenset(
    (
        "invoice",
        "order",
        "user",
        "customer",
        "account",
        "file",
        "page",
        "document",
        "message",
        "ticket",
        "issue",
        "project",
        "repository",
        "table",
        "record",
        "event",
        "product",
        "payment",
        "image",
        "video",
        "weather",
        "time",
        "date",
        "database",
        "schema",
        "config",
        "settings",
        "status",
        "history",
        "report",
        "profile",
        "session",
        "contact",
        "email",
        "folder",
    )
)


class NameWithoutVerb(ToolRule):
    """The tool's name is a thing, not an action.

    `invoice` may read, write, send or delete one. A model that cannot tell from the name relies on the
    description alone. Start with a verb.

    Source: mcpolish checks it too.
    """

    code = "TW179"
    severity = Severity.INFO
    recommended = False
    bad = Tool.of("invoice", "Makes an invoice for one order.")
    good = Tool.of("create_invoice", "Make the invoice for one order and return its number.")
    near_miss = Tool.of("invoice_create", "Make an invoice.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        parts = parts_of(tool.name)
        if len(parts) == 1 and parts[0] in THINGS:
            yield Spot("/name", f"the name {quote(tool.name, 60)} is a thing; start with what is done to it")
