"""Gemini CLI."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, standard
from toolwatch.model.tool import Json


class GeminiCli(Client):
    """``settings.json``; ``httpUrl`` is streamable HTTP and ``url`` is SSE; references are ``$VAR`` and ``${VAR}``."""

    name = "gemini-cli"
    user = (".gemini/settings.json",)
    project = (".gemini/settings.json",)

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """Those under ``mcpServers``."""
        servers = document.get("mcpServers") if isinstance(document, Mapping) else None
        return servers.items() if isinstance(servers, Mapping) else ()

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields; the key tells the transport."""
        if "httpUrl" in entry:
            return {**standard(entry, url="httpUrl"), "transport": "http"}
        return {**standard(entry), "transport": "sse" if "url" in entry else None}

    def value(self, text: str, setting: Setting) -> str:
        """``$VAR`` as ``${VAR}``."""
        return re.sub(r"\$([A-Za-z_][A-Za-z0-9_]*)", r"${\1}", text)
