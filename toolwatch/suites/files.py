"""Where suites lie; what looks like a part of one and would not be read is refused, since nobody would miss it."""

import os
from collections.abc import Iterator
from pathlib import Path

from toolwatch.errors import SuiteError

FILE = "suite.yaml"
FURTHER = "cases"
"""Folder beside the suite's file; each YAML file in it holds further boundaries and cases."""
_YAML = frozenset((".yaml", ".yml"))


def found(folder: Path) -> Iterator[Path]:
    """Every suite's file below a folder.

    Raises:
        SuiteError: a folder cannot be read, a suite lies behind a link, or its file is called almost so.
    """
    for where, folders, files in os.walk(folder, onerror=_unreadable):
        place = Path(where)
        for name in sorted(folders):
            if (place / name).is_symlink() and any((place / name).rglob(FILE)):
                raise SuiteError(f"{place / name}: is a link, which is not followed to a suite: put the folder here")
        for name in sorted(files):
            if name == FILE:
                yield place / name
            elif Path(name).stem.lower() == "suite" and Path(name).suffix.lower() in _YAML:
                raise SuiteError(f"{place / name}: is not read under that name: call it {FILE}")


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
