"""Finds and reads ``toolwatch.toml`` or ``[tool.toolwatch]`` of ``pyproject.toml``."""

import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from toolwatch.config.diff import DiffSettings
from toolwatch.config.gate import GateSettings
from toolwatch.config.lint import LintSettings
from toolwatch.config.models import ModelSettings, RunSettings
from toolwatch.config.observing import ObserveSettings
from toolwatch.config.select import SelectSettings
from toolwatch.config.servers import ServerSettings
from toolwatch.errors import ConfigError

NAMES = ("toolwatch.toml", "pyproject.toml")


class Settings(BaseModel):
    """Everything a user can configure; each section is a file beside this one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    servers: dict[str, ServerSettings] = Field(default_factory=dict)
    lint: LintSettings = Field(default_factory=LintSettings)
    models: dict[str, ModelSettings] = Field(default_factory=dict)
    run: RunSettings = Field(default_factory=RunSettings)
    select: SelectSettings = Field(default_factory=SelectSettings)
    gate: GateSettings = Field(default_factory=GateSettings)
    observe: ObserveSettings = Field(default_factory=ObserveSettings)
    diff: DiffSettings = Field(default_factory=DiffSettings)
    suites: str = "suites"
    snapshots: str = "snapshots"

    root: Path = Field(default=Path(), exclude=True)
    """Folder that relative paths start from: that of the file, or the current one."""
    file: Path | None = Field(default=None, exclude=True)


def load(path: Path | None = None, *, start: Path | None = None) -> Settings:
    """Read ``path``, or the nearest configuration file at ``start`` (default: here) or above it.

    Without any file the defaults hold.

    Raises:
        ConfigError: the file is missing, no TOML, or says something unknown; the text names file and field.
    """
    found = path or _nearest((start or Path.cwd()).resolve())
    if found is None:
        return Settings(root=start or Path())
    if path is not None and not _is_own(path):
        return _of_client(path)
    data = _section(found)
    try:
        return Settings.model_validate({**data, "root": found.parent, "file": found})
    except ValidationError as error:
        raise ConfigError(f"{found}: {_first(error)}") from None


def _is_own(path: Path) -> bool:
    """Whether a file is toolwatch's own; any other is an MCP client's."""
    return path.suffix == ".toml" and "mcp_servers" not in _toml(path)


def _of_client(path: Path) -> Settings:
    """The servers of an MCP client's configuration, with toolwatch's defaults for everything else."""
    from toolwatch.config import client

    found = client.read(path)
    if found.problems:
        raise ConfigError(found.problems[0])
    return Settings(servers=dict(found.servers), root=found.project, file=path)


def _nearest(folder: Path) -> Path | None:
    for place in (folder, *folder.parents):
        for name in NAMES:
            file = place / name
            if file.is_file() and (name != "pyproject.toml" or "toolwatch" in _toml(file).get("tool", {})):
                return file
    return None


def _section(path: Path) -> dict[str, Any]:
    data = _toml(path)
    section = data.get("tool", {}).get("toolwatch", {}) if path.name == "pyproject.toml" else data
    if not isinstance(section, dict):
        raise ConfigError(f"{path}: tool.toolwatch must be a table")
    for name in ("root", "file"):
        if name in section:
            raise ConfigError(f"{path}: {name}: unknown setting")
    return section


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: is no TOML: {error}") from None


def _first(error: ValidationError) -> str:
    detail = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in detail["loc"])
    what = "unknown setting" if detail["type"] == "extra_forbidden" else detail["msg"].removeprefix("Value error, ")
    return f"{where}: {what}"
