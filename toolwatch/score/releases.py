"""The release file: one JSON line per model and release, appended, so that merges resolve by union."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from toolwatch.errors import UsageError
from toolwatch.model import invalid
from toolwatch.model.files import write_whole
from toolwatch.model.release import ReleaseLine


def read(path: Path) -> tuple[ReleaseLine, ...]:
    """Read the file; no file is no release. Lines that a union merge doubled count once.

    Raises:
        UsageError: a line cannot be read; the text names file and line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is no UTF-8 text"
        raise UsageError(f"{path}: {reason}") from None
    return tuple(_lines(path, text))


def append(path: Path, lines: Sequence[ReleaseLine]) -> None:
    """Add lines at the end of the file, which appears whole or not at all.

    Raises:
        UsageError: a release of that name, suite and model is recorded already, or the file cannot be read.
    """
    known = read(path)
    taken = {(line.release, line.suite, line.model) for line in known}
    for line in lines:
        if (line.release, line.suite, line.model) in taken:
            raise UsageError(f"{path}: {line.release} is recorded already for {line.suite} under {line.model}")
    write_whole(path, "".join(f"{line.model_dump_json(exclude_defaults=False)}\n" for line in (*known, *lines)))


def last_before(lines: Sequence[ReleaseLine], suite: str, model: str) -> ReleaseLine | None:
    """The newest line of that suite and model, by place in the file; None where there is none."""
    return next((line for line in reversed(lines) if (line.suite, line.model) == (suite, model)), None)


def _lines(path: Path, text: str) -> Iterator[ReleaseLine]:
    seen: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
            raise UsageError(f"{path}:{number}: holds a merge conflict; keep the lines of both sides")
        if not line.strip() or line in seen:
            continue
        seen.add(line)
        try:
            yield ReleaseLine.model_validate_json(line)
        except ValidationError as error:
            raise UsageError(f"{path}:{number}: {invalid.first(error)}") from None
