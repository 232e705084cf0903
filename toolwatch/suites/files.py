"""Where suites lie; what looks like a part of one and would not be read is refused, since nobody would miss it."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from toolwatch.errors import SuiteError

FILE = "suite.yaml"
FURTHER = "cases"
"""Folder beside the suite's file; each YAML file in it holds further boundaries and cases."""
_YAML = frozenset((".yaml", ".yml"))
_CASES = re.compile(rb"^(?:boundaries|cases)[ \t]*:", re.MULTILINE)
"""What every file of a suite has one of; noise, golden tasks and other tools' files have neither."""


def found(folder: Path) -> Iterator[Path]:
    """Every suite's file below a folder.

    Raises:
        SuiteError: a folder cannot be read, a suite lies behind a link, its file is called almost so, or cases stand in
            a file that nobody reads.
    """
    for where, folders, files in os.walk(folder, onerror=_unreadable):
        place = Path(where)
        for name in sorted(folders):
            if (place / name).is_symlink() and any((place / name).rglob(FILE)):
                raise SuiteError(f"{place / name}: is a link, which is not followed to a suite: put the folder here")
        for name in sorted(files):
            if name == FILE:
                yield place / name
            elif Path(name).suffix.lower() in _YAML:
                _refuse_stray(place / name)


def _refuse_stray(file: Path) -> None:
    if file.stem.lower() == "suite":
        raise SuiteError(f"{file}: is not read under that name: call it {FILE}")
    is_further = file.parent.name == FURTHER and (file.parent.parent / FILE).is_file()
    if not is_further and _holds_cases(file):
        raise SuiteError(
            f"{file}: holds cases and is not read: a suite is NAME/{FILE}, further cases are NAME/{FURTHER}/*.yaml"
        )


def _holds_cases(file: Path) -> bool:
    try:
        return _CASES.search(file.read_bytes()) is not None
    except OSError:
        return True


def further_files(folder: Path) -> list[Path]:
    """The further files of a suite, by name.

    Raises:
        SuiteError: a YAML file there would not be read, or the folder cannot be.
    """
    if not folder.is_dir():
        return []
    files = sorted(Path(where) / name for where, _, names in os.walk(folder, onerror=_unreadable) for name in names)
    for file in files:
        if file.suffix.lower() in _YAML and (file.suffix != ".yaml" or file.parent != folder):
            raise SuiteError(f"{file}: is not read there: files of cases lie in {FURTHER} itself and end in .yaml")
    return [file for file in files if file.suffix == ".yaml"]


def _unreadable(error: OSError) -> None:
    raise SuiteError(f"{error.filename}: cannot be read: {error.strerror}")
