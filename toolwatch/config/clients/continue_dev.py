"""Continue."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, standard
from toolwatch.model.tool import Json


class Continue(Client):
    """``config.yaml`` and ``.continue/mcpServers/*``, a list of servers; secrets are ``${{ secrets.VAR }}``."""

    name = "continue"
    user = (".continue/config.yaml",)
    project = (".continue/mcpServers/*.yaml", ".continue/mcpServers/*.yml", ".continue/mcpServers/*.json")
    rank = 5

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """The list's entries by their names; files of other clients may be dropped into the folder as they are."""
        servers = document.get("mcpServers") if isinstance(document, Mapping) else None
        if isinstance(servers, list):
            for number, entry in enumerate(servers, start=1):
                name = entry.get("name") if isinstance(entry, Mapping) else None
                yield (name if isinstance(name, str) else f"server {number}"), entry
        elif isinstance(servers, Mapping) and self.file_matches(setting.file):
            yield from servers.items()

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields; headers stand among the request's options."""
        options = entry.get("requestOptions")
        headers = options.get("headers") if isinstance(options, Mapping) else None
        return standard({"headers": headers, **entry})

    def value(self, text: str, setting: Setting) -> str:
        """Secrets and inputs are taken from the environment."""
        return re.sub(r"\$\{\{\s*(?:secrets|inputs|env)\.([A-Za-z_]\w*)\s*\}\}", r"${\1}", text)
