"""``[observe]``: how much is waited for and read, and how many servers at once."""

from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field

from toolwatch.sources.bounds import DEFAULTS, Bounds


class BoundsSettings(BaseModel):
    """``[observe.bounds]``, and ``[servers.NAME.bounds]`` over it; times in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    connect: float | None = Field(default=None, gt=0)
    answer: float | None = Field(default=None, gt=0)
    total: float | None = Field(default=None, gt=0)
    close: float | None = Field(default=None, gt=0)
    pages: int | None = Field(default=None, gt=0)
    items: int | None = Field(default=None, gt=0)
    bytes: int | None = Field(default=None, gt=0)
    nesting: int | None = Field(default=None, gt=0, le=500)

    def over(self, below: Bounds) -> Bounds:
        """The bounds with what is set here in place of what is ``below``."""
        return replace(below, **self.model_dump(exclude_none=True))


class ObserveSettings(BaseModel):
    """How observing goes about it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at_once: int = Field(default=4, ge=1, le=64)
    """Servers that are started or asked at the same time."""
    probe: bool = True
    bounds: BoundsSettings = Field(default_factory=BoundsSettings)

    def limits(self, server: BoundsSettings | None = None) -> Bounds:
        """The bounds for one server."""
        general = self.bounds.over(DEFAULTS)
        return server.over(general) if server else general
