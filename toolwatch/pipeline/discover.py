"""Which MCP servers the clients on this machine are configured to use; none is started without being told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from toolwatch.config import client
from toolwatch.config.client import ClientServers
from toolwatch.config.servers import ServerSettings
from toolwatch.config.settings import Settings
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lists.observe import observe_all
from toolwatch.pipeline.lists.targets import Target
from toolwatch.sources.secrets import shown_url, without_values

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Known:
    """One server as one client knows it; no value that may be secret."""

    client: str
    file: str
    """Below the project or, with ``~``, below the home folder."""
    name: str
    reached: str
    needs: tuple[str, ...]
    """Names of the environment variables and headers that it is given."""
    enabled: bool
    seen: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class Discovered:
    """Everything that was found, and what could not be read."""

    servers: tuple[Known, ...]
    problems: tuple[str, ...]


def discover(home: Path, project: Path, *, observe: bool = False, progress: Progress | None = None) -> Discovered:
    """Read every client's configuration at its place; with ``observe`` also list what each enabled server says."""
    known: list[Known] = []
    problems: list[str] = []
    for found in client.discover(home, project):
        file = _shown(found.file, home, project)
        problems += [problem.replace(str(found.file), file) for problem in found.problems]
        seen = _observed(found, progress) if observe else {}
        known += [
            Known(
                found.client,
                file,
                name,
                _reached(server),
                tuple(sorted({*server.env, *server.headers})),
                server.enabled,
                seen.get(name),
            )
            for name, server in found.servers.items()
        ]
    return Discovered(tuple(known), tuple(problems))


def _observed(found: ClientServers, progress: Progress | None) -> Mapping[str, Snapshot]:
    names = [name for name, server in found.servers.items() if server.enabled]
    settings = Settings({"servers": dict(found.servers)}, root=found.project, file=found.file)
    return dict(zip(names, observe_all([Target(name) for name in names], settings, progress=progress), strict=True))


def _reached(server: ServerSettings) -> str:
    if server.url is not None:
        return shown_url(server.url)
    return " ".join(without_values((server.command or "", *(server.args or ()))))


def _shown(file: Path, home: Path, project: Path) -> str:
    if file.is_relative_to(project):
        return file.relative_to(project).as_posix()
    return f"~/{file.relative_to(home).as_posix()}" if file.is_relative_to(home) else file.as_posix()
