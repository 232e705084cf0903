"""A true/false parameter says what not to do."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.schema import label, types
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class NegatedParameter(ToolRule):
    """A true/false parameter says what not to do.

    `no_cache: false` is a double negation, and models get those wrong more often than plain ones. Name the thing
    that is done (`use_cache`) and give it the default.

    Source: agent-friend checks vague booleans; plain writing advice.
    """

    code = "TW177"
    severity = Severity.INFO
    parts = frozenset(("no", "not", "dont", "disable", "without"))
    bad = Tool.of("load", "Load.", {"type": "object", "properties": {"disable_cache": {"type": "boolean"}}})
    good = Tool.of(
        "load_page",
        "Read one page of the shop's web site.",
        {"type": "object", "properties": {"use_cache": {"type": "boolean", "description": "Read a stored copy."}}},
    )
    near_miss = Tool.of(
        "load", "Load.", {"type": "object", "properties": {"no": {"type": "integer"}, "notify": {"type": "boolean"}}}
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.inputs:
            parts = parts_of(node.name)
            if len(parts) > 1 and parts[0] in self.parts and types(node.schema) == ("boolean",):
                yield Spot(node.path, f"the parameter {label(node)} says what not to do; name what is done")
