"""The contract of a report format."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from toolwatch.model.report import Report


class Part(StrEnum):
    """How much of a report is wanted: everything, or what one of the smaller commands prints."""

    CHECK = "check"
    DIFF = "diff"
    LINT = "lint"


@dataclass(frozen=True, slots=True)
class Style:
    """How a format should write. ``colour`` and ``width`` matter to terminals, ``limit`` (characters) to comments."""

    part: Part = Part.CHECK
    colour: bool = False
    width: int = 100
    limit: int = 0
    link: str = ""
    """Where the whole report lies, for what had to be dropped."""
    resolved: tuple[str, ...] = ()
    """What blocked the run before this one and no longer does."""


class Format(ABC):
    """One way to write a report down. Everything that came from outside is inert in what it returns."""

    name: ClassVar[str]
    suffix: ClassVar[str]
    """File name ending, with its dot."""
    parts: ClassVar[frozenset[Part]] = frozenset({Part.CHECK})

    @abstractmethod
    def render(self, report: Report, style: Style) -> str:
        """The whole text, ending in a newline."""
