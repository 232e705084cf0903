"""A tool list walked once, so that every rule reads the same strings and schema nodes without walking again."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from toolwatch.lint.identifiers import parts_of, plain_name
from toolwatch.lint.pointer import join, step
from toolwatch.lint.texts import PROSE as PROSE
from toolwatch.lint.texts import Role as Role
from toolwatch.lint.texts import Text as Text
from toolwatch.lint.texts import named, speaks, strings
from toolwatch.lint.tokens import tokens_of
from toolwatch.model.listing import Listing
from toolwatch.model.similarity import Neighbours
from toolwatch.model.tool import Json, Tool
from toolwatch.model.words import words


class Node(NamedTuple):
    """One schema object of a tool; boolean schemas are ``ToolView.booleans``."""

    path: str
    schema: Mapping[str, Any]
    side: str
    """``input`` or ``output``."""
    depth: int
    name: str
    """The property's name, or an empty string for nodes that are no property."""
    required: bool
    """Whether the parent requires this property."""
    parent: "Node | None"
    via: str
    """The keyword of the parent that leads here (``properties``, ``items``, ``anyOf``...); empty for a root."""


class Boolean(NamedTuple):
    """A boolean schema and the keyword that holds it."""

    path: str
    value: bool
    via: str


_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLES = (
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "additionalItems",
    "unevaluatedProperties", "unevaluatedItems", "contentSchema",
)  # fmt: skip
BELOW = frozenset((*_MAPS, *_LISTS, *_SINGLES))
"""Keywords whose values are subschemas."""
_VALUES = ("enum", "const", "default", "examples", "example")
_PROSE = {"title": Role.TITLE, "description": Role.PARAMETER, "$comment": Role.COMMENT}
MUTE = frozenset(
    (
        "type", "required", "$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary",
        "format", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
        "maxLength", "minItems", "maxItems", "uniqueItems", "minContains", "maxContains", "minProperties", "nullable",
        "maxProperties", "dependentRequired", "readOnly", "writeOnly", "deprecated",
        "contentEncoding", "contentMediaType",
    )
)  # fmt: skip
"""JSON Schema keywords that carry no prose."""
_READ_ELSEWHERE = "pattern"
"""Whose signs are those of a regular expression; TW237 reads it."""
KNOWN = BELOW | MUTE | frozenset((*_VALUES, *_PROSE))
"""Every keyword that JSON Schema or OpenAPI 3.0 gives a meaning to."""

_WORD = re.compile("[a-z]+")


@dataclass
class ToolView:
    """One tool with everything that was found in it; cached properties are computed on first use.

    The view is shared by all rules of a run: treat it as read-only.
    """

    tool: Tool
    index: int = 0
    nodes: list[Node] = field(default_factory=list)
    """Every schema object in document order, the input's before the output's; the roots have depth 0."""
    booleans: list[Boolean] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    """Every string that a model may read, in document order."""
    by_keyword: dict[str, list[Node]] = field(default_factory=dict)
    """The nodes that use a keyword."""
    names: list[Text] = field(default_factory=list)
    """Those of ``texts`` that are names in a schema, but for properties with a schema, and long enough to speak."""

    @classmethod
    def of(cls, tool: Tool, index: int = 0) -> "ToolView":
        """Walk ``tool`` once."""
        view = cls(tool, index)
        for key, value in tool.raw.items():
            if key != "outputSchema":
                view._field(key, value)
        if "outputSchema" in tool.raw:
            view._field("outputSchema", tool.raw["outputSchema"])
        for node in view.nodes:
            for keyword in node.schema:
                view.by_keyword.setdefault(keyword, []).append(node)
        return view

    @cached_property
    def joined(self) -> str:
        """All texts, one a line group; only for asking whether anything is there at all."""
        return "\n".join(text.text for text in self.texts)

    @cached_property
    def words(self) -> frozenset[str]:
        """The lower-case runs of ASCII letters in all texts (``don't`` gives ``don`` and ``t``)."""
        return frozenset(_WORD.findall(self.joined.lower()))

    @cached_property
    def tokens(self) -> int:
        """About how many tokens the tool costs."""
        return tokens_of(self.tool)

    @cached_property
    def lower(self) -> str:
        """The tool's description in lower case."""
        return self.tool.description.lower()

    @cached_property
    def is_ascii(self) -> bool:
        """Whether every text is plain ASCII."""
        return self.joined.isascii()

    @cached_property
    def inputs(self) -> tuple[Node, ...]:
        """The top-level parameters of the input schema that are schema objects."""
        return tuple(
            node for node in self.nodes if node.side == "input" and node.depth == 1 and node.via == "properties"
        )

    @cached_property
    def input_names(self) -> str:
        """The names of ``inputs`` in a row."""
        return "".join(node.name for node in self.inputs)

    @cached_property
    def in_input(self) -> Mapping[str, list[Node]]:
        """As ``by_keyword``, of the input schema alone."""
        if all(node.side == "input" for node in self.nodes):
            return self.by_keyword
        found: dict[str, list[Node]] = {}
        for keyword, nodes in self.by_keyword.items():
            mine = [node for node in nodes if node.side == "input"]
            if mine:
                found[keyword] = mine
        return found

    @cached_property
    def arrays_without_items(self) -> tuple[Node, ...]:
        """The input's arrays that do not say what is in them."""
        return tuple(
            node
            for node in self.in_input.get("type", ())
            if node.schema["type"] == "array"
            or (isinstance(node.schema["type"], list) and "array" in node.schema["type"])
            if node.schema.keys().isdisjoint(("items", "prefixItems"))
        )

    def having(self, keywords: Collection[str]) -> Iterator[Node]:
        """The nodes that use any of ``keywords``, each once."""
        wanted = [self.by_keyword[keyword] for keyword in keywords if keyword in self.by_keyword]
        if len(wanted) == 1:
            yield from wanted[0]
        elif wanted:
            some = frozenset(keywords)
            yield from (node for node in self.nodes if not some.isdisjoint(node.schema))

    def _field(self, key: str, value: Json) -> None:
        path = "/" + step(key)
        if speaks(key):
            self.texts.append(Text(path, key, Role.KEY))
        if key == "inputSchema" or key == "outputSchema":
            self._schema(value, path, "input" if key == "inputSchema" else "output")
        elif isinstance(value, str):
            roles = {"name": Role.NAME, "title": Role.TITLE, "description": Role.DESCRIPTION}
            self.texts.append(Text(path, value, roles.get(key, Role.EXTRA)))
        elif key == "annotations" and isinstance(value, dict):
            for name, hint in value.items():
                if speaks(name):
                    self.texts.append(Text(join(path, name), name, Role.KEY))
                self._strings(hint, join(path, name), Role.TITLE if name == "title" else Role.EXTRA)
        else:
            self._strings(value, path, Role.META if key == "_meta" else Role.EXTRA)

    def _strings(self, value: Json, path: str, role: Role) -> None:
        self.texts.extend(strings(value, path, role))

    def _schema(self, value: Json, path: str, side: str) -> None:
        if isinstance(value, bool):
            self.booleans.append(Boolean(path, value, ""))
            return
        if not isinstance(value, dict):
            self._strings(value, path, Role.EXTRA)
            return
        stack = [Node(path, value, side, 0, "", False, None, "")]
        while stack:
            node = stack.pop()
            self.nodes.append(node)
            if node.name:
                self.texts.append(Text(node.path, node.name, Role.PROPERTY))
            below: list[Node] = []
            for keyword, content in node.schema.items():
                if keyword in MUTE:
                    if not isinstance(content, str | int):
                        self._mute(node, keyword, content)
                    elif isinstance(content, str) and " " in content and keyword != _READ_ELSEWHERE:
                        self.texts.append(Text(f"{node.path}/{step(keyword)}", content, Role.KEY))
                elif keyword in BELOW:
                    self._below(node, keyword, content, below)
                else:
                    self._own(node, keyword, content)
            stack.extend(reversed(below))

    def _named(self, path: str, name: str) -> None:
        text = Text(path, name, Role.KEY)
        self.texts.append(text)
        self.names.append(text)

    def _mute(self, node: Node, keyword: str, content: Json) -> None:
        """What stands in a keyword that carries no prose: names, of which those of properties are known already."""
        properties = node.schema.get("properties")
        known = properties if isinstance(properties, dict) else ()
        for text in strings(content, f"{node.path}/{step(keyword)}", Role.KEY):
            if speaks(text.text) and text.text not in known:
                self._named(text.path, text.text)

    def _own(self, node: Node, keyword: str, content: Json) -> None:
        role = _PROSE.get(keyword) or (Role.VALUE if keyword in _VALUES else Role.EXTRA)
        if role is Role.EXTRA and speaks(keyword):
            self._named(f"{node.path}/{step(keyword)}", keyword)
        if isinstance(content, str):
            self.texts.append(Text(f"{node.path}/{step(keyword)}", content, role))
        elif isinstance(content, dict | list):
            self._strings(content, f"{node.path}/{step(keyword)}", role)

    def _below(self, node: Node, keyword: str, content: Json, below: list[Node]) -> None:
        path = f"{node.path}/{step(keyword)}"
        if isinstance(content, dict) and keyword in _MAPS:
            required = node.schema.get("required")
            names = required if isinstance(required, list) else ()
            for name, child in content.items():
                asked = keyword == "properties" and name in names
                is_property = name if keyword == "properties" else ""
                if speaks(name) and not (is_property and isinstance(child, dict)):
                    self._named(join(path, name), name)
                self._child(node, join(path, name), child, keyword, below, name=is_property, required=asked)
        elif isinstance(content, list) and keyword not in _MAPS:
            for number, child in enumerate(content):
                self._child(node, f"{path}/{number}", child, keyword, below)
        elif keyword in _SINGLES:
            self._child(node, path, content, keyword, below)
        else:
            self._strings(content, path, Role.EXTRA)

    def _child(
        self, node: Node, path: str, child: Json, via: str, below: list[Node], *, name: str = "", required: bool = False
    ) -> None:
        if isinstance(child, bool):
            self.booleans.append(Boolean(path, child, via))
        elif isinstance(child, dict):
            below.append(Node(path, child, node.side, node.depth + 1, name, required, node, via))
        elif via == "dependencies":
            self._mute(node, via, {path.rsplit("/", 1)[-1]: child})
        else:
            self._strings(child, path, Role.EXTRA)


@dataclass
class ListingView:
    """One server's listing with the views of its tools; read-only for rules."""

    listing: Listing
    tools: Sequence[ToolView]
    neighbours: Neighbours | None = None
    """Which tools resemble each other; None where nobody computed it."""
    second: Listing | None = None
    """What the server sent when it was asked again; None where it was not."""
    clients: tuple[str, ...] = ()
    """The clients that matter; empty means all."""
    thorough: bool = False
    """Whether rules tell even what matters to few (the profile ``strict``)."""
    memo: dict[str, object] = field(default_factory=dict)
    """What rules computed and share, by the module that did."""

    @classmethod
    def of(
        cls, listing: Listing, neighbours: Neighbours | None = None, *, second: Listing | None = None
    ) -> "ListingView":
        """Walk every tool of ``listing`` once."""
        views = tuple(ToolView.of(tool, index) for index, tool in enumerate(listing.tools))
        return cls(listing, views, neighbours, second)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all tools."""
        return frozenset(view.tool.name for view in self.tools)

    @cached_property
    def by_part(self) -> dict[str, set[int]]:
        """The tools by their properties' names in lower case without ``_`` and ``-``, and by the words of the names."""
        holders: dict[str, set[int]] = {}
        for view in self.tools:
            for node in view.nodes:
                holders.setdefault(node.name, set()).add(view.index)
        found: dict[str, set[int]] = {}
        for name, indexes in holders.items():
            for part in {plain_name(name), *parts_of(name), *(() if name.isascii() else words(name))}:
                found.setdefault(part, set()).update(indexes)
        return found

    @cached_property
    def by_field(self) -> dict[str, set[int]]:
        """The tools by the fields that they have, those of the annotations included."""
        found: dict[str, set[int]] = {}
        for view in self.tools:
            for name in chain(view.tool.raw, view.tool.annotations):
                found.setdefault(name, set()).add(view.index)
        return found

    @cached_property
    def by_keyword(self) -> dict[str, set[int]]:
        """The tools by the keywords that their schemas use."""
        found: dict[str, set[int]] = {}
        for view in self.tools:
            for keyword in view.by_keyword:
                found.setdefault(keyword, set()).add(view.index)
        return found

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """Every string outside the tools: instructions, serverInfo, prompts, resources and templates."""
        listing = self.listing
        found = [Text("/instructions", listing.instructions, Role.INSTRUCTIONS)] if listing.instructions else []
        found.extend(named(listing.server_info, "/serverInfo"))
        for surface, entries in (
            ("prompts", listing.prompts),
            ("resources", listing.resources),
            ("resourceTemplates", listing.resource_templates),
        ):
            for index, entry in enumerate(entries):
                found.extend(named(entry, f"/{surface}/{index}"))
        return tuple(found)

    @cached_property
    def words(self) -> frozenset[str]:
        """As ``ToolView.words``, of ``texts``."""
        return frozenset(_WORD.findall("\n".join(text.text for text in self.texts).lower()))
