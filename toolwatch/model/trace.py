"""What an agent did on one task, and what it should have done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from toolwatch.model.tool import Json


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call of an agent."""

    tool: str
    arguments: Mapping[str, Json] = field(default_factory=dict)
    failed: bool = False
    """The tool answered with an error, or not at all, as far as the trace says."""
    seconds: float | None = None
    money: float | None = None
    """Cost of the call in the currency of the trace, where it says."""
    result: Json = None
    """What the tool answered; None where the trace does not hold it."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The calls of one run of an agent on one task, in order."""

    task: str
    calls: tuple[Call, ...] = ()
    source: str = ""
    """File and place it was read from."""


class Order(StrEnum):
    """How much of the order of the golden calls counts."""

    EXACT = "exact"
    """Just these calls, in just this order."""
    PARTIAL = "partial"
    """In this order; other calls may stand between."""
    ANY = "any"


@dataclass(frozen=True, slots=True)
class GoldenCall:
    """A call that should be made.

    ``arguments`` maps names to matchers such as ``{"equal": 5}``; None skips the check, an empty object means that
    no argument is expected.
    """

    tool: str
    arguments: Mapping[str, Mapping[str, Json]] | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ForbiddenCall:
    """A call that must not be made: the tool, and with matchers only when all of these arguments match."""

    tool: str
    arguments: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True, slots=True)
class SideEffect:
    """Something that a run changes in the world, stated by the calls that make it.

    A call makes the effect when it is of one of ``tools`` (``*``: any), did not fail, and all matchers fit. An effect
    is expected ``at_least`` and, where that is set, ``at_most`` so often; a forbidden one never.
    """

    name: str
    tools: tuple[str, ...]
    arguments: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    result: Mapping[str, Json] | None = None
    """Matcher for the recorded result as a whole; None where it may say anything."""
    result_fields: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    """Matchers for fields of a recorded result that is an object."""
    at_least: int = 1
    at_most: int | None = None
    forbidden: bool = False


@dataclass(frozen=True, slots=True)
class Golden:
    """What an agent should do on one task."""

    task: str
    calls: tuple[GoldenCall, ...] = ()
    order: Order = Order.PARTIAL
    forbidden: tuple[ForbiddenCall, ...] = ()
    side_effects: tuple[SideEffect, ...] = ()
    silent: bool = False
    """Whether the file says in so many words that no call is right (``calls: []``), and asks for no effect of one."""

    @property
    def required(self) -> tuple[GoldenCall, ...]:
        """The calls that may not be left out."""
        return tuple(call for call in self.calls if not call.optional)
