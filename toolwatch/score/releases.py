"""The release file: one JSON line per model and release, appended, so that merges resolve by union."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from toolwatch.errors import UsageError
from toolwatch.model import invalid
from toolwatch.model.files import write_whole
from toolwatch.model.release import ReleaseLine


def read(path: Path) -> tuple[ReleaseLine, ...]:
    """Read the file; no file is no release. Lines that a union merge doubled count once.

    Raises:
        UsageError: a line cannot be read, or says otherwise of what an earlier line tells; the text names file and
            line.
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
    taken = {line.key for line in known}
    for line in lines:
        refuse_taken(path, line.key, taken)
        taken.add(line.key)
    write_whole(path, "".join(f"{line.model_dump_json(exclude_defaults=False)}\n" for line in (*known, *lines)))


def refuse_taken(path: Path, key: tuple[str, str, str], taken: Collection[tuple[str, str, str]]) -> None:
    """Refuse a release, suite and model that the file holds.

    Raises:
        UsageError: see above.
    """
    if key in taken:
        release, suite, model = key
        raise UsageError(f"{path}: {release} is recorded already for {suite} under {model}")


def last_before(
    lines: Sequence[ReleaseLine], suite: str, model: str, *, no_verdict_allowed: int = 0
) -> ReleaseLine | None:
    """The newest line of that suite and model, by place in the file, that has a verdict; None where there is none.

    A line in which nothing was answered, or more tasks were not than is allowed, was taken all the same and is nothing
    to compare with.
    """
    mine = (line for line in reversed(lines) if (line.suite, line.model) == (suite, model))
    return next((line for line in mine if line.answered and line.no_verdict <= no_verdict_allowed), None)


def _lines(path: Path, text: str) -> Iterator[ReleaseLine]:
    """Cut at newlines alone: other separators of lines may stand in a tag or a reason."""
    seen: set[str] = set()
    told: dict[tuple[str, str, str], int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
            raise UsageError(f"{path}:{number}: holds a merge conflict; keep the lines of both sides")
        if not line.strip() or line in seen:
            continue
        seen.add(line)
        found = _line(path, number, line)
        if (other := told.setdefault(found.key, number)) != number:
            release, suite, model = found.key
            raise UsageError(
                f"{path}:{number}: {release} stands in line {other} already for {suite} under {model}, with other "
                "numbers; keep one of the lines"
            )
        yield found


def _line(path: Path, number: int, line: str) -> ReleaseLine:
    try:
        return ReleaseLine.model_validate_json(line)
    except ValidationError as error:
        raise UsageError(f"{path}:{number}: {invalid.first(error)}") from None
