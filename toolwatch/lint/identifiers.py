"""Reading the names of tools and parameters: their parts, their style."""

import re
from functools import lru_cache

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")
_STYLES = (
    ("snake_case", re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")),
    ("kebab-case", re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")),
    ("dotted.case", re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+")),
    ("camelCase", re.compile(r"[a-z]+[0-9]*(?:[A-Z][A-Za-z0-9]*)+")),
    ("PascalCase", re.compile(r"(?:[A-Z][a-z0-9]+){2,}")),
    ("UPPER_CASE", re.compile(r"[A-Z0-9]+(?:_[A-Z0-9]+)*")),
)


@lru_cache(maxsize=8192)
def parts_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case: ``getUserID`` and ``get_user-id`` give get, user, id."""
    return tuple(part.lower() for part in _PART.findall(name))


@lru_cache(maxsize=8192)
def style_of(name: str) -> str:
    """How the words of a name are joined; an empty string for one word, or for no style that has a name."""
    return next((style for style, shape in _STYLES if shape.fullmatch(name) and len(parts_of(name)) > 1), "")


def plain_name(name: str) -> str:
    """A name in lower case without the signs that join its words."""
    return name.lower().replace("_", "").replace("-", "")
