"""Claude Desktop."""

from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, standard
from toolwatch.model.tool import Json


class ClaudeDesktop(Client):
    """``claude_desktop_config.json``; it knows no references, so that values are taken as they stand."""

    name = "claude-desktop"
    user = (
        ".config/Claude/claude_desktop_config.json",
        "Library/Application Support/Claude/claude_desktop_config.json",
        "AppData/Roaming/Claude/claude_desktop_config.json",
    )

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """Those under ``mcpServers``."""
        servers = document.get("mcpServers") if isinstance(document, Mapping) else None
        return servers.items() if isinstance(servers, Mapping) else ()

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields."""
        return standard(entry)
