"""A parameter takes a file path, and nothing says which."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.domain import domain
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary, words

_NAMES = vocabulary("path paths file filepath filename filepaths directory dir folder")
_ON_DISK = re.compile(r"file|folder|director|disk|\blocal|\bsave", re.IGNORECASE)
_LIMITED = re.compile(
    r"\b(?:within|inside|below|under|relative|allowed|workspace|repository|repo|project|root|sandbox\w*|restricted"
    r"|only|must be"
    r"|registered|vault|bucket)\b",
    re.IGNORECASE,
)


def _tool(text: str) -> Tool:
    schema = {"type": "object", "properties": {"path": {"type": "string", "description": text}}}
    return Tool.of("attach", "Attach a document to a ticket and return its id.", schema)


class UnconstrainedPath(ToolRule):
    """A parameter takes any file path, and neither schema nor text names a folder that holds it.

    A model that is talked into `/etc/passwd` or `../../.ssh` finds no word against it, and a reader cannot tell whether
    the server checks. Say which folder paths are relative to and that others are refused, or add a `pattern`.

    Source: OWASP path traversal; peers' rules (mcp-tool-card-linter, mcp-toolguard).
    """

    code = "TW230"
    severity = Severity.INFO
    parts = _NAMES
    bad = _tool("File to attach")
    good = _tool("File to attach, relative to the upload folder")
    near_miss = Tool.of(
        "attach",
        "Attach a document to a ticket and return its id.",
        {"type": "object", "properties": {"file_id": {"type": "string", "description": "Number of the upload"}}},
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.inputs:
            parts = words(node.name)
            if not parts or parts[-1] not in _NAMES:
                continue
            if parts[-1] in ("path", "paths") and not _ON_DISK.search(
                f"{node.name} {node.schema.get('description', '')}"
            ):
                continue
            place = domain(node.schema, tool.input_schema)
            place = place.items or place
            said = f"{node.schema.get('description', '')} {tool.description[:4_000]}"
            if "string" in place.types and place.values is None and not place.pattern and not _LIMITED.search(said):
                yield Spot(
                    node.path,
                    f"{named(node.name)}: takes any path; say which folder holds it, or add a pattern",
                    node.name,
                )
