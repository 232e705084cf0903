"""Zed."""

from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, standard
from toolwatch.model.tool import Json


class Zed(Client):
    """``settings.json`` with ``context_servers``; older files put the command into an object of its own."""

    name = "zed"
    user = (".config/zed/settings.json", "Library/Application Support/Zed/settings.json")
    project = (".zed/settings.json",)

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """Those under ``context_servers`` that are started or reached from here; extensions bring their own."""
        servers = document.get("context_servers") if isinstance(document, Mapping) else None
        if isinstance(servers, Mapping):
            for name, entry in servers.items():
                if not (isinstance(entry, Mapping) and not {"command", "url"} & set(entry)):
                    yield name, entry

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields."""
        command = entry.get("command")
        if isinstance(command, Mapping):
            return standard({**entry, **command, "command": command.get("path")})
        return standard(entry)
