"""Snapshots on disk: one JSON file per server, written whole or not at all."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from toolwatch.errors import ObservationError
from toolwatch.model import invalid
from toolwatch.model.files import write_whole
from toolwatch.model.snapshot import Snapshot, ToolDigests
from toolwatch.model.tool import Json
from toolwatch.snapshot import digests, document, masks, spelling
from toolwatch.snapshot.taking import take

_CONFLICT = re.compile(r"^(?:<{7} |={7}$|>{7} )", re.MULTILINE)
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"\\|?*]')
_AGAIN = "take it again with `toolwatch snapshot`"


def read(path: Path) -> Snapshot:
    """Read a snapshot file.

    Raises:
        ObservationError: there is none, or it is not a snapshot; the text names the file and the field.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ObservationError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError as error:
        raise ObservationError(f"{path}: is not UTF-8 at byte {error.start}") from None
    return loads(text, where=str(path))


def loads(text: str, *, where: str) -> Snapshot:
    """Read a snapshot from text; ``where`` names it in errors. Digests are made anew from what it holds.

    Raises:
        ObservationError: it is not a snapshot.
    """
    data = _json(text, where)
    if not is_snapshot(data):
        raise ObservationError(f"{where}: is no toolwatch snapshot")
    version = data.get("schema_version")
    if version != document.SCHEMA_VERSION:
        hint = "upgrade toolwatch" if isinstance(version, int) and version > document.SCHEMA_VERSION else _AGAIN
        raise ObservationError(f"{where}: schema_version is {version!r}, this toolwatch reads {1}: {hint}")
    try:
        parsed = document.SnapshotDocument.model_validate(data)
        listing = document.listing_of(parsed)
    except ValidationError as error:
        raise ObservationError(f"{where}: {invalid.first(error)}: {_AGAIN}") from None
    except ValueError as error:
        raise ObservationError(f"{where}: {error}: {_AGAIN}") from None
    taken = take(listing, volatile=document.volatile_of(parsed), variant=parsed.variant)
    return replace(taken, tombstones=document.tombstones_of(parsed))


def dumps(snapshot: Snapshot) -> str:
    """Spell a snapshot: the same snapshot gives the same bytes on every machine."""
    return spelling.dumps(document.of_snapshot(snapshot, _digests(snapshot)))


def write(path: Path, snapshot: Snapshot) -> None:
    """Write a snapshot file whole; what stood there stays when that fails."""
    write_whole(path, dumps(snapshot))


def is_snapshot(data: Json) -> bool:
    """Whether parsed JSON is a snapshot document, of whatever version."""
    return isinstance(data, dict) and data.get("document") == document.DOCUMENT


def schema() -> dict[str, Json]:
    """The JSON Schema (2020-12) of a snapshot file."""
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return dialect | document.SnapshotDocument.model_json_schema()


def path_of(folder: Path, server: str, variant: str = "") -> Path:
    """Where the snapshot of a server is kept: ``NAME.json``, or ``NAME.VARIANT.json`` for a named variant."""
    name = f"{server}.{variant}" if variant else server
    parts = [_UNSAFE.sub("_", part) for part in name.split("/")]
    return folder.joinpath(
        *("_" * len(part) if not part.strip(".") else part for part in parts[:-1]), f"{parts[-1]}.json"
    )


def names_snapshot(text: str) -> bool:
    """Whether a text is meant as a snapshot, readable or not: git may have merged it with conflict markers."""
    return f'"document": "{document.DOCUMENT}"' in text


def _digests(snapshot: Snapshot) -> list[ToolDigests]:
    """Those of its tools in their order; of tools that share a name, a snapshot keeps the last one's only."""
    names = Counter(tool.name for tool in snapshot.tools)
    tools = masks.masked(snapshot.listing, snapshot.volatile).tools
    known = snapshot.tool_digests
    return [
        known[tool.name] if names[tool.name] == 1 and tool.name in known else digests.of_tool(tool) for tool in tools
    ]


def _json(text: str, where: str) -> Json:
    try:
        return spelling.loads(text)
    except json.JSONDecodeError as error:
        marker = _CONFLICT.search(text)
        if marker is None:
            raise ObservationError(f"{where}:{error.lineno}: is no JSON: {error.msg}") from None
        line = text.count("\n", 0, marker.start()) + 1
        raise ObservationError(f"{where}:{line}: holds merge conflict markers: {_AGAIN}") from None
    except (RecursionError, ValueError) as error:
        what = "nests too deep" if isinstance(error, RecursionError) else str(error)
        raise ObservationError(f"{where}: cannot be read: {what}") from None
