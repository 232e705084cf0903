"""Cursor."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, places, standard
from toolwatch.model.tool import Json


class Cursor(Client):
    """``.cursor/mcp.json``; references are ``${env:VAR}`` and places such as ``${workspaceFolder}``."""

    name = "cursor"
    user = (".cursor/mcp.json",)
    project = (".cursor/mcp.json",)

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """Those under ``mcpServers``."""
        servers = document.get("mcpServers") if isinstance(document, Mapping) else None
        return servers.items() if isinstance(servers, Mapping) else ()

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields."""
        return standard(entry)

    def value(self, text: str, setting: Setting) -> str:
        """Variables and places; anything else is refused when the server is reached."""
        return re.sub(r"\$\{env:([^}]*)\}", r"${\1}", places(text, setting))
