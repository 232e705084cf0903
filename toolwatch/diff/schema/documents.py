"""A whole schema of one tool: its dialect, its references, and what stands in the way of reading it."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import unquote

from toolwatch.diff.schema.vocabulary import BURIED
from toolwatch.model.tool import Json, Schema

DEEPEST = 100
"""JSON levels that are read; what lies deeper is compared by its hash alone."""

DRAFT_4 = "draft-04"
DRAFT_6 = "draft-06"
DRAFT_7 = "draft-07"
DRAFT_2019 = "2019-09"
DRAFT_2020 = "2020-12"

SIBLINGS_IGNORED = frozenset({DRAFT_4, DRAFT_6, DRAFT_7})
"""Dialects in which a reference is all that its schema says."""

_DIALECTS = {
    "http://json-schema.org/draft-06/schema": DRAFT_6,
    "https://json-schema.org/draft-06/schema": DRAFT_6,
    "http://json-schema.org/draft-07/schema": DRAFT_7,
    "https://json-schema.org/draft-07/schema": DRAFT_7,
    "https://json-schema.org/draft/2019-09/schema": DRAFT_2019,
    "http://json-schema.org/draft/2019-09/schema": DRAFT_2019,
    "https://json-schema.org/draft/2020-12/schema": DRAFT_2020,
    "http://json-schema.org/draft/2020-12/schema": DRAFT_2020,
}

_DRAFT_4 = ("http://json-schema.org/draft-04/schema", "https://json-schema.org/draft-04/schema")
"""Read like draft-07, so that a reference stands alone; an integer is another thing in it, so nothing is proven."""

MOST_CIRCLES = 100
"""References that lead to themselves and are told from the others; beyond it none is followed."""

_serial = count()


class Sub(NamedTuple):
    """A schema inside a document, with the JSON pointer at which it stands."""

    document: "Document"
    schema: Json
    pointer: str = ""

    @property
    def key(self) -> tuple[int, object]:
        """Identifies the place: two ways to the same schema have the same key."""
        return self.document.serial, self.schema if isinstance(self.schema, bool) else id(self.schema)

    def below(self, schema: Json, *steps: str | int) -> "Sub":
        """A schema nested in this one; the pointer spells a keyword as it is written here."""
        if steps and isinstance(self.schema, dict) and steps[0] in _RESPELT:
            steps = (_written(self.schema, schema, str(steps[0])), *steps[1:])
        return Sub(self.document, schema, self.pointer + "".join(f"/{escape(str(step))}" for step in steps))


_RESPELT = frozenset({"prefixItems", "items", "dependentSchemas"})


def _written(holder: Mapping[str, Json], schema: Json, keyword: str) -> str:
    """How older dialects write a keyword of 2020-12."""
    if keyword == "items":
        beyond = isinstance(holder.get("items"), list) and schema is holder.get("additionalItems")
        return "additionalItems" if beyond else keyword
    if keyword in holder:
        return keyword
    return "items" if keyword == "prefixItems" else "dependencies"


@dataclass(frozen=True, eq=False)
class Document:
    """A root schema. Nothing is ever fetched: a reference that leads outside does not resolve."""

    root: Json
    dialect: str = DRAFT_2020
    serial: int = field(default_factory=lambda: next(_serial))
    anchors: Mapping[str, Sub] = field(default_factory=dict)
    trouble: str = ""
    """Why no value can be held against it; empty for nearly every schema."""
    lost: frozenset[str] | None = frozenset()
    """References that are not followed, None for all: what they lead to is known by a hash alone."""
    buried: bool = False
    evaluates: bool = False
    """Whether ``unevaluated*`` occurs, so that spellings which are trivial elsewhere may matter."""
    memo: dict[tuple[str, object], Any] = field(default_factory=dict)

    @classmethod
    def of(cls, schema: Schema) -> "Document":
        """Read a root schema."""
        survey = _survey(schema)
        root: Json = _bury(schema) if survey.depth > DEEPEST else schema
        declared = schema.get("$schema") if isinstance(schema, Mapping) else None
        named = declared.rstrip("#") if isinstance(declared, str) else None
        dialect = DRAFT_2020 if named is None else _DIALECTS.get(named, "")
        trouble = survey.trouble
        if not dialect:
            trouble = f"its dialect {declared} is not one that toolwatch can reason about"
            dialect = DRAFT_4 if named in _DRAFT_4 else DRAFT_2020
        document = cls(
            root,
            dialect,
            trouble=trouble,
            lost=None if trouble else frozenset(),
            buried=root is not schema,
            evaluates=survey.evaluates,
        )
        anchors = {name: Sub(document, node, pointer) for name, (node, pointer) in survey.anchors.items()}
        object.__setattr__(document, "anchors", anchors)
        circles = frozenset() if trouble else _circles(document, survey.referring)
        if circles:
            object.__setattr__(
                document, "trouble", "a reference in it leads to itself and goes no deeper into the value"
            )
            object.__setattr__(document, "lost", circles if len(circles) <= MOST_CIRCLES else None)
            document.memo.clear()
        return document

    @property
    def top(self) -> Sub:
        """The root as a place."""
        return Sub(self, self.root)

    def resolve(self, reference: Json) -> Sub | None:
        """The schema that ``reference`` leads to, or None where it leads outside or nowhere."""
        if not isinstance(reference, str):
            return None
        key = ("ref", reference)
        if key not in self.memo:
            self.memo[key] = self._find(reference) if self.follows(reference) else None
        found: Sub | None = self.memo.get(key)
        return found

    def follows(self, reference: str) -> bool:
        """Whether a reference is looked up at all."""
        return self.lost is not None and reference not in self.lost

    def _find(self, reference: str) -> Sub | None:
        base, _, fragment = reference.partition("#")
        own = self.root.get("$id") if isinstance(self.root, dict) else None
        if base and not (isinstance(own, str) and base == own.partition("#")[0]):
            return None
        fragment = unquote(fragment)
        if not fragment:
            return self.top
        if not fragment.startswith("/"):
            return self.anchors.get(fragment)
        return self.at(fragment)

    def at(self, pointer: str) -> Sub | None:
        """The schema at a JSON pointer, or None where there is none."""
        node = value_at(self.root, pointer)
        return Sub(self, node, pointer) if isinstance(node, dict | bool) else None


NOWHERE = object()
"""What stands at a pointer that leads nowhere."""


def value_at(root: Json, pointer: str) -> Json:
    """What stands at a JSON pointer, or ``NOWHERE``."""
    node = root
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(node, dict) and step in node:
            node = node[step]
        elif isinstance(node, list) and step.isdecimal() and len(step) < 10 and int(step) < len(node):
            node = node[int(step)]
        else:
            return NOWHERE
    return node


def escape(step: str) -> str:
    """One step of a JSON pointer."""
    return step.replace("~", "~0").replace("/", "~1")


@dataclass(slots=True)
class _Survey:
    depth: int = 0
    trouble: str = ""
    evaluates: bool = False
    anchors: dict[str, tuple[Json, str]] = field(default_factory=dict)
    referring: list[dict[str, Json]] = field(default_factory=list)


def _survey(schema: Json) -> _Survey:
    survey = _Survey()
    waiting: list[tuple[Json, int, str]] = [(schema, 0, "")]
    while waiting:
        node, depth, pointer = waiting.pop()
        survey.depth = max(survey.depth, depth)
        if depth > DEEPEST:
            continue
        if isinstance(node, dict):
            if depth and isinstance(node.get("$id"), str):
                survey.trouble = "it holds a schema with an $id of its own"
            if isinstance(node.get("$ref"), str):
                survey.referring.append(node)
            survey.evaluates = survey.evaluates or "unevaluatedProperties" in node or "unevaluatedItems" in node
            for anchor in (node.get("$anchor"), node.get("$dynamicAnchor")):
                if isinstance(anchor, str):
                    survey.anchors.setdefault(anchor, (node, pointer))
        waiting.extend((child, depth + 1, f"{pointer}/{escape(str(step))}") for step, child in _children(node))
    return survey


def _circles(document: Document, referring: list[dict[str, Json]]) -> frozenset[str]:
    """The references by which checking one value against some schema would never end."""
    found: set[str] = set()
    safe: set[int] = set()
    for start in referring:
        if len(found) > MOST_CIRCLES:
            break
        if _leads_back(document, start, safe):
            found.add(start["$ref"])
        else:
            safe.add(id(start))
    return frozenset(found)


def _leads_back(document: Document, start: dict[str, Json], safe: set[int]) -> bool:
    seen: set[int] = set()
    waiting = _beside(document, start)
    while waiting:
        node = waiting.pop()
        if node is start:
            return True
        if isinstance(node, dict) and id(node) not in seen and id(node) not in safe:
            seen.add(id(node))
            waiting.extend(_beside(document, node))
    return False


def _beside(document: Document, node: Mapping[str, Json]) -> list[Json]:
    """The schemas that speak of the same value as ``node``."""
    target = document.resolve(node.get("$ref"))
    found: list[Json] = [] if target is None else [target.schema]
    if found and document.dialect in SIBLINGS_IGNORED:
        return found
    for word in ("allOf", "anyOf", "oneOf"):
        parts = node.get(word)
        found += parts if isinstance(parts, list) else []
    found += [node[word] for word in ("not", "if", "then", "else") if word in node]
    for word in ("dependentSchemas", "dependencies"):
        parts = node.get(word)
        found += parts.values() if isinstance(parts, dict) else []
    return found


def _children(node: Json) -> Iterator[tuple[str | int, Json]]:
    if isinstance(node, dict):
        yield from ((key, child) for key, child in node.items() if isinstance(child, dict | list))
    elif isinstance(node, list):
        yield from ((index, child) for index, child in enumerate(node) if isinstance(child, dict | list))


def _bury(schema: Json) -> Json:
    """A copy whose levels below ``DEEPEST`` are replaced by their hash; no recursion, so that any depth will do."""
    root: list[Json] = [None]
    waiting: list[tuple[Json, int, Any, Any]] = [(schema, 0, root, 0)]
    while waiting:
        node, depth, parent, step = waiting.pop()
        if depth >= DEEPEST and isinstance(node, dict | list):
            parent[step] = {BURIED: deep_hash(node)}
        elif isinstance(node, dict):
            parent[step] = dict.fromkeys(node)
            waiting.extend((child, depth + 1, parent[step], key) for key, child in node.items())
        elif isinstance(node, list):
            parent[step] = [None] * len(node)
            waiting.extend((child, depth + 1, parent[step], index) for index, child in enumerate(node))
        else:
            parent[step] = node
    return root[0]


def deep_hash(value: Json) -> str:
    """SHA-256 of a JSON value of any depth, key order apart."""
    digest = hashlib.sha256()
    waiting: list[Json] = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _Mark):
            digest.update(node.text)
        elif isinstance(node, dict):
            digest.update(b"{%d" % len(node))
            for key in sorted(node, reverse=True):
                waiting += [node[key], _Mark(json.dumps(key).encode())]
        elif isinstance(node, list):
            digest.update(b"[%d" % len(node))
            waiting.extend(reversed(node))
        else:
            digest.update(json.dumps(node).encode())
        digest.update(b",")
    return digest.hexdigest()


class _Mark(NamedTuple):
    text: bytes
