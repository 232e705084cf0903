"""What a tool list weighs in a prompt, before and after an edit."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ToolTokens:
    """One tool's estimated tokens; 0 on the side where it is not there."""

    tool: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TokenChange:
    """Estimated tokens of a list on both sides, and how much of a cached prompt prefix stays valid."""

    before: int
    after: int
    tools: tuple[ToolTokens, ...] = ()
    """Those whose size differs, by name."""
    kept: int = 0
    """Tokens at the start of the list that are the same on both sides: what a prompt cache still serves."""
    first_changed: str = ""
    """The tool at which the lists part; empty where they do not, or one only goes on where the other ends."""
    position: int | None = None
    """Its place in the after list, counted from 1; None where the lists are the same."""
    how: str = ""
    """How the estimate was made."""

    @property
    def survival(self) -> float:
        """Share of the before list that a prompt cache still serves, 0 to 1; 1 where nothing changed."""
        return max(0, min(self.kept, self.before)) / self.before if self.before else 1.0
