"""Writing a file so that it appears whole or not at all."""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write ``text`` as UTF-8 with LF line ends beside ``path``, then move it there; folders are made.

    Lone surrogates are written as ``?``-free backslash escapes, so that no input can stop the writing.

    Raises:
        OSError: the disk is full, or the place is not writable; what stood at ``path`` is untouched.
    """
    write_bytes_whole(path, text.encode("utf-8", "backslashreplace"))


def write_bytes_whole(path: Path, content: bytes) -> None:
    """As ``write_whole``, for bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        _write(path, content)
    except OSError as error:
        error.filename = str(path)  # and not what it was called until it was whole
        raise


def _write(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, _mode(path))
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _mode(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
