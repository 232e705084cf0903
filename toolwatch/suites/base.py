"""What an importer is: a file in somebody's format in, drafts of cases out."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import yaml

from toolwatch.errors import SuiteError
from toolwatch.model.inert import mended, one_line
from toolwatch.model.position import Position
from toolwatch.model.suite import Message, Step
from toolwatch.model.tool import Json
from toolwatch.suites.document import MOST_VALUES
from toolwatch.suites.places import places_of

Place = tuple[str | int, ...]

_HALF = re.compile(r"\\u[dD][89a-fA-F]")
REVIEW = "REVIEW: "
"""Begins the note of a case that a person has to look at; ``suite lint`` reports what still has it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """One case as an importer understood it; ``expected`` empty means that no tool is right."""

    request: str
    expected: tuple[str, ...]
    position: Position
    id: str = ""
    """Empty: one is made from the request."""
    steps: tuple[Step, ...] = ()
    arguments: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    """Expected arguments by name, each a matcher."""
    history: tuple[Message, ...] = ()
    must_not: tuple[str, ...] = ()
    category: str = ""
    language: str = ""
    source: str = ""
    """Where the case came from, beyond the file's name."""
    abstain: str = ""
    note: str = ""
    guessed: bool = False
    """The expectation is what happened, not what somebody said is right: a person must look at it."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """An entry that is no case, and why."""

    position: Position
    reason: str


@dataclass(frozen=True)
class Source:
    """The file that is imported."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        """The path as the user wrote it, for messages."""
        return str(self.path)

    @cached_property
    def data(self) -> Json:
        """The file as data: JSON, lines of JSON, or YAML, by its ending and its look.

        Raises:
            SuiteError: it is none of them; the text names the line.
        """
        data = self._read()
        try:
            return _mended(data) if _HALF.search(self.text) else data
        except RecursionError:
            raise SuiteError(f"{self.name}: is nested too deeply") from None

    @cached_property
    def lines(self) -> list[str]:
        """The file's lines, as editors count them: a line separator within a JSON text ends none."""
        return re.split(r"\r\n?|\n", self.text)

    def _read(self) -> Json:
        if self.path.suffix.lower() in (".jsonl", ".ndjson"):
            return list(self._lines())
        if self.path.suffix.lower() in (".yaml", ".yml"):
            return self._yaml()
        try:
            return json.loads(self.text)
        except json.JSONDecodeError as error:
            if error.msg == "Extra data" and error.lineno > 1:
                return list(self._lines())
            raise SuiteError(f"{self.name}:{error.lineno}:{error.colno}: is no JSON: {error.msg}") from None
        except (RecursionError, ValueError):
            raise SuiteError(f"{self.name}: is nested too deeply, or has a number of absurd length") from None

    def looks_like_data(self) -> bool:
        """Whether the file may hold JSON or YAML at all."""
        return self.path.suffix.lower() in (".json", ".jsonl", ".ndjson", ".yaml", ".yml")

    def at(self, *place: str | int) -> Position:
        """Where a value of ``data`` stands."""
        if self.is_lines():
            number = place[0] if place and isinstance(place[0], int) else 0
            return Position(self.name, self._numbers[number] if number < len(self._numbers) else 1)
        while place and place not in self._places:
            place = place[:-1]
        return Position(self.name, *self._places.get(place, (1, 1)))

    def is_lines(self) -> bool:
        """Whether each line is a document of its own."""
        return isinstance(self.data, list) and bool(self._numbers)

    def error(self, text: str, *place: str | int) -> SuiteError:
        """An error about a value of ``data``."""
        return SuiteError(f"{self.at(*place)}: {text}")

    def listed(self, value: Json, what: str, *place: str | int) -> list[Any]:
        """``value`` where it is a list; empty where there is none.

        Raises:
            SuiteError: it is something else; the text calls it ``what``.
        """
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.error(f"`{what}` must be a list", *place)
        return value

    def mapped(self, value: Json, what: str, *place: str | int) -> Mapping[str, Any]:
        """As ``listed``, for an object."""
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise self.error(f"`{what}` must be an object", *place)
        return value

    def beside(self, name: str) -> "Source | None":
        """Another file in the same folder or below it, or None."""
        path = self.path.parent / name
        try:
            return Source(path, path.read_bytes().decode("utf-8-sig"))
        except (OSError, UnicodeDecodeError):
            return None

    def _lines(self) -> Iterator[Json]:
        for number, line in enumerate(self.lines, 1):
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise SuiteError(f"{self.name}:{number}: is no JSON: {one_line(str(error), 120)}") from None
            self._numbers.append(number)
            yield value

    @cached_property
    def _numbers(self) -> list[int]:
        return []

    @cached_property
    def _places(self) -> Mapping[Place, tuple[int, int]]:
        return places_of(self.text)

    def _yaml(self) -> Json:
        try:
            value = yaml.safe_load(self.text)
            if _size(value, {}) > MOST_VALUES:
                raise SuiteError(f"{self.name}: holds itself, or grows too large when its aliases are expanded")
            return value
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
            raise SuiteError(f"{self.name}{line}: is no YAML: {one_line(str(error.problem), 120)}") from None
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            raise SuiteError(f"{self.name}: is no YAML: {one_line(str(error), 120)}") from None


def _size(value: Json, known: dict[int, int]) -> int:
    """Values in a document, an alias counted each time it is used; a document that holds itself is endless."""
    if not isinstance(value, dict | list):
        return 1
    if id(value) not in known:
        known[id(value)] = MOST_VALUES + 1
        children = value.values() if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(_size(child, known) for child in children)
    return known[id(value)]


def _mended(value: Json) -> Json:
    """The value with U+FFFD for each half of a character: a log that was cut has them, and no file can hold them."""
    if isinstance(value, str):
        return mended(value)
    if isinstance(value, list):
        return [_mended(item) for item in value]
    return {_mended(key): _mended(item) for key, item in value.items()} if isinstance(value, dict) else value


class Importer(ABC):
    """Reads one format. It looks at nothing but the source, and keeps quiet on files of other formats."""

    name: ClassVar[str]

    @abstractmethod
    def recognises(self, source: Source) -> bool:
        """Whether the file looks like this format; must not raise on any other file."""

    @abstractmethod
    def cases(self, source: Source) -> Iterator[Draft | Skipped]:
        """Every entry of the file, in order.

        Raises:
            SuiteError: the file is of this format and broken; the text names file and line.
        """

    def tools(self, source: Source) -> tuple[Mapping[str, Any], ...]:
        """The tool definitions that the file carries, as a server would list them; none by default."""
        return ()
