"""Finds the formats and hands the report to the one that was asked for."""

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache

from toolwatch import registry
from toolwatch.errors import UsageError
from toolwatch.model.report import Report
from toolwatch.report.base import Format, Part, Style

_FOLDER = "toolwatch.report.formats"


def known_formats() -> dict[str, type[Format]]:
    """Every format by name: the files of ``formats/``, then those of installed packages."""
    return registry.load(_FOLDER, Format, key="name", group="toolwatch.formats")


def render(
    report: Report,
    format_name: str,
    *,
    part: Part | str = Part.CHECK,
    colour: bool = False,
    width: int = 100,
    limit: int = 0,
    link: str = "",
    resolved: Iterable[str] = (),
) -> str:
    """Write ``report`` in the format of that name.

    Args:
        report: what one run found out.
        format_name: a key of ``known_formats()``.
        part: ``check`` for everything, ``diff`` or ``lint`` for what those commands print.
        colour: whether a terminal that understands colours reads it.
        width: columns of that terminal.
        limit: most characters that the reader takes; detail is dropped to fit where the format can.
        link: where the whole report lies, for what had to be dropped.
        resolved: what blocked the run before this one and no longer does.

    Raises:
        UsageError: there is no such format, or it has no such part.
    """
    style = Style(part=Part(part), colour=colour, width=width, limit=limit, link=link, resolved=tuple(resolved))
    return chosen(format_name, style.part)().render(report, style)


def formats_of(part: Part | str) -> tuple[str, ...]:
    """The names of the formats that can write that part."""
    return tuple(name for name, known in known_formats().items() if Part(part) in known.parts)


def chosen(format_name: str, part: Part | str) -> type[Format]:
    """The format of that name.

    Raises:
        UsageError: there is no such format, or it has no such part.
    """
    found = _named(format_name)
    if Part(part) not in found.parts:
        raise UsageError(f"the format {format_name} shows a whole check, not a {Part(part)} alone")
    return found


def _named(name: str) -> type[Format]:
    """A built-in format is imported alone: what the others need is not paid for."""
    if name in _built_in():
        plugins = vars(importlib.import_module(f"{_FOLDER}.{name}")).values()
        return next(one for one in plugins if isinstance(one, type) and getattr(one, "name", "") == name)
    known = known_formats()
    if name not in known:
        raise UsageError(f"no report format {name!r}; there are {', '.join(known)}")
    return known[name]


@cache
def _built_in() -> frozenset[str]:
    return frozenset(info.name for info in pkgutil.iter_modules(importlib.import_module(_FOLDER).__path__))
