"""``[servers.NAME]``: how each server is reached."""

from pydantic import BaseModel, ConfigDict, Field, model_validator


class ServerSettings(BaseModel):
    """One server: exactly one of ``command``, ``url``, ``file``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str | None = None
    args: tuple[str, ...] = ()
    env: dict[str, str] = Field(default_factory=dict)
    cwd: str | None = None
    url: str | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    file: str | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "ServerSettings":
        ways = [way for way in ("command", "url", "file") if getattr(self, way) is not None]
        if len(ways) != 1:
            raise ValueError("give exactly one of command, url, file")
        return self
