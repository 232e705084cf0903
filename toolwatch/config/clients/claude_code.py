"""Claude Code."""

from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, standard
from toolwatch.model.tool import Json


class ClaudeCode(Client):
    """``.mcp.json`` of a project and ``~/.claude.json``; references are ``${VAR}`` and ``${VAR:-default}``."""

    name = "claude-code"
    user = (".claude.json",)
    project = (".mcp.json",)
    rank = 10

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """Those of the user or the project, and those that the user's file keeps for this project."""
        if not isinstance(document, Mapping):
            return
        yield from _servers(document)
        projects = document.get("projects")
        own = projects.get(str(setting.project.resolve())) if isinstance(projects, Mapping) else None
        if isinstance(own, Mapping):
            yield from _servers(own)

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields."""
        return standard(entry)

    def value(self, text: str, setting: Setting) -> str:
        """The same spelling as toolwatch's."""
        return text


def _servers(document: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
    servers = document.get("mcpServers")
    return servers.items() if isinstance(servers, Mapping) else ()
