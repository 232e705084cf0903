"""A description calls a parameter optional that is required, or the reverse."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.claimed import claimed
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_WORDS = frozenset({"optional", "required", "mandatory"})
"""Words that a parameter may be called by: ``optional_attendees`` are guests that need not come."""


def _tool(text: str, *required: str) -> Tool:
    schema = {
        "type": "object",
        "properties": {"sheet": {"type": "string", "description": text}},
        "required": list(required),
    }
    return Tool.of("read_rows", "Return rows of one sheet.", schema)


class ProseRequiredConflict(ToolRule):
    """A description says optional and the schema says required, or the other way round.

    Where the text says optional, models leave the argument out and the call is refused. Where it says required and
    the schema does not, a model may omit what the server cannot do without. Make `required` say what is true. Texts
    that tie it to a condition (required for `update`) are left alone, and so is a required value that may be null.

    Source: peers' rules (agent-friend); JSON Schema 2020-12, `required`.
    """

    code = "TW149"
    severity = Severity.ERROR
    cues = vocabulary("optional optionally required mandatory omitted left given provided specified supplied")
    bad = _tool("Optional. Name of the sheet.", "sheet")
    good = _tool("Optional. Name of the sheet.")
    near_miss = _tool("Name of the sheet, required when no range is given.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for one in claimed(view):
            need = one.claims.need
            if need is None or need.value is one.node.required or not _WORDS.isdisjoint(parts_of(one.name)):
                continue
            said = quote(need.quote)
            if one.node.required and not one.domain.nullable:
                yield Spot(one.path, f"{named(one.name)}: text says {said}, the schema requires it", need.quote)
            elif not one.node.required:
                message = f"{named(one.name)}: text says {said}, the schema does not require it"
                yield Spot(one.path, message, need.quote, severity=Severity.WARNING)
