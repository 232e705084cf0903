"""Codex."""

from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, literal, standard
from toolwatch.model.tool import Json

_REFERENCE = "\0reference:"


class Codex(Client):
    """``config.toml`` with ``[mcp_servers.NAME]``; variables are named in fields of their own."""

    name = "codex"
    user = (".codex/config.toml",)
    project = (".codex/config.toml",)

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """Those under ``mcp_servers``."""
        servers = document.get("mcp_servers") if isinstance(document, Mapping) else None
        return servers.items() if isinstance(servers, Mapping) else ()

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields, and the variables that it passes on or reads headers from."""
        passed = {name: _REFERENCE + name for name in entry.get("env_vars") or () if isinstance(name, str)}
        from_env = entry.get("env_http_headers") or {}
        bearer = entry.get("bearer_token_env_var")
        seconds = entry.get("startup_timeout_sec")
        return {
            **standard(entry),
            "env": {**passed, **(entry.get("env") or {})},
            "headers": {
                **(entry.get("http_headers") or {}),
                **{header: _REFERENCE + variable for header, variable in from_env.items()},
            },
            "bearer": _REFERENCE + bearer if isinstance(bearer, str) else None,
            "bounds": {"connect": seconds} if isinstance(seconds, int | float) and seconds > 0 else None,
        }

    def value(self, text: str, setting: Setting) -> str:
        """Literal, but for the variables that the fields name."""
        return f"${{{text.removeprefix(_REFERENCE)}}}" if text.startswith(_REFERENCE) else literal(text)
