"""Windsurf."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, standard
from toolwatch.model.tool import Json


class Windsurf(Client):
    """``mcp_config.json``, where a remote server stands under ``serverUrl``."""

    name = "windsurf"
    user = (".codeium/windsurf/mcp_config.json",)
    rank = 20

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """Those under ``mcpServers``."""
        servers = document.get("mcpServers") if isinstance(document, Mapping) else None
        return servers.items() if isinstance(servers, Mapping) else ()

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields."""
        return standard({"url": entry.get("serverUrl"), **entry})

    def value(self, text: str, setting: Setting) -> str:
        """Variables."""
        return re.sub(r"\$\{env:([^}]*)\}", r"${\1}", text)
