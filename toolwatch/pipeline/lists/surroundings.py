"""What lies in a project that toolwatch could watch."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from toolwatch.config import client
from toolwatch.config.client import ClientServers
from toolwatch.config.servers import WAYS
from toolwatch.config.settings import Settings, beside
from toolwatch.pipeline.lists.committable import committable

SKIPPED = frozenset(
    {".git", ".venv", "venv", "node_modules", "dist", "build", "__pycache__", ".tox", "site-packages", "snapshots"}
)
MOST_FILES = 5000
_LIST = re.compile(r"(?:.*[-_.])?tools?(?:[-_.].*)?\.(?:jsonl?|ndjson|ya?ml)")
_PYTHON = re.compile(r"^\s*(?:from|import)\s+(?:mcp\.server|fastmcp)\b", re.MULTILINE)
_RUNS = re.compile(r"\.run\(|serve\(")
_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Around:
    """What lies in a project."""

    servers: Mapping[str, Mapping[str, object]]
    """By name, each as a table of toolwatch.toml, those that are configured first; ``origin`` says where it stands."""
    origin: Mapping[str, str]
    settings: Settings
    """What the project has configured; without a file where it has nothing."""
    ci: str
    """``github``, ``gitlab`` or empty."""
    hook: str
    """Text of the pre-commit configuration; empty without one."""
    problems: tuple[str, ...] = ()
    """What looks like a server and cannot be watched, and why."""

    @property
    def file(self) -> str:
        """Name of the project's configuration; empty without one."""
        return "" if self.settings.file is None else self.settings.file.name


def look(root: Path) -> Around:
    """Servers of project-wide client configurations, tool lists, Python and TypeScript servers, snapshots, CI.

    Raises:
        ConfigError: the project's own configuration cannot be read.
    """
    settings = beside(root)
    own = {name: dict(table) for name, table in settings.servers.given.items()}
    found, places, problems = _found(root, kept=root / settings.snapshots)
    new = {
        key: table
        for key, table in found.items()
        if key not in own and not any(_same(table, one) for one in own.values())
    }
    for key in [key for key, table in new.items() if _HALF.search(json.dumps(table, ensure_ascii=False))]:
        problems.append(f"{places[key]}: has a name that is not UTF-8, which toolwatch.toml cannot hold; rename it")
        del new[key]
    ci = "github" if (root / ".github").is_dir() else "gitlab" if (root / ".gitlab-ci.yml").is_file() else ""
    hook = root / ".pre-commit-config.yaml"
    where = settings.file.name if settings.file else ""
    return Around(
        own | new,
        dict.fromkeys(own, where) | {key: places[key] for key in new},
        settings,
        ci,
        hook.read_text(encoding="utf-8", errors="replace") if hook.is_file() else "",
        tuple(problems),
    )


def _found(root: Path, *, kept: Path) -> tuple[dict[str, Mapping[str, object]], dict[str, str], list[str]]:
    """Every server that lies here, by name, where each was found, and what could not be read."""
    servers: dict[str, Mapping[str, object]] = {}
    origin: dict[str, str] = {}
    problems: list[str] = []
    for found in _clients(root):
        where = found.file.relative_to(root).as_posix()
        problems += [problem.replace(str(found.file), where) for problem in found.problems]
        for name, server in found.servers.items():
            key = _free(name, servers)
            servers[key], origin[key] = committable(key, server, root), where
    for name, table, where in _files(root, kept, problems):
        key = _free(name, servers)
        servers[key], origin[key] = table, where
    return servers, origin, problems


def _same(table: Mapping[str, object], configured: Mapping[str, object]) -> bool:
    """Whether two tables reach one server; how its variables, its folder or its name stand is the project's choice."""

    def way(one: Mapping[str, object]) -> list[object]:
        args = one.get("args")
        file = os.path.normpath(str(one.get("file", "")))
        return [
            file,
            *(one.get(key) for key in WAYS if key != "file"),
            *(args if isinstance(args, list | tuple) else ()),
        ]

    return way(table) == way(configured)


def _clients(root: Path) -> Iterator[ClientServers]:
    """What the project's own files give to clients; what a person's home configures is not the project's."""
    return (found for found in client.discover(root, root) if found.file.is_relative_to(root))


def _files(root: Path, kept: Path, problems: list[str]) -> Iterator[tuple[str, Mapping[str, object], str]]:
    """Name, table and place of what files say; one that cannot be read is a problem and hides no other."""
    for file in _walk(root, kept, problems):
        where = file.relative_to(root).as_posix()
        try:
            found = _server(file, where, root)
        except OSError as error:
            problems.append(_unreadable(error, where))
            continue
        if found is not None:
            yield *found, where


def _server(file: Path, where: str, root: Path) -> tuple[str, Mapping[str, object]] | None:
    if _LIST.fullmatch(file.name) and _holds_tools(file):
        return file.parent.name if file.parent != root else file.stem, {"file": where}
    if file.suffix == ".py" and _serves(file):
        name = file.stem if file.stem != "server" else file.resolve().parent.name
        return name, {"command": "python", "args": [where], "cwd": "."}
    if file.name == "package.json" and (started := _node(file, root)):
        name, program = started
        script = Path(os.path.normpath(file.parent / program)).relative_to(root).as_posix()
        return name, {"command": "node", "args": [script], "cwd": "."}
    return None


def _walk(root: Path, kept: Path, problems: list[str]) -> Iterator[Path]:
    """Files in a stable order, at most so many; folders of installed code and of snapshots are left out."""
    seen = 0
    folders = [root]
    while folders:
        folder = folders.pop(0)
        try:
            entries = sorted(folder.iterdir())
        except OSError as error:
            problems.append(_unreadable(error, folder.relative_to(root).as_posix()))
            continue
        for entry in entries:
            if entry.is_dir() and not entry.is_symlink() and entry.name not in SKIPPED and entry != kept:
                folders.append(entry)
            elif entry.is_file():
                seen += 1
                if seen > MOST_FILES:
                    return
                yield entry


def _unreadable(error: OSError, where: str) -> str:
    return f"{where}: {(error.strerror or str(error)).lower()}, so no server was looked for there"


def _holds_tools(file: Path) -> bool:
    text = file.read_text(encoding="utf-8", errors="replace")[:200_000]
    return '"name"' in text and ("inputSchema" in text or "input_schema" in text or "parameters" in text)


def _serves(file: Path) -> bool:
    text = file.read_text(encoding="utf-8", errors="replace")[:200_000]
    return bool(_PYTHON.search(text)) and bool(_RUNS.search(text)) and not file.name.startswith("test_")


def _node(file: Path, root: Path) -> tuple[str, str] | None:
    """Name and start file of a package that depends on the TypeScript SDK and has a program below ``root``."""
    try:
        package = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(package, dict) or "@modelcontextprotocol/sdk" not in str(package.get("dependencies")):
        return None
    programs = package.get("bin")
    start = next(iter(programs.values()), None) if isinstance(programs, dict) else programs
    name = package.get("name")
    if not isinstance(name, str) or not isinstance(start, str) or "\0" in start:
        return None
    return (name.split("/")[-1], start) if Path(os.path.normpath(file.parent / start)).is_relative_to(root) else None


def _free(name: str, taken: Mapping[str, object]) -> str:
    base = _NAME.sub("-", name).strip("-") or "server"
    for number in range(1, len(taken) + 2):
        key = base if number == 1 else f"{base}-{number}"
        if key not in taken:
            return key
    raise AssertionError("one of so many names is free")
