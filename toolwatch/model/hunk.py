"""Pieces of an edit, and the cases that they move."""

from dataclasses import dataclass

from toolwatch.model.outcome import Status


@dataclass(frozen=True, slots=True)
class Hunk:
    """One piece of an edit. ``before`` and ``after`` are its text on both sides, empty where there is none.

    ``tool`` is empty for the server's instructions and for the order of the list.
    """

    tool: str
    path: str
    """JSON pointer inside the tool; ``/instructions`` or ``/order`` for what is outside of all tools."""
    part: int
    """Number of the piece within the field, counted from 0."""
    before: str
    after: str

    @property
    def place(self) -> str:
        """Where it is, in words."""
        return f"{self.tool} {self.path}" if self.tool else self.path


@dataclass(frozen=True, slots=True)
class Blamed:
    """One moved case and the smallest part of the edit found that moves it."""

    server: str
    suite: str
    case: str
    model: str
    status: Status
    before: str
    """The tool chosen before the edit, and after it."""
    after: str
    expected: str
    hunks: tuple[Hunk, ...]
    complete: bool
    """False where smaller parts could not all be tried: the budget was spent, or the model did not answer."""
    needed: bool | None = None
    """Whether the case goes back when these pieces alone are taken out of the edit; None where it was not tried."""
