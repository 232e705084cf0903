"""Finds and reads ``toolwatch.toml`` or ``[tool.toolwatch]`` of ``pyproject.toml``.

Sections are checked where the file has them, and made when they are first asked for: a command pays for the sections
that it uses, and the pre-commit hook uses few.
"""

import importlib
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from toolwatch.errors import ConfigError
from toolwatch.model import invalid

if TYPE_CHECKING:
    from toolwatch.config.diff import DiffSettings
    from toolwatch.config.gate import GateSettings
    from toolwatch.config.lint import LintSettings
    from toolwatch.config.models import ModelSettings, RunSettings
    from toolwatch.config.observing import ObserveSettings
    from toolwatch.config.select import SelectSettings
    from toolwatch.config.servers import ServerSettings
    from toolwatch.config.watch import WatchSettings

T = TypeVar("T")

NAMES = ("toolwatch.toml", "pyproject.toml")

SECTIONS = {
    "lint": ("lint", "LintSettings"),
    "run": ("models", "RunSettings"),
    "select": ("select", "SelectSettings"),
    "gate": ("gate", "GateSettings"),
    "observe": ("observing", "ObserveSettings"),
    "diff": ("diff", "DiffSettings"),
    "watch": ("watch", "WatchSettings"),
}
"""Sections that are one table: module of this folder and class."""

TABLES = {"servers": ("servers", "ServerSettings"), "models": ("models", "ModelSettings")}
"""Sections that hold named tables of one kind."""

FOLDERS = {"suites": "suites", "snapshots": "snapshots"}
"""Settings that name a folder, and their defaults."""


class Settings:
    """Everything a user can configure; each section is a file beside this one.

    Args:
        data: the file's content as plain data.
        root: the folder that relative paths start from: that of the file, or the current one.
        file: the file, if there is one; errors name it.
    """

    def __init__(self, data: Mapping[str, Any] | None = None, *, root: Path | None = None, file: Path | None = None):
        self._data = dict(data or {})
        self._made: dict[str, Any] = {}
        self.root = root if root is not None else Path()
        self.file = file
        self._known()

    def check(self, sections: Sequence[str] = (*SECTIONS, *TABLES)) -> None:
        """Read the named sections as far as the file has them.

        Raises:
            ConfigError: one of them says something that toolwatch does not know.
        """
        for name in sections:
            if name in self._data:
                made = getattr(self, name)
                if isinstance(made, Tables):
                    made.check()

    def replaced(self, **sections: Any) -> "Settings":
        """A copy that has ``sections`` in place of its own, for what a command line or an environment overrides."""
        kept = {name: getattr(self, name) for name in (*SECTIONS, *TABLES, *FOLDERS) if name not in sections}
        return Settings(kept | sections, root=self.root, file=self.file)

    def given(self, name: str) -> bool:
        """Whether the file has a section of that name; where it has none, its defaults hold and need no reading."""
        return name in self._data

    @property
    def servers(self) -> "Tables[ServerSettings]":
        """``[servers.NAME]``: how each server is reached."""
        made: Tables[ServerSettings] = self._tables("servers")
        return made

    def server_of(self, path: Path) -> str | None:
        """The configured server that is this definition file; nothing else of the servers is read."""
        for name, given in self.servers.given.items():
            file = given.get("file") if isinstance(given, Mapping) else getattr(given, "file", None)
            if isinstance(file, str) and (self.root / file).resolve() == path.resolve():
                return name
        return None

    @property
    def models(self) -> "Tables[ModelSettings]":
        """``[models.NAME]``: which models are asked, and how."""
        made: Tables[ModelSettings] = self._tables("models")
        return made

    @property
    def lint(self) -> "LintSettings":
        """``[lint]``."""
        made: LintSettings = self._section("lint")
        return made

    @property
    def run(self) -> "RunSettings":
        """``[run]``: how suites are run."""
        made: RunSettings = self._section("run")
        return made

    @property
    def select(self) -> "SelectSettings":
        """``[select]``: which cases are rerun after an edit."""
        made: SelectSettings = self._section("select")
        return made

    @property
    def gate(self) -> "GateSettings":
        """``[gate]``: what may pass."""
        made: GateSettings = self._section("gate")
        return made

    @property
    def observe(self) -> "ObserveSettings":
        """``[observe]``: how much is waited for and read."""
        made: ObserveSettings = self._section("observe")
        return made

    @property
    def diff(self) -> "DiffSettings":
        """``[diff]``: how strict to be about changes."""
        made: DiffSettings = self._section("diff")
        return made

    @property
    def watch(self) -> "WatchSettings":
        """``[watch]``: how other people's servers are watched, and what they may touch."""
        made: WatchSettings = self._section("watch")
        return made

    @property
    def suites(self) -> str:
        """Folder of the suites."""
        return self._folder("suites")

    @property
    def snapshots(self) -> str:
        """Folder of the snapshots."""
        return self._folder("snapshots")

    def _section(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._validated(SECTIONS[name], self._data.get(name, {}), name)
        return self._made[name]

    def _tables(self, name: str) -> Any:
        if name not in self._made:
            given = self._data.get(name, {})
            if not isinstance(given, Mapping):
                raise self._error(f"{name}: must hold tables, such as [{name}.NAME]")
            self._made[name] = Tables(given, lambda key: self._validated(TABLES[name], given[key], f"{name}.{key}"))
        return self._made[name]

    def _folder(self, name: str) -> str:
        folder = self._data.get(name, FOLDERS[name])
        if not isinstance(folder, str):
            raise self._error(f"{name}: must name a folder")
        return folder

    def _validated(self, place: tuple[str, str], value: Any, where: str) -> Any:
        from pydantic import ValidationError

        module, name = place
        kind = getattr(importlib.import_module(f"toolwatch.config.{module}"), name)
        if isinstance(value, kind):
            return value
        try:
            return kind.model_validate(value)
        except ValidationError as error:
            raise self._error(invalid.first(error, below=where, unknown="unknown setting", form=kind)) from None

    def _known(self) -> None:
        for name in self._data:
            if name not in (*SECTIONS, *TABLES, *FOLDERS):
                raise self._error(f"{name}: unknown setting; there are {', '.join((*SECTIONS, *TABLES, *FOLDERS))}")
        for name in FOLDERS:
            self._folder(name)
        if place := _with_nul(self._data):
            raise self._error(f"{place}: holds a NUL character, which no path, command or name can")

    def _error(self, text: str) -> ConfigError:
        return ConfigError(f"{self.file}: {text}" if self.file else text)


def _with_nul(value: Any) -> str:
    """Where the first string with a NUL character stands, dotted; empty where none does."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        if "\0" in str(key) or (isinstance(inner, str) and "\0" in inner):
            return repr(key)[1:-1] if isinstance(key, str) else str(key)
        if found := _with_nul(inner):
            return f"{key}.{found}"
    return ""


class Tables(Mapping[str, T]):
    """Named tables, each checked when it is first asked for; which names there are is free.

    Args:
        given: what the file holds, by name.
        read: makes the settings of a name.
    """

    def __init__(self, given: Mapping[str, Any], read: Callable[[str], T]) -> None:
        self.given = given
        self._read = cache(read)

    def __getitem__(self, name: str) -> T:
        if name not in self.given:
            raise KeyError(name)
        return self._read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.given)

    def __len__(self) -> int:
        return len(self.given)

    def __contains__(self, name: object) -> bool:
        return name in self.given

    def check(self) -> None:
        """Check every table now."""
        for name in self:
            self[name]


def load(path: Path | None = None, *, start: Path | None = None, sections: Sequence[str] | None = None) -> Settings:
    """Read ``path``, or the nearest configuration file at ``start`` (default: here) or above it.

    Without any file the defaults hold. ``sections`` are those that are checked now; None checks all that the file has.

    Raises:
        ConfigError: the file is missing, no TOML, or says something unknown; the text names file and field.
    """
    found = path or _nearest((start or Path.cwd()).resolve())
    if found is None:
        return Settings(root=start or Path())
    if path is not None and not _is_own(path):
        return _of_client(path)
    settings = Settings(_section(found, _toml(found)), root=found.parent, file=found)
    if sections is None:
        settings.check()
    else:
        settings.check(sections)
    return settings


def beside(folder: Path) -> Settings:
    """The configuration that lies in a folder itself, checked; what lies above it does not count.

    Raises:
        ConfigError: see ``load``.
    """
    found = _in(folder)
    if found is None:
        return Settings(root=folder)
    settings = Settings(_section(found, _toml(found)), root=folder, file=found)
    settings.check()
    return settings


def loads(text: str, file: Path) -> Settings:
    """Read toolwatch's own configuration from ``text``, as if ``file`` held it; nothing is checked yet.

    Raises:
        ConfigError: it is no TOML, or holds an unknown section.
    """
    return Settings(_section(file, _parsed(text, file)), root=file.parent, file=file)


def _is_own(path: Path) -> bool:
    """Whether a file is toolwatch's own; any other is an MCP client's."""
    return path.suffix == ".toml" and "mcp_servers" not in _toml(path)


def _of_client(path: Path) -> Settings:
    """The servers of an MCP client's configuration, with toolwatch's defaults for everything else."""
    from toolwatch.config import client

    found = client.read(path)
    if found.problems:
        raise ConfigError(found.problems[0])
    return Settings({"servers": dict(found.servers)}, root=found.project, file=path)


def _nearest(folder: Path) -> Path | None:
    return next((found for place in (folder, *folder.parents) if (found := _in(place))), None)


def _in(folder: Path) -> Path | None:
    found = [file for name in NAMES if (file := folder / name).is_file() and _speaks(file)]
    if len(found) > 1:
        raise ConfigError(f"{found[0]}: [tool.toolwatch] in {found[1].name} beside it would be passed over: keep one")
    return found[0] if found else None


def _speaks(file: Path) -> bool:
    """Whether the file holds toolwatch's configuration; a ``pyproject.toml`` need not, and is parsed where it may."""
    if file.name != "pyproject.toml":
        return True
    try:
        named = b"toolwatch" in file.read_bytes()
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}") from None
    tools = _toml(file).get("tool") if named else None
    return isinstance(tools, dict) and "toolwatch" in tools


def _section(path: Path, data: dict[str, Any]) -> dict[str, Any]:
    section = data.get("tool", {}).get("toolwatch", {}) if path.name == "pyproject.toml" else data
    if not isinstance(section, dict):
        raise ConfigError(f"{path}: tool.toolwatch must be a table")
    return section


def _toml(path: Path) -> dict[str, Any]:
    try:
        return _parsed(path.read_text(encoding="utf-8"), path)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is no TOML: {error}") from None


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is no TOML: {error}") from None
    except RecursionError:
        raise ConfigError(f"{path}: is nested too deeply") from None
