"""One file per way to write a lint down; each has ``render(linted) -> str`` and makes strangers' text inert."""

import importlib
import pkgutil

from toolwatch.lint.result import Linted


def names() -> tuple[str, ...]:
    """The formats there are, ``text`` first."""
    found = sorted(info.name for info in pkgutil.iter_modules(__path__) if not info.name.startswith("_"))
    return ("text", *(name for name in found if name != "text"))


def render(linted: Linted, format_name: str) -> str:
    """Write ``linted`` in one of ``names()``; the text ends in a newline."""
    text: str = importlib.import_module(f"{__name__}.{format_name}").render(linted)
    return text
