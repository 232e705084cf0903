"""Which questions are being asked right now, so that two runs at a time do not pay for the same one."""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such locks: two runs at a time may ask the same there
    fcntl = None  # type: ignore[assignment]

_BYTES = 7
"""Of a question's hash; its number then is an offset that every file system knows."""


class Claims:
    """Locks on single bytes of an empty file beside the store: one byte a question, by the hash of its key.

    The kernel gives a lock back when its process ends, however it ends: there is nothing to tidy up, and neither a
    clock nor the number of a process to judge by. The file is made at the first claim. Where locks cannot be had (some
    network file systems) every claim is granted. Claims of one process do not exclude each other.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self._possible = fcntl is not None

    def take(self, key: str, repeat: int) -> bool:
        """Whether no other process is asking this; if so, none will until it is given back. Never waits."""
        file = self._open()
        if file is None:
            return True
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(key, repeat))
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            self._possible = False
        return True

    def give_back(self, key: str, repeat: int) -> None:
        """The question is answered, or given up."""
        if self._file is not None and self._possible:
            with suppress(OSError):  # it then ends with the process
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _place(key, repeat))

    def close(self) -> None:
        """Give all back."""
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)

    def _open(self) -> int | None:
        if self._possible and self._file is None:
            try:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            except OSError:
                self._possible = False
        return self._file if self._possible else None


def _place(key: str, repeat: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{key}:{repeat}".encode()).digest()[:_BYTES])
