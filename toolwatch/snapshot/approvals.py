"""The approvals file beside the snapshots: one JSON object a line, so that two branches merge by union."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from toolwatch.errors import UsageError
from toolwatch.model import invalid
from toolwatch.model.approval import Approval
from toolwatch.model.files import write_bytes_whole, write_whole
from toolwatch.model.inert import mended
from toolwatch.snapshot import spelling

NAME = "approvals.jsonl"
_CONFLICT = re.compile(r"<{7} |={7}$|>{7} ")
_ATTRIBUTES = f"{NAME} merge=union\n"


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    fingerprint: str = Field(min_length=1)
    server: str = ""
    tool: str = ""
    code: str = ""
    change: str = ""
    by: str = Field(min_length=1)
    on: date
    reason: str = Field(min_length=1)
    expires: date | None = None


def read(folder: Path) -> tuple[Approval, ...]:
    """The approvals kept in a folder; none where there is no file.

    Raises:
        UsageError: a line is wrong; the text names file, line and field.
    """
    path = folder / NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8 at byte {error.start}") from None
    return loads(text, where=str(path))


def loads(text: str, *, where: str) -> tuple[Approval, ...]:
    """Read approvals; the same line twice, as a merge by union may leave it, counts once.

    Raises:
        UsageError: a line is wrong.
    """
    lines = enumerate(text.split("\n"), start=1)
    return tuple(dict.fromkeys(_parse(line, f"{where}:{number}") for number, line in lines if line.strip()))


def dumps(approvals: Iterable[Approval]) -> str:
    """Spell approvals in their order."""
    return "".join(spelling.line(_data(approval)) + "\n" for approval in approvals)


def record(folder: Path, fresh: Sequence[Approval]) -> None:
    """Add approvals at the end of the file, and tell git to merge it by union.

    Raises:
        UsageError: the file there is wrong, or who approves and why is no text; nothing is written then.
    """
    kept = read(folder)
    added = (_whole(approval) for approval in fresh)
    text = dumps((*kept, *(approval for approval in added if approval not in kept)))
    loads(text, where=str(folder / NAME))
    attributes = folder / ".gitattributes"
    there = _bytes(attributes)
    write_whole(folder / NAME, text)
    if NAME.encode() not in there:
        line = ("" if there.endswith(b"\n") or not there else "\n") + _ATTRIBUTES
        write_bytes_whole(attributes, there + line.encode())


def holding(approvals: Iterable[Approval], today: date) -> dict[str, Approval]:
    """The approvals that hold on a day, by fingerprint; of several the one that holds longest."""
    found: dict[str, Approval] = {}
    for approval in approvals:
        other = found.get(approval.fingerprint)
        if approval.holds(today) and (other is None or _until(other) < _until(approval)):
            found[approval.fingerprint] = approval
    return found


def _whole(approval: Approval) -> Approval:
    """The approval without halves of characters, which no file can hold: a server may say them, a person may not."""
    for what, said in (("reason", approval.reason), ("approver", approval.by), ("fingerprint", approval.fingerprint)):
        if mended(said) != said:
            raise UsageError(f"the {what} of an approval is no UTF-8 text: give it in plain words")
    return replace(
        approval,
        server=mended(approval.server),
        tool=mended(approval.tool),
        code=mended(approval.code),
        change=mended(approval.change),
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def _until(approval: Approval) -> date:
    return approval.expires or date.max


def _parse(line: str, where: str) -> Approval:
    if _CONFLICT.match(line):
        raise UsageError(f"{where}: holds merge conflict markers: keep the approvals of both sides, one a line")
    try:
        parsed = _Line.model_validate_json(line)
    except ValidationError as error:
        raise UsageError(f"{where}: {invalid.first(error)}") from None
    return Approval(**parsed.model_dump())


def _data(approval: Approval) -> dict[str, str]:
    data = {name: getattr(approval, name) for name in _Line.model_fields}
    return {name: str(value) for name, value in data.items() if value not in ("", None)}
