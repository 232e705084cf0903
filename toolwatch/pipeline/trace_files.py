"""Files and folders of traces become JSON documents, each with its place and its task."""

import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from toolwatch.errors import UsageError
from toolwatch.model.tool import Json

LINES = (".jsonl", ".ndjson")
"""Endings of files that hold a trace a line; like all endings in any case."""


def files(path: Path) -> list[Path]:
    """The file itself, or every file of a folder that is one of traces by its name.

    Raises:
        UsageError: there is no such thing, or a folder or file in it cannot be read.
    """
    if not os.path.isdir(path):
        return [path]

    def refuse(error: OSError) -> None:
        raise UsageError(f"{error.filename}: {error.strerror}")

    names = (Path(folder, name) for folder, _, files in os.walk(path, onerror=refuse) for name in files)
    found = sorted(file for file in names if file.suffix.lower() in (".json", *LINES))
    for file in found:
        if os.path.exists(file) and not os.path.isfile(file):
            raise UsageError(f"{file}: is no regular file")
    return found


def documents(file: Path) -> Iterator[tuple[Json, str, str]]:
    """Every trace of a file with its place and its task.

    Raises:
        UsageError: the file cannot be read, is no JSON, or holds no trace.
    """
    found = False
    for one in _parts(file, _text(file)):
        found = True
        yield one
    if not found:
        raise UsageError(f"{file}: holds no trace")


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"{file}: no such file or folder") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is no UTF-8 text"
        raise UsageError(f"{file}: {reason}") from None


def _parts(file: Path, text: str) -> Iterator[tuple[Json, str, str]]:
    if file.suffix.lower() in LINES:
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield _named(_json(line, f"{file}:{number}"), f"{file}:{number}", file)
        return
    data = _json(text, str(file))
    if isinstance(data, dict) and isinstance(data.get("traces"), list):
        for index, one in enumerate(data["traces"]):
            yield _named(one, f"{file}: traces/{index}", file)
        return
    yield _named(data, str(file), file)


def _named(data: Json, where: str, file: Path) -> tuple[Json, str, str]:
    task = data.get("task") if isinstance(data, dict) else None
    return data, where, task if isinstance(task, str) else file.stem


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refused, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise UsageError(f"{where}: is no JSON (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise UsageError(f"{where}: is no JSON (too deep)") from None
    except _NoNumberError as error:
        raise UsageError(f"{where}: is no JSON ({error})") from None
    except ValueError:
        raise UsageError(f"{where}: is no JSON (a number has too many digits)") from None


class _NoNumberError(Exception):
    """A number that JSON does not have, or that is beyond what can be counted with."""


def _refused(text: str) -> float:
    raise _NoNumberError(f"{text} is no number")


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise _NoNumberError("a number is too large")
    return number
