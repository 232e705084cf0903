"""Reads YAML strictly: plain data, the place of every value, and no word that is read as something else."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from toolwatch.errors import SuiteError
from toolwatch.model.inert import one_line
from toolwatch.model.position import Position
from toolwatch.model.tool import Json

Place = tuple[str | int, ...]
"""Where a value lies in a document: keys and list indexes from the top."""

MOST_VALUES = 500_000
"""Aliases are expanded; a document that grows beyond this is refused instead of filling the memory."""

_PLAIN = re.compile(r"true|false|null|~|[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?", re.IGNORECASE)
_KINDS = {"bool": "a truth value", "int": "a number", "float": "a number", "timestamp": "a date", "null": "nothing"}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Document:
    """One YAML file as plain data, with the place of every value and the words as they were written."""

    file: str
    data: Json
    places: Mapping[Place, tuple[int, int]]
    words: Mapping[Place, str]
    """The source text of each unquoted scalar that is no string."""

    def position(self, place: Place = ()) -> Position:
        """Where ``place`` stands, or the nearest thing around it."""
        while place and place not in self.places:
            place = place[:-1]
        return Position(self.file, *self.places.get(place, (1, 1)))

    def error(self, place: Place, text: str) -> SuiteError:
        """An error about ``place``: file, line and column, the field, and what is wrong."""
        field = ".".join(str(key) for key in place)
        return SuiteError(f"{self.position(place)}: {field + ': ' if field else ''}{text}")


def read(path: Path, *, name: str = "") -> Document:
    """Read the file at ``path``; messages call it ``name`` (default: the path as given).

    Raises:
        SuiteError: the file is missing, is not UTF-8 or no YAML, repeats a key, or holds a word that YAML reads as
            something that its writer did not mean.
    """
    try:
        return parse(path.read_bytes().decode("utf-8-sig"), name=name or str(path))
    except OSError as error:
        raise SuiteError(f"{name or path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SuiteError(f"{name or path}: is no UTF-8 text (byte {error.start})") from None


def parse(text: str, *, name: str) -> Document:
    """``read`` for a text at hand."""
    node = _compose(text, name)
    walker = _Walker(name)
    data = walker.value(node, ()) if node is not None else None
    return Document(name, data, walker.places, walker.words)


def _compose(text: str, name: str) -> yaml.Node | None:
    loader = None
    try:
        loader = _LOADER(text)
        node: yaml.Node | None = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = Position(name, mark.line + 1, mark.column + 1) if mark else name
        raise SuiteError(f"{where}: is no YAML: {one_line(str(error.problem or error.context))}") from None
    except yaml.YAMLError as error:
        raise SuiteError(f"{name}{_line_of(error, text)}: is no YAML: {_reader_problem(error)}") from None
    except RecursionError:
        raise SuiteError(f"{name}: is nested too deeply") from None
    finally:
        if loader is not None:
            loader.dispose()
    return node


def _line_of(error: yaml.YAMLError, text: str) -> str:
    at = getattr(error, "position", None)
    return f":{text.count(chr(10), 0, at) + 1}" if isinstance(at, int) else ""


def _reader_problem(error: yaml.YAMLError) -> str:
    character = getattr(error, "character", None)
    if isinstance(character, int):
        return f"holds the character U+{character:04X}, which YAML does not allow"
    return one_line(str(error), 120)


class _Walker:
    """Turns nodes into plain data and notes where everything stands."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.places: dict[Place, tuple[int, int]] = {}
        self.words: dict[Place, str] = {}
        self._open: set[int] = set()

    def value(self, node: yaml.Node, place: Place) -> Json:
        self.places[place] = (node.start_mark.line + 1, node.start_mark.column + 1)
        if len(self.places) > MOST_VALUES:
            raise self._error(node, "grows too large when its aliases are expanded")
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, place)
        if id(node) in self._open or len(place) > 100:
            raise self._error(node, "contains itself, or is nested too deeply")
        self._open.add(id(node))
        try:
            return self._collection(node, place)
        finally:
            self._open.discard(id(node))

    def _collection(self, node: yaml.Node, place: Place) -> Json:
        if not node.tag.startswith("tag:yaml.org,2002:") or node.tag.endswith((":set", ":omap", ":pairs", ":binary")):
            raise self._error(node, f"the tag {one_line(node.tag)} is not known here")
        if isinstance(node, yaml.MappingNode):
            return {key: self.value(child, (*place, key)) for key, child in self._entries(node)}
        assert isinstance(node, yaml.SequenceNode)
        return [self.value(child, (*place, index)) for index, child in enumerate(node.value)]

    def _entries(self, node: yaml.MappingNode) -> Iterator[tuple[str, yaml.Node]]:
        seen: set[str] = set()
        for key_node, child in node.value:
            key = key_node.value
            if not isinstance(key_node, yaml.ScalarNode) or key_node.tag == "tag:yaml.org,2002:merge":
                raise self._error(key_node, "merge keys and keys that are no plain word are not read here")
            if _kind(key_node) != "str":
                raise self._error(key_node, f"the key {_misread(key_node)}")
            if key in seen:
                raise self._error(key_node, f"the key {one_line(key, 60)!r} stands here twice")
            seen.add(key)
            yield key, child

    def _scalar(self, node: yaml.ScalarNode, place: Place) -> Json:
        kind = _kind(node)
        if kind == "str":
            return node.value
        if kind not in _KINDS:
            raise self._error(node, f"the tag {one_line(node.tag)} is not known here")
        self.words[place] = node.value
        if not node.value and kind == "null":
            return None
        if not _PLAIN.fullmatch(node.value) or len(node.value) > 300:
            raise self._error(node, _misread(node))
        constructor = yaml.constructor.SafeConstructor()
        return constructor.construct_object(node)

    def _error(self, node: yaml.Node, text: str) -> SuiteError:
        return SuiteError(f"{Position(self.name, node.start_mark.line + 1, node.start_mark.column + 1)}: {text}")


def _kind(node: yaml.ScalarNode) -> str:
    return str(node.tag.removeprefix("tag:yaml.org,2002:"))


def _misread(node: yaml.ScalarNode) -> str:
    word = one_line(node.value, 60)
    return f'`{word}` is read by YAML as {_KINDS.get(_kind(node), _kind(node))}; write "{word}" if the text is meant'
