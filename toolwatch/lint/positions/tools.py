"""Finds tools and their fields in a definition file, whatever format it is written in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from toolwatch.lint.positions.tree import Tree, descend

SCHEMAS = ("inputSchema", "input_schema", "parameters", "parametersJsonSchema")
"""The names that the formats give to the input schema: MCP, Anthropic, OpenAI, Gemini."""
_TOOL_FIELDS = frozenset((*SCHEMAS, "description", "outputSchema", "annotations"))
_MOST = 200_000
"""Nodes that are searched for tools; a file beyond that gets positions for what was found until then."""


@dataclass
class ToolPlaces:
    """The nodes of all tools of a document by name, in document order."""

    tree: Tree
    named: dict[str, list[object]] = field(default_factory=dict)
    listed: list[object] = field(default_factory=list)
    """Entries of the first list that holds a tool: for tools without a name."""
    spelt: dict[int, list[str]] = field(default_factory=dict)
    """How tools spell their input schema, by node."""

    @classmethod
    def of(cls, tree: Tree) -> "ToolPlaces":
        """Search the document."""
        found = cls(tree)
        for name, node, container in _tools(tree):
            found.named.setdefault(name, []).append(node)
            if not found.listed and container is not None:
                found.listed = [member.child for member in tree.members(container)]
        return found

    def tool(self, name: str, *, occurrence: int = 0, index: int = -1) -> object | None:
        """The node of a tool: by name, the ``occurrence``-th of those that share it; without a name by its index."""
        same = self.named.get(name, []) if name else []
        if occurrence < len(same):
            return same[occurrence]
        return self.listed[index] if 0 <= index < len(self.listed) and not name else None

    def tokens(self, node: object, tokens: Sequence[str]) -> list[str]:
        """A path inside an MCP tool as this file spells it."""
        if not tokens or tokens[0] != "inputSchema":
            return list(tokens)
        mark = node if isinstance(node, int) else id(node)
        if mark not in self.spelt:
            self.spelt[mark] = self._spelling(node)
        return [*self.spelt[mark], *tokens[1:]]

    def _spelling(self, node: object) -> list[str]:
        """How this tool spells its input schema."""
        keys = {member.key: member.child for member in self.tree.members(node)}
        own = next((key for key in SCHEMAS if key in keys), "inputSchema")
        below = {member.key for member in self.tree.members(keys[own])} if own in keys else set()
        wrapped = ["json"] if below == {"json"} else []
        return [own, *wrapped]


def listing_tokens(tree: Tree, tokens: Sequence[str]) -> list[str]:
    """A path inside a listing as the file has it: under ``result`` where a whole response was kept."""
    keys = {member.key for member in tree.members(tree.root)}
    if tokens and tokens[0] not in keys and "result" in keys:
        return ["result", *tokens]
    return list(tokens)


def _tools(tree: Tree) -> Iterator[tuple[str, object, object | None]]:
    """Maps that have a name and at least one field of a tool; what lies inside them is not searched."""
    stack: list[tuple[object, object | None]] = [(tree.root, None)]
    seen: set[object] = set()
    while stack and len(seen) < _MOST:
        node, container = stack.pop()
        mark = node if isinstance(node, int) else id(node)
        if mark in seen:
            continue
        seen.add(mark)
        members = tree.members(node)
        keys = {member.key: member.child for member in members}
        name = tree.text(keys["name"]) if "name" in keys and not tree.is_list(node) else None
        if name is not None and not _TOOL_FIELDS.isdisjoint(keys):
            yield name, node, container
            continue
        inner = node if tree.is_list(node) else None
        stack.extend((member.child, inner or container) for member in reversed(members))


def offset_in(places: ToolPlaces, node: object, tokens: Sequence[str]) -> int:
    """Where the field that ``tokens`` name starts inside a tool; the nearest thing around it where it is absent."""
    spelt = places.tokens(node, tokens)
    followed, _, start = descend(places.tree, node, spelt)
    if followed < len(spelt) and followed == 0:
        name = next((member for member in places.tree.members(node) if member.key == "name"), None)
        return name.start if name else start
    return start
