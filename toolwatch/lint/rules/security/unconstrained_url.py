"""A parameter takes an address, and nothing says which."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.domain import domain
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary, words

_NAMES = vocabulary("url urls uri uris endpoint webhook callback href link")
_LIMITED = re.compile(r"https?|\b(?:must|only|allowed|public|valid|domain|host|returned|from|of the)\b", re.IGNORECASE)


def _tool(text: str) -> Tool:
    schema = {"type": "object", "properties": {"url": {"type": "string", "description": text}}}
    return Tool.of("preview", "Return title and picture of a page.", schema)


class UnconstrainedUrl(ToolRule):
    """A parameter takes any address, and neither schema nor text limits it.

    The server then fetches what a stranger's text asked for: an address inside the network, a cloud's metadata, a host
    that collects what stands behind the question mark. Say which schemes and hosts are served, or add `format: uri`
    and a `pattern`.

    Source: OWASP server-side request forgery; peers' rules (mcp-tool-card-linter, mcp-toolguard).
    """

    code = "TW231"
    severity = Severity.INFO
    parts = _NAMES
    bad = _tool("Page to show")
    good = _tool("Page to show; only https on public hosts")
    near_miss = Tool.of(
        "preview",
        "Return title and picture of a page.",
        {"type": "object", "properties": {"url": {"type": "string", "format": "uri", "description": "Page to show"}}},
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.inputs:
            parts = words(node.name)
            if not parts or parts[-1] not in _NAMES:
                continue
            place = domain(node.schema, tool.input_schema)
            said = str(node.schema.get("description", ""))[:4_000]
            if "string" in place.types and place.values is None and not place.pattern and not _LIMITED.search(said):
                yield Spot(
                    node.path,
                    f"{named(node.name)}: takes any address; say which hosts are served, or add a pattern",
                    node.name,
                )
