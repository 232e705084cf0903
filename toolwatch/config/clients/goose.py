"""Goose."""

from collections.abc import Iterable, Mapping
from typing import Any

from toolwatch.config.client import Client, Setting, literal, standard
from toolwatch.model.tool import Json

_REFERENCE = "\0reference:"
_REACHED = ("stdio", "sse", "streamable_http")


class Goose(Client):
    """``config.yaml`` with ``extensions``; values of ``env_keys`` sit in a keyring, here in the environment."""

    name = "goose"
    user = (".config/goose/config.yaml",)

    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """The extensions that are servers; built-in ones have no process of their own."""
        extensions = document.get("extensions") if isinstance(document, Mapping) else None
        if isinstance(extensions, Mapping):
            for name, entry in extensions.items():
                if isinstance(entry, Mapping) and entry.get("type") in _REACHED:
                    yield name, entry

    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """The shared fields under Goose's names."""
        keys = {name: _REFERENCE + name for name in entry.get("env_keys") or () if isinstance(name, str)}
        return {
            **standard({**entry, "command": entry.get("cmd"), "url": entry.get("uri")}),
            "env": {**keys, **(entry.get("envs") or {})},
        }

    def value(self, text: str, setting: Setting) -> str:
        """Literal, but for the keys."""
        return f"${{{text.removeprefix(_REFERENCE)}}}" if text.startswith(_REFERENCE) else literal(text)
