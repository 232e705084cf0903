"""Strings and what each is to the one who reads it."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from toolwatch.lint.pointer import join
from toolwatch.model.tool import Json


class Role(StrEnum):
    """What a string is to the one who reads it."""

    NAME = "name"
    """Of a tool, prompt or resource."""
    TITLE = "title"
    DESCRIPTION = "description"
    """Of a tool, prompt or resource."""
    PARAMETER = "parameter"
    """The description of a schema node."""
    PROPERTY = "property"
    """A property's name."""
    KEY = "key"
    """Another name that is long enough to say something: an object's key, an entry of ``required``."""
    VALUE = "value"
    """An enum member, const, default or example."""
    COMMENT = "comment"
    """``$comment``."""
    META = "meta"
    """Anywhere in ``_meta``."""
    INSTRUCTIONS = "instructions"
    EXTRA = "extra"
    """In a field or keyword that neither MCP nor JSON Schema knows, or that carries no prose by rights."""


PROSE = frozenset({Role.TITLE, Role.DESCRIPTION, Role.PARAMETER, Role.INSTRUCTIONS})
"""The roles that are written as sentences."""


class Text(NamedTuple):
    """One string and where it stands: a JSON pointer inside the tool, or inside the listing."""

    path: str
    text: str
    role: Role


SHORTEST_SENTENCE = 24
"""Characters of a name without blanks from which on it can say something (``ignore_all_previous_...``)."""


def strings(value: Json, path: str, role: Role) -> Iterator[Text]:
    """Every string in a JSON value, and the keys that say something."""
    stack: list[tuple[str, Json]] = [(path, value)]
    while stack:
        place, item = stack.pop()
        if isinstance(item, str):
            yield Text(place, item, role)
        elif isinstance(item, list):
            stack.extend((f"{place}/{number}", child) for number, child in reversed(list(enumerate(item))))
        elif isinstance(item, dict):
            stack.extend((join(place, str(key)), child) for key, child in reversed(list(item.items())))
            yield from (Text(join(place, key), key, Role.KEY) for key in map(str, item) if speaks(key))


def speaks(name: str) -> bool:
    """Whether a name may be more than one: most are a short word or two."""
    return len(name) >= SHORTEST_SENTENCE or " " in name or not name.isascii() or not name.isprintable()


def named(entry: Mapping[str, Any], path: str) -> Iterator[Text]:
    """Strings of a prompt, resource or serverInfo; ``name``, ``title`` and ``description`` have roles at any depth."""
    roles = {"name": Role.NAME, "title": Role.TITLE, "description": Role.DESCRIPTION}
    for text in strings(entry, path, Role.EXTRA):
        if text.role is Role.KEY:
            yield text
        elif "/_meta/" in text.path:
            yield text._replace(role=Role.META)
        else:
            yield text._replace(role=roles.get(text.path.rsplit("/", 1)[-1], Role.EXTRA))
