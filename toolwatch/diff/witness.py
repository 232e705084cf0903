"""Searches for a value that one schema takes and the other refuses, and says which changes it proves."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from toolwatch.diff.schema.contexts import Context
from toolwatch.diff.schema.documents import Document, Sub, escape
from toolwatch.diff.schema.instances import Instances
from toolwatch.diff.schema.validity import errors, valid
from toolwatch.diff.schema.values import identity
from toolwatch.model.tool import Json

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_MISSING = " is a required property"

CANDIDATES = 1500
"""Values that are tried before giving up."""

MOST_CAUSES = 300
"""Complaints of the forms of one place that are read."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """One reason for which jsonschema refuses a value: where in the schema, and about which properties."""

    pointer: str
    keyword: str
    names: frozenset[str]
    instance: Json
    trail: tuple[Json, ...] = ()
    """The values around it, outermost first, and itself."""
    causes: "tuple[Complaint, ...]" = ()
    """Why each of several forms refuses it."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A value that the inner schema takes and the outer refuses."""

    instance: Json
    complaints: tuple[Complaint, ...]


def search(
    inner: Document, outer: Document, atoms: frozenset[str], instances: Instances, *, most: int = CANDIDATES
) -> Iterator[Counterexample]:
    """Values of ``inner``, of these types alone, that ``outer`` refuses, plain ones first."""
    if inner.trouble or outer.trouble or inner.buried or outer.buried:
        return
    seen: set[str] = set()
    drawn = instances.draw(Context((inner.top,), atoms=atoms), Context((outer.top,)))
    for value in islice(steady(drawn), most):
        text = identity(value)
        if text in seen or valid(value, inner.top) is not True:
            continue
        seen.add(text)
        found = errors(value, outer)
        if found:
            yield Counterexample(value, tuple(_complaint(error, outer, value) for error in found))


def steady(drawn: Iterator[Json]) -> Iterator[Json]:
    """The values until drawing runs into Python's recursion limit."""
    try:
        yield from drawn
    except RecursionError:
        return


def _complaint(error: "ValidationError", document: Document, root: Json) -> Complaint:
    causes = (_cause(one, document, root) for one in islice(_causes(error), MOST_CAUSES))
    return replace(_cause(error, document, root), causes=tuple(causes))


def _cause(error: "ValidationError", document: Document, root: Json) -> Complaint:
    trail = [root]
    for step in error.absolute_path:
        trail.append(trail[-1][step])
    pointer = _pointer(list(error.absolute_schema_path), document)
    return Complaint(pointer, str(error.validator), _names(error), error.instance, (*trail, error.instance))


def _causes(error: "ValidationError") -> Iterator["ValidationError"]:
    for one in error.context or ():
        yield one
        yield from _causes(one)


def _pointer(steps: Sequence[str | int], document: Document) -> str:
    """Where an error's keyword stands in the document; jsonschema leaves references out of the path."""
    place = _follow(document.top, steps, 0)
    return place if place is not None else "".join(f"/{escape(str(step))}" for step in steps)


def _follow(sub: Sub, steps: Sequence[str | int], references: int) -> str | None:
    if not steps:
        return sub.pointer
    node = sub.schema
    try:
        inner = node[steps[0]]
    except (KeyError, IndexError, TypeError):
        inner = None
    else:
        found = _follow(sub.below(inner, steps[0]), steps[1:], 0)
        if found is not None:
            return found
    target = sub.document.resolve(node.get("$ref")) if isinstance(node, dict) and references < 20 else None
    return _follow(target, steps, references + 1) if target is not None else None


def _names(error: "ValidationError") -> frozenset[str]:
    """The properties that an error is about: missing ones, or those that nobody allows."""
    instance = error.instance
    if not isinstance(instance, dict):
        return frozenset()
    if error.validator == "required" and error.message.endswith(_MISSING):
        # One error for each missing property, which only the message names; it is quoted as Python quotes it.
        return frozenset({ast.literal_eval(error.message.removesuffix(_MISSING))})
    if error.validator in ("additionalProperties", "unevaluatedProperties") and isinstance(error.schema, dict):
        described = error.schema.get("properties", {})
        return frozenset(name for name in instance if name not in described)
    return frozenset()
