"""Visual Studio Code, and GitHub Copilot's command line."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, places, standard
from toolwatch.model.tool import Json


class VsCode(Client):
    """``.vscode/mcp.json`` with ``servers``; ``${input:ID}`` asks a person, so such a server cannot be reached."""

    name = "vscode"
    user = (
        ".config/Code/User/mcp.json",
        "Library/Application Support/Code/User/mcp.json",
        "AppData/Roaming/Code/User/mcp.json",
        ".copilot/mcp-config.json",
    )
    project = (".vscode/mcp.json",)

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """Those under ``servers``; Copilot's file says ``mcpServers``."""
        if not isinstance(document, Mapping):
            return ()
        servers = document.get("servers")
        if servers is None and setting.file.name == "mcp-config.json":
            servers = document.get("mcpServers")
        return servers.items() if isinstance(servers, Mapping) else ()

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields."""
        return standard(entry)

    def value(self, text: str, setting: Setting) -> str:
        """Variables and places; inputs stay, and are named when the server is reached."""
        return re.sub(r"\$\{env:([^}]*)\}", r"${\1}", places(text, setting))
