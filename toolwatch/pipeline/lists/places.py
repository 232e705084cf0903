"""Resolves a target: a kept snapshot, or the place where a tool list is to be had."""

import json
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from toolwatch.config.settings import Settings
from toolwatch.errors import NotAtRef, ObservationError, UsageError
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lists import naming
from toolwatch.pipeline.lists.targets import Target
from toolwatch.sources.bounds import DEFAULTS, Bounds
from toolwatch.sources.documents import exists
from toolwatch.sources.place import ClientFace, Place
from toolwatch.sources.secrets import of_command, of_url, shown_url

if TYPE_CHECKING:
    from toolwatch.config.servers import ServerSettings

PYTHON = "python:"
_MARK = '"toolwatch snapshot"'
"""Every kept snapshot names its document type; text without it need not be parsed twice."""
_LONGEST = 4096
"""Bytes; no system that toolwatch runs on takes a longer path."""
_SHOWN = 120
"""Characters of a target that a message repeats."""
Found = Place | Snapshot


def find(target: Target, settings: Settings, *, interactive: bool = False) -> Found:
    """What ``target`` names.

    Raises:
        UsageError: nothing.
        ObservationError: a git ref cannot be read.
    """
    limits = _limits(settings)
    if target.command:
        return Place(
            naming.of_command(target.command),
            str(target),
            command=target.command,
            bounds=limits,
            secrets=tuple(of_command(target.command)),
            identity=_default_identity(flags=target.command[1:]),
        )
    if "://" in target.text:
        url = target.text
        secrets = tuple(of_url(url))
        return Place(
            naming.of_url(url), shown_url(url), url=url, bounds=limits, secrets=secrets, identity=_default_identity()
        )
    _check_length(target)
    if target.text.startswith(PYTHON):
        return _python(target, settings)
    return _named(target, settings, interactive=interactive) or _path(target, settings)


def _check_length(target: Target) -> None:
    """Refuse what is no name, path or git ref because none may be so long."""
    if len(str(target).encode("utf-8", "replace")) > _LONGEST or "\0" in str(target):
        raise UsageError(f"{_short(target)}: no configured server, path or git ref can be called so")


def _short(target: Target) -> str:
    return one_line(str(target), _SHOWN)


def _named(target: Target, settings: Settings, *, interactive: bool) -> Found | None:
    """A configured server, or one of its variants."""
    if target.ref and str(target) in settings.servers:
        target = Target(str(target))
    elif target.ref and exists(Path(str(target))):
        return None
    name, _, variant = target.text.partition(":")
    if target.text in settings.servers:
        name, variant = target.text, ""
    server = settings.servers.get(name)
    if server is None:
        return None
    if variant:
        if variant not in server.variants:
            there = ", ".join(sorted(server.variants)) or "none"
            raise UsageError(f"{_short(target)}: {name} has no such variant (there are: {there})")
        server = server.variant(variant)
    if target.ref:
        return _at_ref(target, name, variant, server, settings)
    if server.file is not None:
        return _varied(_file(settings.root / server.file, server.file, settings, name=name), variant)
    from toolwatch.pipeline.lists import reach

    try:
        return reach.place(name, server, settings, variant=variant, interactive=interactive)
    except ObservationError as error:
        return _failed(name, str(error), str(target), variant)


def _varied(found: Found, variant: str) -> Found:
    """What a file says, as that variant of its server."""
    return replace(found, variant=variant) if variant else found


def _at_ref(target: Target, name: str, variant: str, server: "ServerSettings", settings: Settings) -> Found:
    """A server at a git ref: its definition file, its own code, or the snapshot that was kept of it."""
    if server.file is not None:
        return _varied(_file_at(server.file, target.ref, settings.root, name, str(target)), variant)
    if server.python is not None:
        from toolwatch.pipeline.lists import reach

        place = reach.place(name, server, settings, variant=variant)
        return _python_at(place, target.ref, settings.root)
    from toolwatch.snapshot import store

    kept = store.path_of(Path(settings.snapshots), name, variant).as_posix()
    return _file_at(kept, target.ref, settings.root, name, str(target))


def _path(target: Target, settings: Settings) -> Found:
    whole = str(target)
    path, pointer = cut(target.text)
    at_ref = pointer and not pointer.endswith("/")  # else the @ is in a file's name, or begins a key
    if target.ref and not at_ref and _exists(whole):
        return _file(Path(cut(whole)[0]), whole, settings)
    if target.ref and target.text:
        found = _file_at(path, target.ref, Path(), naming.of_file(Path(path), settings), whole)
        return replace(found, pointer=pointer) if isinstance(found, Place) else found
    if target.text and _exists(target.text):
        return _file(Path(cut(target.text)[0]), target.text, settings)
    there = ", ".join(sorted(settings.servers)) or "none"
    wanted = f"neither a configured server (there are: {there}) nor a file, a URL or -- COMMAND"
    raise UsageError(f"{_short(target)}: {wanted}")


def cut(text: str) -> tuple[str, str]:
    """A path and the JSON pointer behind ``#``."""
    path, hash_sign, pointer = text.rpartition("#")
    return (path, pointer) if hash_sign and pointer.startswith("/") else (text, "")


def _exists(text: str) -> bool:
    path = cut(text)[0]
    if any(character in path for character in "*?["):
        import glob

        return exists(Path(path)) or bool(glob.glob(path, recursive=True))
    return exists(Path(path))


def _file(path: Path, written: str, settings: Settings, *, name: str = "") -> Found:
    name = name or naming.of_file(path, settings)
    bounds = _limits(settings)
    place = Place(name, written, path=path, pointer=cut(written)[1], bounds=bounds)
    if place.pointer or not exists(path) or not path.is_file():
        return place
    try:
        with path.open("rb") as file:
            text = file.read(bounds.bytes).decode()
    except (OSError, UnicodeDecodeError):
        return place
    return _kept(text, written) or place


def _file_at(path: str, ref: str, root: Path, name: str, written: str) -> Found:
    from toolwatch.snapshot import history

    files = _files_at(path, ref, root)
    texts = tuple((f"{file}@{ref}", history.read_at(root, ref, file)) for file in files)
    if len(texts) == 1 and (kept := _kept(texts[0][1], written)) is not None:
        return kept
    return Place(name, written, path=root / path, texts=texts)


def _files_at(path: str, ref: str, root: Path) -> list[str]:
    """The files that a path means at a git ref: itself, or those of a folder or a pattern."""
    from toolwatch.snapshot import history
    from toolwatch.sources.documents import SUFFIXES

    if any(character in path for character in "*?["):
        found = [file for file in history.files_at(root, ref) if _matches(file, path)]
    else:
        folder = PurePosixPath(path)
        files = history.files_at(root, ref, path)
        found = [file for file in files if PurePosixPath(file).parent == folder and file.endswith(SUFFIXES)]
    return found or [path]


def _matches(file: str, pattern: str) -> bool:
    """Whether a pattern of ``glob`` matches: ``**`` any folders, ``*`` no slash."""
    from fnmatch import fnmatchcase

    if "**" in pattern:
        return fnmatchcase(file, pattern) or fnmatchcase(file, pattern.replace("**/", ""))
    return file.count("/") == pattern.count("/") and PurePosixPath(file).match(pattern)


def _python(target: Target, settings: Settings) -> Place:
    what = target.text.removeprefix(PYTHON)
    place = Place(
        naming.of_python(what),
        str(target),
        python=what,
        cwd=Path(),
        kind="python",
        bounds=_limits(settings),
        identity=_default_identity(),
    )
    return _python_at(place, target.ref, Path()) if target.ref else place


def _python_at(place: Place, ref: str, root: Path) -> Place:
    """The same code as of a git ref; it is unpacked when it is listened to.

    Raises:
        NotAtRef: the code is here now, and was not at the ref.
    """
    from toolwatch.snapshot import history

    files = naming.files_of_python(place.python)
    there = set(history.files_at(root, ref))
    if any(exists(root / file) for file in files) and not there.intersection(files):
        raise NotAtRef(f"{place.python}: is not at {ref!r}")
    written = place.written if place.written.endswith(f"@{ref}") else f"{place.written}@{ref}"
    return replace(place, written=written, ref=ref, cwd=root)


def _kept(text: str, where: str) -> Snapshot | None:
    """The snapshot that ``text`` spells, or None; a snapshot that cannot be read is a failed one."""
    if _MARK not in text:
        return None
    from toolwatch.snapshot import store

    try:
        if not store.names_snapshot(text) and not store.is_snapshot(json.loads(text)):
            return None
        return store.loads(text, where=where)
    except ObservationError as error:
        return _failed(Path(where).stem, str(error), where)
    except (ValueError, RecursionError):
        return None


def _limits(settings: Settings) -> Bounds:
    return settings.observe.limits() if settings.given("observe") else DEFAULTS


def _failed(name: str, reason: str, written: str, variant: str = "") -> Snapshot:
    from toolwatch.snapshot import take

    return take(Listing(name, coverage=Coverage(failure=reason), target=written), variant=variant)


def _default_identity(*, flags: tuple[str, ...] = ()) -> dict[str, object]:
    face = ClientFace()
    shown = sorted({word.partition("=")[0] for word in flags if word.startswith("-")})
    client = {"name": face.name, "version": face.version, "capabilities": []}
    return {"client": client, **({"flags": shown} if shown else {})}
