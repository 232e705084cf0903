"""What stands written in a whole schema, read by nobody's rules: its texts and remarks, and all the rest as a hash."""

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from toolwatch.diff.schema import vocabulary
from toolwatch.diff.schema.dialects import unknown
from toolwatch.diff.schema.documents import Document, Sub, deep_hash, escape
from toolwatch.diff.schema.values import identity
from toolwatch.model.tool import Json

_ONE = frozenset({*vocabulary.ONE, "additionalItems", "contentSchema"})
_NAMED = frozenset({*vocabulary.NAMED, "$defs", "definitions", "dependencies"})
_ANCHORS = frozenset({"$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"})
_HOLDING = frozenset({"$schema", "$vocabulary", "$defs", "definitions", "contentSchema"})
REMARKS = vocabulary.SILENT - _ANCHORS - _HOLDING
"""Keywords that say something to a reader and nothing to a validator."""

_FLAGS = frozenset({"deprecated", "readOnly", "writeOnly"})
_LISTED = frozenset({"enum", "const", "examples"})
_REFERRING = frozenset({"type", "$ref", "$dynamicRef", "$recursiveRef", "$schema", vocabulary.BURIED})


class Leaf(NamedTuple):
    """One thing that a reader of a schema reads: a text, a remark, a constant, a name that is a sentence."""

    pointer: str
    keyword: str
    """``enum`` for ``const`` too, and ``name`` for what names a property or a definition and is a sentence."""
    value: Json
    identity: str


@dataclass
class Inventory:
    """A schema taken apart."""

    leaves: list[Leaf] = field(default_factory=list)
    _bones: list[tuple[str, str]] = field(default_factory=list)

    @cached_property
    def meaning(self) -> str:
        """A hash of all but the remarks; no order counts that means nothing."""
        return deep_hash([list(bone) for bone in sorted(self._bones)])

    def add(self, pointer: str, keyword: str, value: Json) -> None:
        """Note a leaf, unless it is as good as absent."""
        if not (value == "" or (value is False and keyword in _FLAGS)):
            self.leaves.append(Leaf(pointer, keyword, value, identity(value)))

    def bone(self, pointer: str, value: Json) -> None:
        """Note what validators or references go by."""
        self._bones.append((pointer, identity(value)))


def inventory(document: Document) -> Inventory:
    """Take a document apart; kept with it."""
    key = ("inventory", None)
    if key not in document.memo:
        document.memo[key] = _taken(document.root, unknown(document.dialect))
    found: Inventory = document.memo[key]
    return found


_NARROWING = {"items": 1, "additionalProperties": 1, "properties": 2, "patternProperties": 2, "allOf": 2, "anyOf": 2}
"""Keywords whose schemas bind what they describe, with the steps to one of them."""


def around(document: Document, pointer: str) -> Iterator[Sub]:
    """The schemas in which a place lies, from the root on, as long as narrowing one can only narrow the whole."""
    sub, steps = document.top, pointer.split("/")[1:]
    yield sub
    while steps and steps[0] in _NARROWING:
        length = _NARROWING[steps[0]]
        below = document.at("/".join([sub.pointer, *steps[:length]]))
        if below is None:
            return
        yield below
        sub, steps = below, steps[length:]


def unreached(document: Document, pointer: str) -> bool:
    """Whether a place is one of a definition that no reference leads to, so that no value is held against it.

    A reference counts wherever it is written, in another such definition too; one that leads nowhere may lead there.
    """
    if pointer.split("/")[1:2] not in (["$defs"], ["definitions"]) or document.trouble:
        return False
    targets = [document.resolve(reference) for reference in _referred(document.root)]
    places = ["#" if target is None else target.pointer for target in targets]
    return not any(
        one == "#" or f"{pointer}/".startswith(f"{one}/") or one.startswith(f"{pointer}/") for one in places if one
    )


def _referred(root: Json) -> Iterator[Json]:
    waiting: list[Json] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield from (node[word] for word in ("$ref", "$dynamicRef", "$recursiveRef") if word in node)
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def _taken(root: Json, strange: Set[str]) -> Inventory:
    found = Inventory()
    waiting: list[tuple[Json, str]] = [(root, "")]
    while waiting:
        schema, pointer = waiting.pop()
        if not isinstance(schema, dict):
            found.bone(pointer, schema)
            continue
        found.bone(pointer, "a schema")
        for keyword, value in schema.items():
            place = f"{pointer}/{escape(keyword)}"
            if keyword in strange:
                found.bone(place, value)
                found.add(place, keyword, value)
                continue
            inner = list(_inside(keyword, value, place))
            if not inner:
                _note(found, place, keyword, value)
            for part, at in inner:
                name = at.removeprefix(f"{place}/")
                if keyword in _NAMED and prose(name):
                    found.add(at, "name", name)
                waiting.append((part, at))
    return found


def _inside(keyword: str, value: Json, place: str) -> Iterator[tuple[Json, str]]:
    """The schemas below a keyword, each with its pointer."""
    if keyword in _ONE and isinstance(value, dict | bool):
        yield value, place
    elif (keyword in vocabulary.MANY or keyword == "items") and isinstance(value, list):
        yield from ((part, f"{place}/{index}") for index, part in enumerate(value))
    elif keyword in _NAMED and isinstance(value, dict):
        yield from ((part, f"{place}/{escape(name)}") for name, part in value.items())


def _note(found: Inventory, place: str, keyword: str, value: Json) -> None:
    if keyword in REMARKS:
        if keyword in _LISTED and isinstance(value, list):
            for one in value:
                found.add(place, keyword, one)
        else:
            found.add(place, keyword, value)
        return
    found.bone(place, sorted(map(identity, value)) if keyword in _UNORDERED and isinstance(value, list) else value)
    if keyword in _REFERRING:
        return
    if keyword in ("enum", "const"):
        for one in value if keyword == "enum" and isinstance(value, list) else [value]:
            if any(texts(one)):
                found.add(place, "enum", one)
    elif keyword == "pattern" or keyword in _ANCHORS or keyword not in vocabulary.ASSERTING:
        found.add(place, keyword, value)
    else:
        for text in texts(value):
            if prose(text):
                found.add(place, "name", text)


_UNORDERED = frozenset({"type", "required", "enum"})


def texts(value: Json) -> Iterator[str]:
    """Every string and key in a value."""
    waiting: list[Json] = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one


def prose(name: str) -> bool:
    """Whether a name is more than a name; the names of definitions are respelt by generators all the time."""
    return len(name) > _LONGEST_NAME or any(letter.isspace() for letter in name)


_LONGEST_NAME = 100
