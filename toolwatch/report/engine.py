"""Finds the formats and hands the report to the one that was asked for."""

from collections.abc import Iterable

from toolwatch import registry
from toolwatch.errors import UsageError
from toolwatch.model.report import Report
from toolwatch.report.base import Format, Part, Style


def known_formats() -> dict[str, type[Format]]:
    """Every format by name: the files of ``formats/``, then those of installed packages."""
    return registry.load("toolwatch.report.formats", Format, key="name", group="toolwatch.formats")


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
    known = known_formats()
    if format_name not in known:
        raise UsageError(f"no report format {format_name!r}; there are {', '.join(known)}")
    chosen = known[format_name]
    style = Style(part=Part(part), colour=colour, width=width, limit=limit, link=link, resolved=tuple(resolved))
    if style.part not in chosen.parts:
        raise UsageError(f"the format {format_name} shows a whole check, not a {style.part} alone")
    return chosen().render(report, style)
