"""Files become parsed documents: JSON, YAML or JSON lines, one file, a folder of them, or a pattern."""

import codecs
import glob
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from toolwatch.errors import ObservationError
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Json
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.strict import NoJson, Parsed, parse

YAML = (".yaml", ".yml")
LINES = (".jsonl", ".ndjson")
BUNDLES = (".mcpb", ".dxt")
SUFFIXES = (".json", *YAML, *LINES, ".snap")
"""What is read of a folder; ``.snap`` holds JSON in folders of tool snapshots (``__toolsnaps__``)."""


def exists(path: Path) -> bool:
    """Whether something lies at a path; nothing does where no path may be so long or hold such a character."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def files_of(path: Path, where: str) -> list[Path]:
    """The files that ``path`` means: itself, those of a folder, those that a pattern matches; sorted.

    Raises:
        ObservationError: there is none, or a folder cannot be read.
    """
    try:
        found = _meant(path)
    except (OSError, ValueError) as error:
        raise _unreadable(error, where) from None
    if not found:
        raise ObservationError(f"{where}: holds no definition file ({', '.join(SUFFIXES)})")
    return sorted(found, key=lambda file: file.as_posix())


def _meant(path: Path) -> list[Path]:
    if path.is_dir():
        return [file for file in path.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file()]
    if path.exists() or not any(character in str(path) for character in "*?["):
        return [path]
    return [Path(name) for name in glob.glob(str(path), recursive=True) if Path(name).is_file()]


def _unreadable(error: OSError | ValueError, where: str) -> ObservationError:
    reason = (error.strerror or str(error)).lower() if isinstance(error, OSError) else "is no path"
    return ObservationError(f"{one_line(where, 200)}: {reason}")


def content(path: Path, bounds: Bounds, where: str) -> bytes:
    """The bytes of a file; of a bundle those of its manifest.

    Raises:
        ObservationError: it cannot be read, or is larger than the bounds allow.
    """
    if path.suffix.lower() in BUNDLES:
        return _manifest(path, bounds, where)
    try:
        with path.open("rb") as file:
            raw = file.read(bounds.bytes + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(error, where) from None
    if len(raw) > bounds.bytes:
        raise ObservationError(f"{where}: is larger than {bounds.bytes} bytes")
    return raw


def _manifest(path: Path, bounds: Bounds, where: str) -> bytes:
    """``manifest.json`` of an MCP bundle, which is a zip archive; nothing is unpacked."""
    import zipfile

    try:
        with zipfile.ZipFile(path) as bundle, bundle.open("manifest.json") as manifest:
            raw = manifest.read(bounds.bytes + 1)
    except OSError as error:
        raise ObservationError(f"{where}: {(error.strerror or str(error)).lower()}") from None
    except (zipfile.BadZipFile, zlib.error, KeyError, NotImplementedError, RuntimeError):
        raise ObservationError(f"{where}: is no MCP bundle: it holds no readable manifest.json") from None
    if len(raw) > bounds.bytes:
        raise ObservationError(f"{where}: its manifest is larger than {bounds.bytes} bytes")
    return raw


def document(raw: bytes | str, bounds: Bounds, *, where: str, suffix: str) -> Parsed:
    """Parse a file's content by its suffix; a file that is no JSON but lines of JSON is read as such.

    Raises:
        ObservationError: it is neither; the text names line and column, or the encoding to leave.
    """
    if suffix.lower() in YAML:
        from toolwatch.sources.strict_yaml import parse_yaml

        return parse_yaml(raw, bounds, where=where)
    if isinstance(raw, bytes) and raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ObservationError(f"{where}: is written in UTF-16; save it as UTF-8")
    if suffix.lower() in LINES:
        return _lines(raw, bounds, where)
    try:
        return parse(raw, nesting=bounds.nesting)
    except NoJson as error:
        if _looks_like_lines(raw):
            return _lines(raw, bounds, where)
        raise ObservationError(_no_json(error, where)) from None


def at(value: Json, pointer: str, where: str) -> Json:
    """The part of a document that a JSON pointer names.

    Raises:
        ObservationError: it names none.
    """
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and len(key) < 10 and int(key) < len(value):
            value = value[int(key)]
        else:
            raise ObservationError(f"{where}: has nothing at {pointer}")
    return value


def _no_json(error: NoJson, where: str) -> str:
    if not error.line:
        return f"{where}: {error}"
    return f"{where}:{error.line}:{error.column}: is no JSON: {error}"


def _looks_like_lines(raw: bytes | str) -> bool:
    text = raw.decode("utf-8-sig", "replace") if isinstance(raw, bytes) else raw
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return False
    try:
        return all(isinstance(json.loads(line), dict) for line in lines[:2])
    except (ValueError, RecursionError):
        return False


def _lines(raw: bytes | str, bounds: Bounds, where: str) -> Parsed:
    parsed = list(_each_line(raw, bounds, where))
    return Parsed([one.value for one in parsed], tuple(_flat(one.losses for one in parsed)))


def _each_line(raw: bytes | str, bounds: Bounds, where: str) -> Iterator[Parsed]:
    lines: list[bytes | str] = [*(raw.split(b"\n") if isinstance(raw, bytes) else raw.split("\n"))]
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield parse(line, nesting=bounds.nesting)
        except NoJson as error:
            error.line = number
            raise ObservationError(_no_json(error, where)) from None


def _flat(groups: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for group in groups:
        yield from group
