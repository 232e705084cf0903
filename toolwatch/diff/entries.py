"""Prompts, resources and resource templates on both sides."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolwatch.diff.base import ServerPair
from toolwatch.diff.schema.documents import escape
from toolwatch.diff.schema.values import identity
from toolwatch.diff.words import quoted
from toolwatch.model.tool import Json

PROMPTS, RESOURCES, TEMPLATES = "prompts", "resources", "resourceTemplates"

_SURFACES = (
    ("prompts", PROMPTS, "name", "prompt"),
    ("resources", RESOURCES, "uri", "resource"),
    ("resource_templates", TEMPLATES, "uriTemplate", "resource template"),
)
REMARKS = frozenset({"_meta", "icons", "size"})
"""Fields that tell a client nothing about how to ask; icons tell it where it would fetch from."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One prompt, resource or template, by the name that clients ask for it."""

    surface: str
    """``prompts``, ``resources`` or ``resourceTemplates``."""
    called: str
    path: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None

    @property
    def name(self) -> str:
        """By what it is asked for: a prompt's name, an address or its template; empty where it has none."""
        key = next(key for _, wire, key, _ in _SURFACES if wire == self.surface)
        value = (self.before or self.after or {}).get(key)
        return value if isinstance(value, str) else ""

    @property
    def changed(self) -> Iterator[tuple[str, Json, Json]]:
        """The fields that differ, with both values."""
        before, after = self.before, self.after
        if before is None or after is None:
            return
        for name in sorted({*before, *after}):
            if identity(before.get(name)) != identity(after.get(name)):
                yield name, before.get(name), after.get(name)

    @staticmethod
    def arguments(entry: Mapping[str, Any] | None) -> set[str]:
        """The names of a prompt's arguments."""
        return {str(argument.get("name")) for argument in _arguments(entry)}

    @staticmethod
    def required(entry: Mapping[str, Any] | None) -> set[str]:
        """The names of a prompt's arguments that must be given."""
        return {str(argument.get("name")) for argument in _arguments(entry) if argument.get("required") is True}


def entries(pair: ServerPair) -> Iterator[Entry]:
    """All entries that either side has, by surface and name."""
    for field, wire, key, word in _SURFACES:
        before, after = (
            {str(entry.get(key)): entry for entry in getattr(snapshot.listing, field)}
            for snapshot in (pair.before, pair.after)
        )
        for name in sorted({*before, *after}):
            called = f"{word} {quoted(name)}"
            yield Entry(wire, called, f"/{wire}/{escape(name)}", before.get(name), after.get(name))


def _arguments(entry: Mapping[str, Any] | None) -> Iterator[Mapping[str, Any]]:
    found = (entry or {}).get("arguments")
    if isinstance(found, list):
        yield from (argument for argument in found if isinstance(argument, Mapping))
