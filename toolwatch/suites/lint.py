"""Suites are linted too: a test that gives the answer away, or asks too little, is green for nothing."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from toolwatch.model.finding import Finding, Severity
from toolwatch.model.listing import Listing
from toolwatch.model.position import Position
from toolwatch.model.similarity import Neighbours
from toolwatch.model.suite import Boundary, Case, Suite
from toolwatch.model.tool import Tool
from toolwatch.registry import load
from toolwatch.suites.files import FILE


@dataclass(frozen=True)
class View:
    """A suite and what it is about. Without a listing the rules that need one keep silent."""

    suite: Suite
    listing: Listing | None = None
    neighbours: Neighbours = field(default_factory=Neighbours)
    models: tuple[str, ...] | None = None
    """The models that are configured to run it; None where that is not known."""

    @cached_property
    def tools(self) -> Mapping[str, Tool]:
        """The server's tools by name."""
        return {tool.name: tool for tool in self.listing.tools} if self.listing else {}

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases as they were written: later questions of a golden trace are left out."""
        return tuple(case for case in self.suite.cases if not case.step)

    @cached_property
    def pairs(self) -> Mapping[tuple[str, str], tuple[Case, ...]]:
        """The cases of each pair, by boundary and pair."""
        found: dict[tuple[str, str], tuple[Case, ...]] = {}
        for case in self.cases:
            if case.pair:
                key = (case.boundary, case.pair)
                found[key] = (*found.get(key, ()), case)
        return found


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a rule fires and what it says: lower case, no full stop, with what to do."""

    message: str
    about: Case | Boundary | None = None
    """None: the suite as a whole."""
    quote: str = ""
    """The offending text itself, for the fingerprint. Default: the message."""


class SuiteRule(ABC):
    """One way in which a suite fails to test. The class docstring is its manual; the module's name is its name.

    ``bad`` fires, ``good`` is the same thing mended, ``near_miss`` looks alike and is honest.
    """

    code: ClassVar[str]
    severity: ClassVar[Severity]
    bad: ClassVar[View]
    good: ClassVar[View]
    near_miss: ClassVar[View]
    name: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        """Take the name from the module."""
        cls.name = cls.__dict__.get("name", cls.__module__.rpartition(".")[2])

    @abstractmethod
    def check(self, view: View) -> Iterator[Spot]:
        """Yield every place where the rule is broken."""


def rules() -> Mapping[str, type[SuiteRule]]:
    """All rules by code."""
    return load("toolwatch.suites.rules", SuiteRule, key="code", group="toolwatch.suite_rules")


def check(view: View, *, ignore: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Everything that is wrong with a suite, by place, then code; ``ignore`` holds codes and names."""
    found = [
        _finding(rule, spot, view.suite)
        for code, rule in rules().items()
        if code not in ignore and rule.name not in ignore
        for spot in rule().check(view)
    ]
    return tuple(sorted(found, key=lambda one: (_order(one.position), one.code, one.path, one.message)))


def made(*cases: Case, boundaries: Sequence[Boundary] = (), tools: Sequence[Tool] = ()) -> View:
    """A small view, for the rules' own samples."""
    suite = Suite("shop", "shop", boundaries=tuple(boundaries), cases=cases)
    return View(suite, Listing("shop", tuple(tools)) if tools else None)


def _order(position: Position | None) -> tuple[str, int, int]:
    return (position.file, position.line, position.column) if position else ("", 0, 0)


def _finding(rule: type[SuiteRule], spot: Spot, suite: Suite) -> Finding:
    path, position = "", Position(str(suite.folder / FILE) if suite.folder else suite.file or suite.name, 1)
    if isinstance(spot.about, Case):
        path, position = f"/cases/{spot.about.id}", spot.about.position or position
    elif isinstance(spot.about, Boundary):
        path, position = f"/boundaries/{spot.about.id}", spot.about.position or position
    text = "\0".join((rule.code, suite.name, path, spot.quote or spot.message))
    return Finding(
        code=rule.code,
        name=rule.name,
        family="suite",
        severity=rule.severity,
        server=suite.server,
        tool="",
        path=path,
        message=spot.message,
        position=position,
        fingerprint=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16],
    )
