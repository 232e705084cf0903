"""A tool that makes something new on each call has `idempotentHint: true`."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.effects import verb
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_ANEW = vocabulary("create insert append send post publish submit invite")
_HARMLESS = re.compile(
    r"\b(?:exist\w*|ensure\w*|upsert|idempoten\w+|already|if not|unless|duplicates?|update|no effect|same|key)\b"
    r"|_or_|apply",
    re.IGNORECASE,
)


class RepeatableContradicted(ToolRule):
    """A tool that makes something new on each call has `idempotentHint: true`.

    Clients repeat such a call after a timeout, on the promise that the second changes nothing: two invoices, two mails.
    Set it to false, or say in the text what makes the second call harmless (a key, a check for what exists).

    Source: MCP schema, ToolAnnotations.
    """

    code = "TW247"
    severity = Severity.WARNING
    fields = frozenset({"idempotentHint"})
    bad = Tool.of("send_invoice", "Send one invoice by mail.", annotations={"idempotentHint": True})
    good = Tool.of(
        "send_invoice", "Send one invoice by mail, return its number.", annotations={"idempotentHint": False}
    )
    near_miss = Tool.of(
        "create_folder", "Create a folder, or ensure that it exists.", annotations={"idempotentHint": True}
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        claimed = tool.annotations.get("idempotentHint") is True and not tool.hint("readOnlyHint")
        if claimed and verb(tool) in _ANEW and not _HARMLESS.search(f"{tool.name} {tool.description[:20_000]}"):
            yield Spot(
                "/annotations/idempotentHint", f"is true, but {quote(verb(tool))} does more on every call; mend one"
            )
