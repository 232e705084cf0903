"""A parameter's name is plural and it takes one value."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.schema import label, types
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

PLURALS = frozenset(
    (
        "names",
        "ids",
        "files",
        "paths",
        "users",
        "items",
        "tags",
        "labels",
        "urls",
        "emails",
        "keys",
        "values",
        "fields",
        "columns",
        "tables",
        "messages",
        "documents",
        "recipients",
        "numbers",
        "dates",
        "categories",
        "images",
        "queries",
        "orders",
        "tickets",
        "records",
        "rows",
        "pages",
        "links",
        "attendees",
        "members",
        "groups",
        "teams",
        "projects",
    )
)
_SEVERAL = re.compile(
    r"comma|separat|delimit|semicolon|list of|json|array|multiple|several|one or more|each|lines?\b|csv|space|pattern"
    r"|glob|,\s?\S{1,40},|\|",
    re.IGNORECASE,
)


class PluralParameterNotList(ToolRule):
    """A parameter's name is plural and it takes one value.

    Models send a list where the name is plural and are refused, or put several values into one text with a
    separator of their own. Write the singular, or take a list; where the text holds several, say how they are
    separated.

    Source: agent-friend checks it too.
    """

    code = "TW170"
    severity = Severity.WARNING
    parts = PLURALS
    bad = Tool.of(
        "book", "Book.", {"type": "object", "properties": {"guest_names": {"type": "string", "description": "Who."}}}
    )
    good = Tool.of(
        "book_table",
        "Book one table and return the booking's number.",
        {
            "type": "object",
            "properties": {
                "guest_names": {"type": "array", "description": "Names of the guests.", "items": {"type": "string"}}
            },
        },
    )
    near_miss = Tool.of(
        "book",
        "Book.",
        {
            "type": "object",
            "properties": {
                "guest_names": {"type": "string", "description": "Names, separated by commas."},
                "status": {"type": "string"},
                "address": {"type": "string"},
            },
        },
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.inputs:
            if types(node.schema) != ("string",) or "enum" in node.schema or "format" in node.schema:
                continue
            parts = parts_of(node.name)
            if parts and parts[-1] in PLURALS and not _SEVERAL.search(str(node.schema.get("description", ""))[:2000]):
                yield Spot(node.path, f"the parameter {label(node)} sounds like a list and takes one text")
