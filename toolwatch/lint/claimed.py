"""Pairs what is said of each parameter with what its schema allows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from toolwatch.lint.docstring import entries
from toolwatch.lint.domain import Domain, domain
from toolwatch.lint.prose import Claims, claims
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.tool import Json

_SILENT = Claims()


class Claimed(NamedTuple):
    """One parameter and one text about it."""

    path: str
    """Of the text."""
    name: str
    node: Node
    root: Json
    text: str
    claims: Claims

    @property
    def domain(self) -> Domain:
        """What the schema allows."""
        return domain(self.node.schema, self.root)

    @property
    def siblings(self) -> frozenset[str]:
        """The names of the parameters beside it."""
        return frozenset(properties(self.node.parent.schema if self.node.parent else None))


def described(view: ToolView) -> Sequence[Claimed]:
    """Every parameter that a text speaks of: its own description, and the tool's ``Args:`` block.

    Read once for each view and kept on it, as a cached property is.
    """
    kept: dict[str, Sequence[Claimed]] = vars(view)
    if "_described" not in kept:
        kept["_described"] = tuple(_read(view))
    return kept["_described"]


def claimed(view: ToolView) -> Sequence[Claimed]:
    """The parameters of ``described`` of which a text claims something."""
    kept: dict[str, Sequence[Claimed]] = vars(view)
    if "_claimed" not in kept:
        kept["_claimed"] = tuple(one for one in described(view) if one.claims != _SILENT)
    return kept["_claimed"]


def _read(view: ToolView) -> Iterator[Claimed]:
    roots = {"input": view.tool.input_schema, "output": view.tool.output_schema}
    for node in view.by_keyword.get("description", ()):
        text = node.schema["description"]
        if node.via == "properties" and node.side == "input" and isinstance(text, str):
            yield Claimed(f"{node.path}/description", node.name, node, roots[node.side], text, claims(text))
    documented = entries(view.tool.description)
    if documented:
        inputs = {node.name: node for node in view.inputs}
        for entry in documented:
            if entry.name in inputs:
                prose = entry.prose
                yield Claimed("/description", entry.name, inputs[entry.name], roots["input"], prose, claims(prose))


def properties(schema: Json) -> Mapping[str, Json]:
    """The properties of an object schema, or none."""
    found = schema.get("properties") if isinstance(schema, Mapping) else None
    return found if isinstance(found, Mapping) else {}
