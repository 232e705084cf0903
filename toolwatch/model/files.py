"""Writing a file so that it appears whole or not at all."""

import os
import stat
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write ``text`` as UTF-8 with LF line ends beside ``path``, then move it there; folders are made.

    What is no file and no link, such as a pipe or ``/dev/null``, is written to and stays what it is.

    Lone surrogates are written as ``?``-free backslash escapes, so that no input can stop the writing.

    Raises:
        OSError: the disk is full, or the place is not writable; what stood at ``path`` is untouched.
    """
    write_bytes_whole(path, text.encode("utf-8", "backslashreplace"))


def write_bytes_whole(path: Path, content: bytes) -> None:
    """As ``write_whole``, for bytes."""
    try:
        if _is_stream(path):
            path.write_bytes(content)
        else:
            _replace(path, content)
    except OSError as error:
        error.filename = str(path)  # a failed write names no file, and a half one has a name of chance
        raise


def _replace(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, _mode(path))
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _is_stream(path: Path) -> bool:
    """Whether a path is no place for a file: a device, a pipe, or the system's link to an open stream."""
    try:
        kind = path.lstat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISLNK(kind):
        return path.absolute().parts[1:2] in (("dev",), ("proc",))
    return not (stat.S_ISREG(kind) or stat.S_ISDIR(kind))


def _mode(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
