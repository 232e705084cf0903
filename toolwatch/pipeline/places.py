"""Resolves a target: a kept snapshot, or the place where a tool list is to be had."""

import json
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from toolwatch.config.servers import ServerSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.targets import Target
from toolwatch.sources.place import Place

_MARK = '"toolwatch snapshot"'
"""Every kept snapshot names its document type; text without it need not be parsed twice."""


def find(target: Target, settings: Settings) -> Place | Snapshot:
    """What ``target`` names.

    Raises:
        UsageError: nothing.
        ObservationError: a git ref cannot be read.
    """
    if target.command:
        return Place(_command_name(target.command), str(target), command=target.command)
    if "://" in target.text:
        return Place(urlsplit(target.text).hostname or target.text, shown_url(target.text), url=target.text)
    whole = str(target)
    if target.ref and Path(whole).exists():
        return _file(Path(whole), whole, settings)
    if target.text in settings.servers:
        return _configured(target, settings.servers[target.text], settings)
    if target.ref and ("/" in target.text or "." in target.text):
        return _file_at(target.text, target.ref, Path(), Path(target.text).stem, str(target))
    if target.text and Path(target.text).exists():
        return _file(Path(target.text), target.text, settings)
    raise UsageError(_nothing(target, settings))


def shown_url(url: str) -> str:
    """A URL without user, password and the values of its query, fit for a report."""
    parts = urlsplit(url)
    query = re.sub(r"=[^&]*", "=…", parts.query)
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=host, query=query, fragment="").geturl()


def _nothing(target: Target, settings: Settings) -> str:
    there = ", ".join(sorted(settings.servers)) or "none"
    return f"{target}: neither a configured server (there are: {there}) nor a file, a URL or -- COMMAND"


def _configured(target: Target, server: ServerSettings, settings: Settings) -> Place | Snapshot:
    name = target.text
    if server.file is not None:
        if target.ref:
            return _file_at(server.file, target.ref, settings.root, name, str(target))
        return _file(settings.root / server.file, server.file, settings, name=name)
    if target.ref:
        kept = PurePosixPath(settings.snapshots, f"{name}.json").as_posix()
        return _file_at(kept, target.ref, settings.root, name, str(target))
    if server.url is not None:
        return Place(name, name, url=server.url, headers=server.headers)
    assert server.command is not None
    cwd = settings.root / server.cwd if server.cwd is not None else settings.root
    return Place(name, name, command=(server.command, *server.args), env=server.env, cwd=cwd)


def _file(path: Path, written: str, settings: Settings, *, name: str = "") -> Place | Snapshot:
    name = name or _name_of_file(path, settings)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return Place(name, written, path=path)
    return _kept(text, written) or Place(name, written, path=path)


def _file_at(path: str, ref: str, root: Path, name: str, written: str) -> Place | Snapshot:
    from toolwatch.snapshot import history

    text = history.read_at(root, ref, path)
    return _kept(text, written) or Place(name, written, path=root / path, text=text)


def _kept(text: str, where: str) -> Snapshot | None:
    """The snapshot that ``text`` spells, or None; a snapshot that cannot be read is a failed one."""
    if _MARK not in text:
        return None
    from toolwatch.snapshot import store, take

    try:
        if not store.is_snapshot(json.loads(text)):
            return None
        return store.loads(text, where=where)
    except ObservationError as error:
        return take(Listing(Path(where).stem, coverage=Coverage(failure=str(error)), kind="snapshot", target=where))
    except ValueError:
        return None


def _name_of_file(path: Path, settings: Settings) -> str:
    """The configured server that is this file, else the file's own name."""
    known: Mapping[str, ServerSettings] = settings.servers
    for name, server in known.items():
        if server.file is not None and (settings.root / server.file).resolve() == path.resolve():
            return name
    return path.stem


def _command_name(command: tuple[str, ...]) -> str:
    """A server's name from how it is started: its package or script, else the command."""
    runners = {"npx", "uvx", "uv", "node", "python", "python3", "bunx", "deno", "docker", "run", "tool", "pipx", "exec"}
    for word in command:
        base = PurePosixPath(word).name
        if word.startswith("-") or base in runners or re.fullmatch(r"python3?(\.\d+)?", base):
            continue
        return re.sub(r"(?<=.)@.*$", "", base).removesuffix(".py").removesuffix(".js") or base
    return PurePosixPath(command[0]).name
