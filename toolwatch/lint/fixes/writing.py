"""How a change of one value is written in JSON and in YAML, so that comments and layout stay."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from toolwatch.lint.fixes.edits import Edit
from toolwatch.lint.positions.json_tree import JsonTree
from toolwatch.lint.positions.tree import Member, Tree
from toolwatch.lint.positions.yaml_tree import YamlTree


class Unwritable(Exception):
    """The change cannot be written without touching something else; the text says why."""


class Writer(Protocol):
    """Writes single changes in one file format."""

    def string(self, node: object, value: str) -> Iterator[Edit]:
        """A string becomes ``value``."""

    def without(self, node: object, numbers: Sequence[int]) -> Iterator[Edit]:
        """A list loses the entries of those indexes."""

    def with_empty_map(self, node: object, key: str) -> Iterator[Edit]:
        """A map gets ``key`` with an empty map as its value."""


def writer_of(tree: Tree, content: str) -> Writer:
    """The writer for a document."""
    if isinstance(tree, JsonTree):
        return JsonWriter(tree, content)
    assert isinstance(tree, YamlTree)
    return YamlWriter(tree, content)


def swapped(tree: Tree, content: str, node: object, order: Sequence[int]) -> Iterator[Edit]:
    """A list whose entries change places: each place gets the text of another entry."""
    spans = [tree.span(member.child) for member in tree.members(node)]
    for place, source in zip(spans, order, strict=True):
        taken = spans[source]
        yield Edit(place.start, place.end, content[taken.start : taken.end])


class JsonWriter:
    """JSON, with or without comments."""

    def __init__(self, tree: JsonTree, content: str) -> None:
        """Edit ``content``, which ``tree`` was read from."""
        self._tree = tree
        self._content = content

    def string(self, node: object, value: str) -> Iterator[Edit]:
        """Escaped as much as the string was before."""
        start, end = self._tree.span(node)
        escaped = self._content[start:end].isascii()
        yield Edit(start, end, json.dumps(value, ensure_ascii=escaped))

    def without(self, node: object, numbers: Sequence[int]) -> Iterator[Edit]:
        """Each entry goes with the comma before it; the first with the one behind."""
        spans = [self._tree.span(member.child) for member in self._tree.members(node)]
        for number in numbers:
            if number:
                start, end = spans[number - 1].end, spans[number].end
            else:
                start, end = spans[0].start, spans[1].start if len(spans) > 1 else spans[0].end
            if "//" in self._content[start:end] or "/*" in self._content[start:end]:
                raise Unwritable("a comment stands beside the entry")
            yield Edit(start, end, "")

    def with_empty_map(self, node: object, key: str) -> Iterator[Edit]:
        """Behind the last member, laid out like the first."""
        members = self._tree.members(node)
        opening = self._tree.span(node).start + 1
        colon = ": " if ": " in self._content[opening - 1 :][:2000] or not members else ":"
        entry = f'"{key}"{colon}{{}}'
        if not members:
            yield Edit(opening, opening, entry)
            return
        lead = self._content[opening : members[0].start]
        if "/" in lead:
            lead = lead[lead.rfind("\n") :] if "\n" in lead else ""
        end = self._tree.span(members[-1].child).end
        yield Edit(end, end, f",{lead or (' ' if colon == ': ' else '')}{entry}")


class YamlWriter:
    """YAML in block or flow style."""

    def __init__(self, tree: YamlTree, content: str) -> None:
        """Edit ``content``, which ``tree`` was read from."""
        self._tree = tree
        self._content = content

    def string(self, node: object, value: str) -> Iterator[Edit]:
        """In the style that the string has, where that can hold the value; else in double quotes."""
        start, end = self._tree.span(node)
        style = getattr(node, "style", None)
        if style in ("|", ">"):
            yield self._block(start, end, value)
        elif style == "'" and "\n" not in value and value.isprintable():
            yield Edit(start, end, "'" + value.replace("'", "''") + "'")
        elif style is None and _stays_plain(value):
            yield Edit(start, end, value)
        else:
            yield Edit(start, end, json.dumps(value, ensure_ascii=self._content[start:end].isascii()))

    def without(self, node: object, numbers: Sequence[int]) -> Iterator[Edit]:
        """In flow style as in JSON, in block style by whole lines."""
        members = self._tree.members(node)
        spans = [self._tree.span(member.child) for member in members]
        flow = self._content[self._tree.span(node).start] == "["
        for number in numbers:
            if flow and number:
                yield Edit(spans[number - 1].end, spans[number].end, "")
            elif flow:
                yield Edit(spans[0].start, spans[1].start if len(spans) > 1 else spans[0].end, "")
            else:
                yield self._line(members[number])

    def with_empty_map(self, node: object, key: str) -> Iterator[Edit]:
        """Before the first member, at its column."""
        members = self._tree.members(node)
        start = self._tree.span(node).start
        if self._content[start : start + 1] == "{":
            yield Edit(start + 1, start + 1, f"{key}: {{}}" + (", " if members else ""))
            return
        if not members:
            raise Unwritable("the map is written in an unusual way")
        column = members[0].start - (self._content.rfind("\n", 0, members[0].start) + 1)
        yield Edit(members[0].start, members[0].start, f"{key}: {{}}\n{' ' * column}")

    def _line(self, member: Member) -> Edit:
        start = self._content.rfind("\n", 0, member.start) + 1
        end = self._content.find("\n", member.start)
        if not re.fullmatch(r"[ ]*- +", self._content[start : member.start]):
            raise Unwritable("the entry does not stand on a line of its own")
        return Edit(start, end + 1 if end >= 0 else len(self._content), "")

    def _block(self, start: int, end: int, value: str) -> Edit:
        """A literal block with the indentation that it had."""
        body = self._content[start:end]
        lines = body.split("\n")
        first = next((line for line in lines[1:] if line.strip()), "  ")
        indent = first[: len(first) - len(first.lstrip(" "))]
        if value.startswith((" ", "\t")) or not value.replace("\n", "").isprintable():
            raise Unwritable("the block cannot hold the text as it is")
        text = "\n".join(f"{indent}{line}" if line else "" for line in value.rstrip("\n").split("\n"))
        trailing = body[len(body.rstrip("\n ")) :]
        keep = "" if value.endswith("\n") else "-"
        return Edit(
            start, end, f"|{keep}\n{text}" + (trailing if "\n" in trailing else "\n" if body.endswith("\n") else "")
        )


def _stays_plain(value: str) -> bool:
    """Whether a plain scalar reads back as the same string."""
    if "\n" in value or " #" in value or ": " in value:
        return False
    import yaml

    try:
        return bool(yaml.safe_load(f"a: {value}\nb: [x]") == {"a": value, "b": ["x"]}) and bool(
            yaml.safe_load(f"[{value}, x]") == [value, "x"]
        )
    except yaml.YAMLError:
        return False
