"""A client's or provider's limits, read from ``data/NAME.toml``."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from toolwatch.errors import UsageError


class Verb(StrEnum):
    """What a client does with what it does not take, from worst to mildest."""

    REFUSED = "refused"
    """The whole request fails, so every tool is lost."""
    DROPPED = "dropped"
    """The tool is left out."""
    CUT = "cut"
    RENAMED = "renamed"
    STRIPPED = "stripped"
    """Part of the schema is taken away."""


@dataclass(frozen=True, slots=True)
class NameLimits:
    """How a client names tools. ``pattern`` and ``first`` match one character."""

    prefix: str = ""
    prefix_most: int = 0
    """Characters to which the prefix is cut; 0: it is not."""
    pattern: str = ""
    first: str = ""
    bad: Verb | None = None
    most: int = 0
    long: Verb | None = None
    with_server: bool = False
    """Whether the server's name counts although it is no part of the tool's name."""
    keep_start: int = 0
    keep_end: int = 0
    gap: str = ""
    """What a cut leaves: the first and the last characters and a gap; without them the first ``most``."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of characters or tools; 0 is none."""

    most: int = 0
    least: int = 0
    over: Verb | None = None


@dataclass(frozen=True, slots=True)
class SchemaLimits:
    """What a client does not take in an input schema."""

    root_refused: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    stripped: tuple[str, ...] = ()
    gates: frozenset[str] = frozenset()
    """All keywords that are refused or stripped."""
    needs_items: bool = False
    needs_properties: bool = False
    needs_type: bool = False
    needs_declared_required: bool = False
    one_type: bool = False
    text_enums: bool = False
    no_booleans: bool = False
    no_recursion: bool = False
    property_pattern: str = ""
    property_most: int = 0
    all_required: bool = False
    closed: bool = False
    formats: tuple[str, ...] = ()
    """The only formats that are taken; empty: any."""
    depth: int = 0
    properties: int = 0


NO_LIMITS = SchemaLimits()
_DATA = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Client:
    """One client or provider, as it was on the day ``checked``."""

    name: str
    title: str
    checked: date
    confirmed: bool
    """False where the sources are reports of users, not the vendor's own words or code."""
    sources: tuple[str, ...]
    opt_in: bool = False
    """Whether the linter tells of it only when it is asked for: hardly anybody passes a list on to it as it is."""
    names: NameLimits = field(default_factory=NameLimits)
    tools: Limit = field(default_factory=Limit)
    description: Limit = field(default_factory=Limit)
    instructions: Limit = field(default_factory=Limit)
    schema: SchemaLimits = NO_LIMITS


@cache
def clients() -> Mapping[str, Client]:
    """All clients by name, sorted."""
    return {file.stem: _read(file.stem, file.read_text("utf-8")) for file in sorted(_DATA.glob("*.toml"))}


def client_named(name: str) -> Client:
    """The client of that name.

    Raises:
        UsageError: there is none; the text lists those there are.
    """
    if name not in clients():
        raise UsageError(f"no client is called {name!r}; there are {', '.join(clients())}")
    return clients()[name]


def _read(name: str, text: str) -> Client:
    data = tomllib.loads(text)
    return Client(
        name=name,
        title=data["title"],
        checked=data["checked"],
        confirmed=data["confirmed"],
        sources=tuple(data["sources"]),
        opt_in=data.get("opt_in", False),
        names=NameLimits(**_verbs(data.get("name", {}), "bad", "long")),
        tools=Limit(**_verbs(data.get("tools", {}), "over")),
        description=Limit(**_verbs(data.get("description", {}), "over")),
        instructions=Limit(**_verbs(data.get("instructions", {}), "over")),
        schema=SchemaLimits(**_tuples(data["schema"])) if "schema" in data else NO_LIMITS,
    )


def _verbs(table: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: Verb(value) if key in keys else value for key, value in table.items()}


def _tuples(table: dict[str, Any]) -> dict[str, Any]:
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    return fields | {"gates": frozenset((*fields.get("refused", ()), *fields.get("stripped", ())))}


@cache
def whole(pattern: str) -> re.Pattern[str]:
    """Matches a text of which every character matches ``pattern``."""
    return re.compile(f"(?:{pattern})*")
