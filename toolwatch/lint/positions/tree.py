"""What the readers of the file formats have in common: a tree in which every member has a place in the text."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Span(NamedTuple):
    """Offsets of a value in the text, ``[start, end)``, counted in characters."""

    start: int
    end: int


class Member(NamedTuple):
    """One entry of a map or list: its key (an index for lists), where the key starts, and the value."""

    key: str
    start: int
    child: object


class Tree(Protocol):
    """A document whose nodes are opaque; only the members asked for are read."""

    root: object

    def members(self, node: object) -> Sequence[Member]:
        """The entries of a map or list in document order; nothing for anything else."""

    def member(self, node: object, key: str) -> Member | None:
        """The first entry of that key, or None."""

    def text(self, node: object) -> str | None:
        """The string that a node is, or None."""

    def is_list(self, node: object) -> bool:
        """Whether a node is a list."""

    def start(self, node: object) -> int:
        """Where a node's value starts; cheaper than ``span``."""

    def span(self, node: object) -> Span:
        """Where a node's value stands."""


def descend(tree: Tree, node: object, tokens: Sequence[str]) -> tuple[int, object, int]:
    """Follow ``tokens`` as far as they lead.

    Returns:
        How many tokens were followed, the node they led to, and where its key (or its value) starts.
    """
    start = tree.start(node)
    for depth, token in enumerate(tokens):
        found = tree.member(node, token)
        if found is None:
            return depth, node, start
        node, start = found.child, found.start
    return len(tokens), node, start
