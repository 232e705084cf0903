"""opencode."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, literal, standard
from toolwatch.model.tool import Json


class OpenCode(Client):
    """``opencode.json`` with ``mcp``; a local command is an array; references are ``{env:VAR}``."""

    name = "opencode"
    user = (".config/opencode/opencode.json", ".config/opencode/opencode.jsonc")
    project = ("opencode.json", "opencode.jsonc")

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """Those under ``mcp``."""
        servers = document.get("mcp") if isinstance(document, Mapping) else None
        return servers.items() if isinstance(servers, Mapping) else ()

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields under opencode's names."""
        command = entry.get("command")
        words = command if isinstance(command, list) else [command] if command else []
        shared = standard({**entry, "type": None, "env": entry.get("environment")})
        return {**shared, "command": words[0] if words else None, "args": words[1:]}

    def value(self, text: str, setting: Setting) -> str:
        """Variables; a file's content is refused when the server is reached."""
        text = re.sub(r"\{file:([^}]*)\}", r"${file:\1}", literal(text))
        return re.sub(r"\{env:([^}]*)\}", r"${\1}", text)
