"""One question to one model, and what it chose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from toolwatch.model.suite import NO_TOOL, Message
from toolwatch.model.tool import Json, Tool

UNSENT = " (no such tool)"
"""Behind the name of a tool that a model called although no such tool was sent: never right, whatever is expected."""


class Edition(StrEnum):
    """Which of the two tool lists a trial saw."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Ask:
    """A provider-neutral request: what one model is asked. Nothing in it is ever executed."""

    system: str
    messages: tuple[Message, ...]
    tools: tuple[Tool, ...]
    """In the order they are sent; order changes selection."""
    repeat: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """The first call of a reply. ``tool`` is None where the model called nothing."""

    tool: str | None
    arguments: Json = None
    text: str = ""
    probabilities: Mapping[str, float] = field(default_factory=dict)
    """Probability of each tool, where the provider gives them (NO_TOOL for none)."""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Trial:
    """One answer of one model to one case under one edition; exactly one of ``choice`` and ``error`` is set."""

    suite: str
    case: str
    model: str
    edition: Edition
    repeat: int
    key: str
    """SHA-256 of the exact request without the repeat; the answer store is keyed by it and the repeat."""
    choice: Choice | None = None
    error: str = ""
    """Why there is no choice (no answer, or one that cannot be read), for the user."""
    stored: bool = False
    """True when the answer came from the store and cost nothing."""
    unsent: bool = False
    """True when the chosen tool is none of those that were sent."""

    @property
    def chosen(self) -> str:
        """The choice as it is counted: NO_TOOL for none, a name that no tool of the list has marked as such.

        A tool that is really called like NO_TOOL is marked too, so that calling it is not taken for calling none.
        Without an answer it is empty, which is never right.
        """
        if self.choice is None:
            return ""
        tool = self.choice.tool
        if tool is None:
            return NO_TOOL
        if self.unsent:
            return f"{tool}{UNSENT}"
        return f"{tool} (a tool)" if tool == NO_TOOL else tool


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What was asked, for provenance. A proxy is no language model and is always labelled as one."""

    provider: str
    model: str
    version: str = ""
    url: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    proxy: bool = False
    deterministic: bool = False
    """True where the same question cannot get another answer, so that one repeat is as good as many."""
    alias: str = ""
    """What the configuration calls it, where it says so."""

    @property
    def label(self) -> str:
        """How reports name it."""
        return (self.alias or f"{self.provider}:{self.model}") + (" (proxy, not a model)" if self.proxy else "")
