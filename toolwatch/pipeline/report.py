"""A stored run is read back and written in another format."""

from dataclasses import replace
from pathlib import Path

from toolwatch import report
from toolwatch.config.settings import Settings, load
from toolwatch.errors import UsageError
from toolwatch.model.report import Report

MOST_BYTES = 256 << 20
"""A stored run may be a stranger's; nobody writes one that is larger."""


def read(path: Path) -> Report:
    """Read a run that ``check --format json`` stored.

    Raises:
        UsageError: the file cannot be read or is no stored run.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UsageError(f"{path}: is larger than any stored run")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is no UTF-8 text") from None
    return report.loads(text, where=str(path))


def with_releases(found: Report, settings: Settings) -> Report:
    """The report with the scores of the releases that the project has recorded, where it has none of its own."""
    file = settings.root / settings.snapshots / "releases.jsonl"
    if found.releases or not file.is_file():
        return found
    from toolwatch.score import releases

    suites = {suite.name for suite in found.suites}
    return replace(found, releases=tuple(line for line in releases.read(file) if line.suite in suites))


def render(path: Path, format_name: str, *, colour: bool = False, width: int = 100, limit: int = 0) -> str:
    """The stored run at ``path`` in that format, with the releases of the project around the current folder."""
    found = with_releases(read(path), load(sections=()))
    return report.render(found, format_name, colour=colour, width=width, limit=limit)
