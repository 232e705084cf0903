"""A suite of selection cases: requests, and the tool that is right for each."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from toolwatch.model.position import Position
from toolwatch.model.tool import Json

NO_TOOL = "none"
"""How "no tool is right" and "no tool was called" are written, in suites and in reports."""


class Cost(StrEnum):
    """What it costs when a request lands on the wrong tool, from worst to mildest."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation: ``role`` is ``user``, ``assistant`` or ``tool``."""

    role: str
    content: str
    tool: str = ""
    """The tool that an assistant turn called, or whose result a tool turn is; empty for plain talk."""
    arguments: Json = None
    """What an assistant turn called its tool with."""


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a golden trace, with the canned result that the next question is asked after."""

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)
    """Expected arguments by name, each a matcher; empty means unchecked."""
    result: Json = None
    optional: bool = False
    """A call that may be left out without being wrong."""


@dataclass(frozen=True, slots=True)
class Case:
    """One request and what a model should do with it. ``expected`` empty means that no tool is right."""

    id: str
    """Stable and unique in its suite; answers, reports and approvals are keyed by it."""
    request: str
    expected: tuple[str, ...]
    """Names of the tools of which any one is right; empty where no tool is."""
    boundary: str = ""
    pair: str = ""
    """Id of the pair of cases that differ in one fact; empty for a plain case."""
    fact: str = ""
    """The one fact in which the pair differs, in words."""
    history: tuple[Message, ...] = ()
    """What was said before the request."""
    must_not: tuple[str, ...] = ()
    """Tools that must not be called whatever else happens."""
    arguments: dict[str, Any] = field(default_factory=dict)
    """Expected arguments by name, each a matcher (``{"equal": 5}``); empty means unchecked."""
    category: str = ""
    language: str = ""
    source: str = ""
    risk: Cost | None = None
    weight: float = 1.0
    abstain: str = ""
    """Why no tool is right: ``underspecified``, ``unsupported`` or ``chat``; empty otherwise."""
    position: Position | None = None
    optional: tuple[str, ...] = ()
    """Tools that may be called first without it being held against the answer (a look-up before the deed)."""
    steps: tuple[Step, ...] = ()
    """The whole golden trace of a multi-step case; its later questions are cases of their own (``ID#2``)."""
    step: int = 0
    """How many calls of a golden trace were made before this question; they stand in the history."""
    note: str = ""

    @property
    def messages(self) -> tuple[Message, ...]:
        """What a model is told, in order: the history, then the request unless the history holds it already."""
        return self.history if self.step else (*self.history, Message("user", self.request))

    @property
    def expected_text(self) -> str:
        """The expected tools as reports print them."""
        return " or ".join(self.expected) if self.expected else NO_TOOL


@dataclass(frozen=True, slots=True)
class Boundary:
    """Two or more tools that requests are argued over."""

    id: str
    tools: tuple[str, ...]
    why: str = ""
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    """Cases on one server, with what a model is told before them."""

    name: str
    server: str
    system: str = ""
    """The system prompt's text."""
    boundaries: tuple[Boundary, ...] = ()
    cases: tuple[Case, ...] = ()
    cost: dict[str, Cost] = field(default_factory=dict)
    """Cost of landing wrongly on a tool, by tool name; ``*`` is the default."""
    digest: str = ""
    """SHA-256 over what the suite says, file names and positions left out."""
    file: str = ""
    """The suite's file, from the folder that holds the suites."""
    folder: Path | None = None
    """The folder that it was read from; what is learned of the suite is kept there."""

    def case(self, case_id: str) -> Case | None:
        """The case of that id, or None."""
        return next((case for case in self.cases if case.id == case_id), None)
