"""A parameter takes a command or code, and nothing limits it."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.domain import Domain, domain
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary, words

_NAMES = vocabulary("command cmd shell script code exec bash powershell eval javascript python")


_ARGUMENTS = frozenset({"parameters", "intent", "learn"})
"""What stands beside the name of a subcommand in a tool that passes calls on."""


def _tool(**more: object) -> Tool:
    schema = {"type": "object", "properties": {"command": {"type": "string", "description": "What to run", **more}}}
    return Tool.of("maintain", "Run a maintenance job and return its output.", schema)


class UnconstrainedCommand(ToolRule):
    """A parameter takes a shell command or program text of any kind.

    Whoever can put words before the model (a page, an issue, another tool) can then run them. Offer an `enum` of
    jobs, or single parameters for what may vary. Where free code is the purpose, say so with
    `destructiveHint: true`, so that clients ask; the finding is then only a note.

    Source: OWASP LLM06; peers' rules (mcp-tool-card-linter, mcp-toolguard).
    """

    code = "TW229"
    severity = Severity.WARNING
    parts = _NAMES
    bad = _tool()
    good = _tool(enum=["vacuum", "reindex"])
    near_miss = Tool.of(
        "convert_text",
        "Convert a text between languages and return it.",
        {"type": "object", "properties": {"language_code": {"type": "string", "description": "ISO 639 code"}}},
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.inputs:
            parts = words(node.name)
            if not parts or parts[-1] not in _NAMES or not _is_code(parts, str(node.schema.get("description", ""))):
                continue
            if parts[-1] in ("command", "cmd") and not _ARGUMENTS.isdisjoint(tool.parameters):
                continue
            if _free(domain(node.schema, tool.input_schema)):
                declared = tool.annotations.get("destructiveHint") is True
                message = (
                    f"{named(node.name)}: takes any command or code; offer an enum, or declare destructiveHint: true"
                )
                yield Spot(node.path, message, node.name, severity=Severity.INFO if declared else None)


def _is_code(parts: list[str], text: str) -> bool:
    """``country_code`` and ``code: ISO 4217`` are no program text."""
    if parts[-1] != "code":
        return True
    said = set(words(text[:400]))
    return len(parts) == 1 and not said.isdisjoint(
        {"run", "execute", "javascript", "python", "script", "evaluate", "snippet"}
    )


def _free(place: Domain) -> bool:
    return "string" in place.types and place.values is None and not place.pattern
