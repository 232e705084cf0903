"""A stored run is read back and written in another format."""

from pathlib import Path

from toolwatch import report
from toolwatch.errors import UsageError
from toolwatch.model.report import Report


def read(path: Path) -> Report:
    """Read a run that ``check --format json`` stored.

    Raises:
        UsageError: the file cannot be read or is no stored run.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is no UTF-8 text") from None
    return report.loads(text, where=str(path))


def render(path: Path, format_name: str, *, colour: bool = False, width: int = 100, limit: int = 0) -> str:
    """The stored run at ``path`` in that format."""
    return report.render(read(path), format_name, colour=colour, width=width, limit=limit)
