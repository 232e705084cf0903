"""``--consumers PATH``: after a rename or a removal, every place that still uses the old name."""

import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.change import Change
from toolwatch.model.consumer import Consumers, Use
from toolwatch.model.report import Compared
from toolwatch.snapshot.consumers import Finder, kind_of
from toolwatch.snapshot.repository import git
from toolwatch.sources.documents import exists

MOST_BYTES = 1_000_000
_BINARY_WITHIN = 8_000


@dataclass(frozen=True, slots=True)
class Gone:
    """Tools of one server that are there no more, each with its new name or an empty string."""

    server: str
    called: tuple[str, ...]
    """Names under which clients may know the server."""
    tools: Mapping[str, str]


def gone(compared: Iterable[Compared], changes: Iterable[Change]) -> tuple[Gone, ...]:
    """What each server no longer has, by its two snapshots; the new names come from renames among the changes."""
    renamed = {(change.server, change.tool_before): change.tool for change in changes if change.tool_before}
    found = []
    for one in compared:
        if one.before is None or one.before.coverage.failure or one.after.coverage.failure:
            continue
        living = {tool.name for tool in one.after.tools}
        tools = {tool.name: renamed.get((one.after.server, tool.name), "") for tool in one.before.tools}
        said = one.before.listing.server_info.get("name")
        called = (one.after.server, *([said] if isinstance(said, str) else []))
        left = {name: new for name, new in tools.items() if name and name not in living}
        if left:
            found.append(Gone(one.after.server, called, left))
    return tuple(found)


def find(
    paths: Sequence[Path], missing: Sequence[Gone], settings: Settings | None = None, *, most_bytes: int = MOST_BYTES
) -> Consumers:
    """Look through files and folders, in which ``.gitignore`` is respected, for the old names.

    Args:
        paths: files and folders.
        missing: what is gone; nothing is read where nothing is.
        settings: its snapshots and definition files are not looked at, since they say what was.
        most_bytes: larger files are counted and skipped.

    Raises:
        UsageError: a path is not there.
    """
    for path in paths:
        if not exists(path):
            raise UsageError(f"--consumers {path}: there is no such file or folder")
    finders = [(one, Finder(tuple(one.tools), one.called)) for one in missing]
    if not finders:
        return Consumers()
    tally: Counter[str] = Counter()
    skipped = _own(settings) if settings else ()
    uses: list[Use] = []
    for path in dict.fromkeys(file for start in paths for file in _files(start)):
        if any(path.resolve().is_relative_to(place) for place in skipped):
            continue
        data = _read(path, most_bytes, tally)
        for one, finder in finders:
            if data and finder.may_hold(data):
                uses += _uses(one, finder, path, data)
    return Consumers(
        uses=tuple(sorted(uses, key=lambda use: (use.file, use.line, use.column, use.server))),
        looked=tally["looked"],
        binary=tally["binary"],
        huge=tally["huge"],
        unreadable=tally["unreadable"],
    )


def _own(settings: Settings) -> tuple[Path, ...]:
    files = (server.file for server in settings.servers.values() if server.file is not None)
    return tuple((settings.root / place).resolve() for place in (settings.snapshots, *files))


def _read(path: Path, most_bytes: int, tally: Counter[str]) -> bytes:
    """The content of a file that is worth looking at; empty for others, which are counted."""
    if not path.is_file():  # a pipe or a device would be read for ever
        tally["unreadable"] += 1
        return b""
    try:
        if path.stat().st_size > most_bytes:
            tally["huge"] += 1
            return b""
        data = path.read_bytes()
    except OSError:
        tally["unreadable"] += 1
        return b""
    if b"\0" in data[:_BINARY_WITHIN]:
        tally["binary"] += 1
        return b""
    tally["looked"] += 1
    return data


def _uses(one: Gone, finder: Finder, path: Path, data: bytes) -> Iterator[Use]:
    file = path.as_posix()
    for hit in finder.find(data.decode("utf-8", "replace")):
        yield Use(
            server=one.server,
            tool=hit.name,
            renamed_to=one.tools[hit.name],
            kind=kind_of(file),
            file=file,
            line=hit.line,
            column=hit.column,
            text=hit.text,
        )


def _files(start: Path) -> Iterator[Path]:
    """The files at a path, links left out, in order."""
    if not start.is_dir():
        yield start
        return
    for name in _listed(start):
        path = start / name
        if name.endswith("/"):  # a repository inside: git names it and does not look into it
            yield from _files(path)
        elif path.is_file() and not path.is_symlink():
            yield path


def _listed(folder: Path) -> list[str]:
    listing = ("ls-files", "-z", "--others", "--exclude-per-directory=.gitignore")
    try:
        try:
            output = git(folder, *listing, "--cached", "--deduplicate")
        except ObservationError:
            with tempfile.TemporaryDirectory() as empty:
                git(folder, "init", "--quiet", "--bare", empty)
                output = git(folder, f"--git-dir={empty}", f"--work-tree={folder.resolve()}", *listing)
    except ObservationError:
        return sorted(_walked(folder))
    names = sorted(os.fsdecode(name) for name in output.split(b"\0") if name)
    return names or sorted(_walked(folder))  # an ignored folder that is named all the same


def _walked(folder: Path) -> Iterator[str]:
    """Without git, every file but those of version control."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in (".git", ".hg", ".svn", "node_modules")]
        for name in files:
            yield (Path(place) / name).relative_to(folder).as_posix()


def lines(found: Consumers) -> Iterator[str]:
    """What was found as ``FILE:LINE:COLUMN: ...``, then what was not looked at; text is a stranger's, as it stands."""
    for use in found.uses:
        now = f"is {use.renamed_to} now" if use.renamed_to else "is gone"
        yield f"{use.file}:{use.line}:{use.column}: {use.kind} uses {use.tool}, which {now}: {use.text}"
    skipped = {"binary": found.binary, f"over {MOST_BYTES // 1_000_000} MB": found.huge, "unreadable": found.unreadable}
    left = ", ".join(f"{count} {why}" for why, count in skipped.items() if count)
    if left:
        yield f"{found.looked} files were read; not looked into: {left}"
