"""The contract of an MCP client's configuration file, and how such files are read."""

import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ValidationError

from toolwatch import registry
from toolwatch.config.servers import ServerSettings
from toolwatch.errors import ConfigError
from toolwatch.model import invalid
from toolwatch.model.tool import Json
from toolwatch.sources.strict import NoJson, parse

_JSONC = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)
_NESTING = 100


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a configuration file stands, for references to places."""

    file: Path
    project: Path
    home: Path


@dataclass(frozen=True, slots=True)
class ClientServers:
    """The servers that one file names; an entry that cannot be used is a problem and costs no other."""

    client: str
    file: Path
    project: Path
    servers: Mapping[str, ServerSettings] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


class Client(ABC):
    """One client: where its files lie, and how their entries become servers."""

    name: ClassVar[str]
    user: ClassVar[tuple[str, ...]] = ()
    """Its files below the home folder."""
    project: ClassVar[tuple[str, ...]] = ()
    """Its files below a project's folder; patterns are allowed."""
    rank: ClassVar[int] = 50
    """Of clients whose files look alike, the lowest takes one that lies at no client's place."""

    @abstractmethod
    def entries(self, document: Json, setting: Setting) -> Iterable[tuple[str, Json]]:
        """The servers' names and raw entries; none where the document is not of this client."""

    @abstractmethod
    def settings(self, entry: Mapping[str, Json]) -> dict[str, Any]:
        """An entry as the fields of ``ServerSettings``, its values still in the client's own spelling."""

    def value(self, text: str, setting: Setting) -> str:
        """One value with the client's references in toolwatch's spelling; clients without any keep texts literal."""
        return literal(text)

    def file_matches(self, path: Path) -> bool:
        """Whether a file lies where this client keeps one, the folder aside."""
        parts = path.as_posix()
        return any(Path(parts).match(known) for known in (*self.user, *self.project))


def literal(text: str) -> str:
    """A text in which ``${`` is no reference."""
    return text.replace("${", "$${")


def places(text: str, setting: Setting) -> str:
    """References to places that editors share, replaced."""
    known = {
        "workspaceFolder": str(setting.project),
        "workspaceFolderBasename": setting.project.name,
        "userHome": str(setting.home),
        "pathSeparator": "/",
        "/": "/",
    }
    return re.sub(r"\$\{([A-Za-z/]+)\}", lambda match: known.get(match[1], match[0]), text)


def standard(entry: Mapping[str, Json], *, url: str = "url") -> dict[str, Any]:
    """The fields that most clients share: command, args, env, cwd, envFile, url, headers, type, disabled."""
    found: dict[str, Any] = {
        "command": entry.get("command"),
        "args": entry.get("args"),
        "env": entry.get("env"),
        "cwd": entry.get("cwd"),
        "env_file": entry.get("envFile"),
        "url": entry.get(url) or entry.get("serverUrl"),
        "headers": entry.get("headers"),
        "transport": transport(entry.get("type") or entry.get("transport")),
    }
    if entry.get("disabled") is True or entry.get("enabled") is False:
        found["enabled"] = False
    return found


def transport(word: Json) -> str | None:
    """``http`` or ``sse`` for the words that clients use."""
    known = {
        "sse": "sse",
        "http": "http",
        "streamable-http": "http",
        "streamable_http": "http",
        "streamableHttp": "http",
    }
    return known.get(word) if isinstance(word, str) else None


def clients() -> dict[str, type[Client]]:
    """Every client by name."""
    return registry.load("toolwatch.config.clients", Client, key="name", group="toolwatch.clients")


def read(path: Path, *, home: Path | None = None) -> ClientServers:
    """Read a client's configuration, whichever client's it is.

    Raises:
        ConfigError: it cannot be read, or is no client's.
    """
    document = _document(path)
    known = [made() for made in sorted(clients().values(), key=lambda made: (made.rank, made.name))]
    for client in sorted(known, key=lambda client: not client.file_matches(path)):
        setting = Setting(path, _project_of(path, client), home or Path.home())
        entries = list(client.entries(document, setting))
        if entries:
            return _servers(client, entries, setting)
    raise ConfigError(f"{path}: names no MCP servers in the way of any known client ({', '.join(clients())})")


def discover(home: Path, project: Path) -> Iterator[ClientServers]:
    """Read every client's configuration that lies at its place; a file that cannot be read is one with a problem."""
    for made in clients().values():
        client = made()
        found = [*(home / known for known in client.user)]
        found += [file for known in client.project for file in sorted(project.glob(known))]
        for file in dict.fromkeys(found):
            if not file.is_file():
                continue
            setting = Setting(file, project, home)
            try:
                entries = list(client.entries(_document(file), setting))
            except ConfigError as error:
                yield ClientServers(client.name, file, project, problems=(str(error),))
                continue
            if entries:
                yield _servers(client, entries, setting)


def _project_of(path: Path, client: Client) -> Path:
    """The folder that a project's file belongs to; the current one for a user's file."""
    for known in client.project:
        if path.match(known):
            return path.parents[known.count("/")]
    return Path()


def _servers(client: Client, entries: Iterable[tuple[str, Json]], setting: Setting) -> ClientServers:
    servers: dict[str, ServerSettings] = {}
    problems: list[str] = []
    for name, entry in entries:
        where = f"{setting.file}: {name}"
        try:
            servers[name] = _server(client, entry, setting)
        except (ConfigError, ValidationError, TypeError) as error:
            problems.append(f"{where}: {_reason(error)}")
    return ClientServers(client.name, setting.file, setting.project, servers, tuple(problems))


def _server(client: Client, entry: Json, setting: Setting) -> ServerSettings:
    if not isinstance(entry, Mapping):
        raise ConfigError("is no object")
    given = {key: value for key, value in client.settings(entry).items() if value not in (None, {}, [], ())}
    if "url" in given and "command" in given:
        del given["command"]
    if "url" not in given:
        given.pop("transport", None)
        given.pop("headers", None)
    return ServerSettings.model_validate(_each_text(given, lambda text: client.value(text, setting)))


def _each_text(value: Json, change: Callable[[str], str], key: str = "") -> Json:
    if isinstance(value, str):
        return value if key == "transport" else change(value)
    if isinstance(value, Mapping):
        return {name: _each_text(item, change, str(name)) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_each_text(item, change) for item in value]
    return value


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return invalid.first(error)
    return str(error)


def _document(path: Path) -> Json:
    """Parse a configuration file: TOML and YAML by suffix, anything else as JSON with comments."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: is not UTF-8") from None
    match path.suffix.lower():
        case ".toml":
            try:
                return tomllib.loads(text)
            except tomllib.TOMLDecodeError as error:
                raise ConfigError(f"{path}: is no TOML: {error}") from None
            except RecursionError:
                raise ConfigError(f"{path}: is nested too deeply") from None
        case ".yaml" | ".yml":
            return _yaml(text, path)
        case _:
            return _jsonc(text, path)


def _yaml(text: str, path: Path) -> Json:
    import yaml

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        raise ConfigError(f"{path}{line}: is no YAML") from None
    except RecursionError:
        raise ConfigError(f"{path}: is nested too deeply") from None


def _jsonc(text: str, path: Path) -> Json:
    def blank(match: re.Match[str]) -> str:
        return match[1] or re.sub(r"[^\n]", " ", match[0])

    try:
        return parse(_TRAILING.sub(blank, _JSONC.sub(blank, text)), nesting=_NESTING).value
    except NoJson as error:
        raise ConfigError(f"{path}:{error.line}:{error.column}: is no JSON: {error}") from None
