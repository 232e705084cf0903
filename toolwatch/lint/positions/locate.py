"""From findings to findings with positions."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from toolwatch.lint.pointer import split
from toolwatch.lint.positions.json_tree import JsonTree
from toolwatch.lint.positions.python_source import PythonPlaces
from toolwatch.lint.positions.tools import ToolPlaces, listing_tokens, offset_in
from toolwatch.lint.positions.tree import Tree, descend
from toolwatch.lint.positions.yaml_tree import YamlTree
from toolwatch.model.finding import Finding
from toolwatch.model.position import Position
from toolwatch.model.tool import Tool

EXCERPT = 160
"""Characters of a line that a report may show."""


class Source:
    """A file that findings are about: its name as the user wrote it, and its text."""

    def __init__(self, name: str, text: str) -> None:
        """Nothing is parsed before the first question."""
        self.name = name
        self.content = text

    @cached_property
    def starts(self) -> list[int]:
        """The offset of every line."""
        return [0, *(found.end() for found in re.finditer("\n", self.content))]

    @cached_property
    def tree(self) -> Tree | None:
        """The document, or None where it cannot be read."""
        readers: tuple[type[JsonTree] | type[YamlTree], ...] = (JsonTree, YamlTree)
        for reader in readers if not self.name.endswith((".yaml", ".yml")) else readers[::-1]:
            try:
                return reader(self.content)
            except ValueError:
                continue
        return None

    @cached_property
    def places(self) -> ToolPlaces | None:
        """Where the tools stand."""
        return ToolPlaces.of(self.tree) if self.tree is not None else None

    @cached_property
    def python(self) -> PythonPlaces | None:
        """Where the tools stand in Python source."""
        try:
            return PythonPlaces(self.content)
        except ValueError:
            return None

    def position(self, offset: int) -> Position:
        """Line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return Position(self.name, line, offset - self.starts[line - 1] + 1)

    def excerpt(self, position: Position) -> str:
        """The line around a position; of a long line only the part from there on."""
        start = self.starts[position.line - 1]
        end = self.starts[position.line] - 1 if position.line < len(self.starts) else len(self.content)
        if end - start > EXCERPT:
            start += position.column - 1
        return self.content[start : min(end, start + EXCERPT)].strip()

    def find(self, tool: str, path: str, *, occurrence: int = 0, index: int = -1) -> Position | None:
        """The place of a path inside a tool, or inside the listing where ``index`` is below 0."""
        if self.name.endswith(".py"):
            place = self.python and self.python.place(tool, split(path), occurrence=occurrence)
            return Position(self.name, *place) if place else Position(self.name, 1)
        if self.tree is None or self.places is None:
            return Position(self.name, 1)
        if index < 0:
            _, _, start = descend(self.tree, self.tree.root, listing_tokens(self.tree, split(path)))
            return self.position(start)
        node = self.places.tool(tool, occurrence=occurrence, index=index)
        if node is None:
            return Position(self.name, 1)
        inside = split(path)[2:] if not tool else split(path)
        return self.position(offset_in(self.places, node, inside))


def located(findings: Iterable[Finding], source: Source, tools: Sequence[Tool]) -> Iterator[Finding]:
    """``findings`` of one file's tools, each with its position."""
    occurrence: dict[str, int] = {}
    order: list[int] = []
    for tool in tools:
        order.append(occurrence.get(tool.name, 0))
        occurrence[tool.name] = order[-1] + 1
    known: dict[tuple[int, str, str], Position | None] = {}
    for finding in findings:
        place = (finding.index, finding.tool, finding.path)
        if place not in known:
            which = order[finding.index] if 0 <= finding.index < len(order) else 0
            known[place] = source.find(finding.tool, finding.path, occurrence=which, index=finding.index)
        yield finding.at(known[place])
