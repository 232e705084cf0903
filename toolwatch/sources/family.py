"""A process, its children and theirs, as far as the system tells (/proc)."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def members(leader: int) -> set[int]:
    """Living processes of the leader's group or session, and those below any of them; the leader left out."""
    states = list(_processes())
    found = {pid for pid, _, group, session in states if leader in (group, session)} | {leader}
    layer = found
    while layer:
        layer = {pid for pid, parent, _, _ in states if parent in layer} - found
        found |= layer
    return found - {leader}


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be collected by its parent does not."""
    return _stat(pid) is not None


def send(leader: int, others: set[int], number: signal.Signals) -> None:
    """Signal the leader's whole group, and the others one by one."""
    with suppress(ProcessLookupError, PermissionError):
        (os.killpg if hasattr(os, "killpg") else os.kill)(leader, number)
    for pid in others:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _processes() -> Iterator[tuple[int, int, int, int]]:
    """Id, parent, group and session of every living process."""
    if not sys.platform.startswith("linux"):
        return
    for entry in os.scandir("/proc"):
        if entry.name.isdigit() and (fields := _stat(int(entry.name))) is not None:
            yield int(entry.name), *fields


def _stat(pid: int) -> tuple[int, int, int] | None:
    """Parent, group and session of a process; None where it is gone or a zombie."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The name in parentheses may hold anything, so the fields are counted from its end.
    state, parent, group, session = text.rpartition(")")[2].split()[:4]
    return None if state in "ZX" else (int(parent), int(group), int(session))
