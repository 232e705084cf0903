"""``[lint]``: which rules run, how bad they are, and what is forgiven."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from toolwatch.lint.options import Options, Profile, Suppression, ToolOptions
from toolwatch.model.finding import Severity


class FailOn(StrEnum):
    """The mildest finding that fails a lint."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    NEVER = "never"


class ToolSettings(BaseModel):
    """``[[lint.tools]]``: settings for the tools whose name matches a glob."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str
    ignore: tuple[str, ...] = ()
    severity: dict[str, Severity] = Field(default_factory=dict)


class SuppressionSettings(BaseModel):
    """``[[lint.suppress]]``: findings that a person has looked at; a reason is not optional."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    server: str = "*"
    tool: str = "*"
    path: str = "*"
    reason: Annotated[str, Field(min_length=8)]
    expires: date | None = None


class LintSettings(BaseModel):
    """Every field is optional; names of rules may be codes, prefixes of codes, names or families."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    profile: Profile = Profile.RECOMMENDED
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: dict[str, Severity] = Field(default_factory=dict)
    settings: dict[str, dict[str, Any]] = Field(default_factory=dict)
    tools: tuple[ToolSettings, ...] = ()
    suppress: tuple[SuppressionSettings, ...] = ()
    clients: tuple[str, ...] = ()
    fail_on: FailOn = FailOn.ERROR
    baseline: str = ""
    """File of findings that stood before; relative to the configuration's folder."""

    def options(self, *, today: date | None = None) -> Options:
        """What these settings ask of the linter; ``today`` decides which suppressions have expired."""
        return Options(
            profile=self.profile,
            select=self.select,
            ignore=self.ignore,
            severity=self.severity,
            settings=self.settings,
            tools=tuple(ToolOptions(one.tool, one.ignore, one.severity) for one in self.tools),
            clients=self.clients,
            suppressions=tuple(Suppression(**one.model_dump()) for one in self.suppress),
            today=today or date.today(),
        )
