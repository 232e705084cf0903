"""``[select]``: which cases are rerun after an edit."""

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from toolwatch.affected.options import Options


class SelectSettings(BaseModel):
    """How many cases an edit is tried on; the defaults are those that ``make impact`` measures."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Literal["affected", "all", "none"] = "affected"
    sentinel_share: float = Field(default=0.1, ge=0, le=1)
    sentinels: int = Field(default=5, ge=0)
    confidence: float = Field(default=0.95, ge=0.5, lt=1)
    budget: int | None = Field(default=None, ge=1)
    """Most cases that may be rerun."""
    scorer: bool = True
    """Whether the offline scorer, where installed, may order the cases for a model that gives no probabilities."""
    share: float = Field(default=0.15, ge=0, le=1)
    least: int = Field(default=5, ge=1)
    """The run goes down the ranking until this share of the cases, and at least so many, lie behind the last mover."""

    def options(self, *, mode: str = "", budget: int | None = None) -> "Options":
        """The same as the room takes it; what the command line says goes first."""
        # Not at the top: every command reads the settings, and few of them choose cases.
        from toolwatch.affected.options import Mode, Options

        return Options(
            mode=Mode(mode or self.mode),
            share=self.share,
            least=self.least,
            sentinel_share=self.sentinel_share,
            sentinels=self.sentinels,
            confidence=self.confidence,
            budget=budget if budget is not None else self.budget,
        )
