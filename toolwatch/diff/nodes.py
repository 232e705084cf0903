"""The same place in both schemas, and the walk over all such places."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from toolwatch.diff.folding import Node, beside_null, folded, node
from toolwatch.diff.forms import LISTS, aligned, is_bare, is_null, matched
from toolwatch.diff.properties import Properties
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.shapes import shape
from toolwatch.diff.schema.values import alike
from toolwatch.diff.words import quoted
from toolwatch.model.change import Side
from toolwatch.model.tool import Json

ONE_INSIDE = (
    "items",
    "additionalProperties",
    "contains",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
)
"""Keywords with one schema for what lies inside a value."""

_PART = {
    "items": "an item of ",
    "prefixItems": "an item of ",
    "contains": "some item of ",
    "additionalProperties": "an undescribed property of ",
    "unevaluatedProperties": "an undescribed property of ",
    "unevaluatedItems": "an item of ",
    "propertyNames": "a property's name in ",
    "anyOf": "a form of ",
    "oneOf": "a form of ",
    "not": "what is refused of ",
    "if": "a condition of ",
    "then": "what a condition asks of ",
    "else": "what a condition asks of ",
}
"""How messages call a part of a place by the keyword under which it lies."""


@dataclass(frozen=True, eq=False)
class SchemaPair:
    """The same place in both schemas."""

    before: Node
    after: Node
    side: Side
    parent: "SchemaPair | None" = None
    monotone: bool = True
    """Whether narrowing this place can only narrow the whole: false below not, if, oneOf and among alternatives."""
    names: tuple[str, ...] = ()
    """The properties that lead here, for messages; empty at the root."""
    keyword: str = ""
    """The keyword of the pair around it under which it lies."""

    @property
    def is_form(self) -> bool:
        """Whether it is one of the forms of the place around it."""
        return self.keyword in LISTS

    @property
    def label(self) -> str:
        """How messages call this place: the property that leads here, and what of it this is."""
        if self.parent is not None and self.names == self.parent.names:
            return f"{_PART.get(self.keyword, '')}{self.parent.label}"
        kind = "parameter" if self.side is Side.INPUT else "result field"
        if not self.names:
            return "the input" if self.side is Side.INPUT else "the output"
        return f"{kind} {quoted('.'.join(self.names))}"

    @property
    def pointer(self) -> str:
        """Where it stands in the after schema, from the schema's root."""
        return self.after.sub.pointer

    def both(self, keyword: str) -> tuple[Any, Any]:
        """A keyword of both readings, None where it is absent."""
        return self.before.reading.get(keyword), self.after.reading.get(keyword)

    def annotations(self, keyword: str) -> tuple[Json, Json]:
        """An annotation of both."""
        return self.before.annotation(keyword), self.after.annotation(keyword)

    def spelling(self, keyword: str) -> tuple[Json, Json]:
        """A keyword of both as it was written."""
        return _written(self.before, keyword), _written(self.after, keyword)

    @cached_property
    def differing(self) -> frozenset[str]:
        """The keywords in which the two differ, read or written, annotations included."""
        own, other = self.before, self.after
        words = {*own.reading, *other.reading}
        words.update(key for sub in (*own.chain, *other.chain) if isinstance(sub.schema, Mapping) for key in sub.schema)
        return frozenset(word for word in words if not alike(_said(own, word), _said(other, word)))

    @property
    def lineage(self) -> Iterator["SchemaPair"]:
        """This pair and those around it, innermost first."""
        pair: SchemaPair | None = self
        while pair is not None:
            yield pair
            pair = pair.parent


def _said(place: Node, word: str) -> list[Json]:
    """All that a place says under a keyword."""
    return [
        place.reading.get(word),
        *(sub.schema.get(word) for sub in place.chain if isinstance(sub.schema, Mapping)),
    ]


def _written(place: Node, keyword: str) -> Json:
    holder = place.holders.get(keyword, place.sub)
    schema = holder.schema
    return schema.get(keyword) if isinstance(schema, Mapping) else None


def walk(before: Sub, after: Sub, side: Side) -> Iterator[SchemaPair]:
    """Every place that both schemas have and that may differ, outermost first; each pair of schemas once."""
    seen: set[object] = set()
    waiting = [SchemaPair(*aligned(node(before), node(after)), side)]
    while waiting:
        pair = waiting.pop()
        key = (pair.before.sub.key, pair.after.sub.key, pair.monotone)
        if key in seen or _identical(pair.before.sub, pair.after.sub):
            continue
        seen.add(key)
        yield pair
        waiting.extend(reversed(list(_inside(pair))))


def _identical(before: Sub, after: Sub) -> bool:
    """Whether both are written alike, annotations included, and refer to nothing."""
    if isinstance(before.schema, bool) or isinstance(after.schema, bool):
        return before.schema is after.schema
    if before.document.dialect != after.document.dialect:
        return False
    own, other = (json.dumps(sub.schema, sort_keys=True) for sub in (before, after))
    return own == other and "Ref" not in own and '"$ref"' not in own


def _inside(pair: SchemaPair) -> Iterator[SchemaPair]:
    before, after = pair.before, pair.after
    for keyword in ("properties", "patternProperties", "dependentSchemas"):
        own, other = before.reading.get(keyword, {}), after.reading.get(keyword, {})
        for name in own:
            if name in other:
                yield _pair(pair, before.child(keyword, name), after.child(keyword, name), keyword, name=name)
    for old, (new, _) in Properties.of(pair).renamed.items():
        yield _pair(pair, before.child("properties", old), after.child("properties", new), "properties", name=new)
    for keyword in (
        "items",
        "additionalProperties",
        "contains",
        "propertyNames",
        "unevaluatedProperties",
        "unevaluatedItems",
    ):
        if keyword in before.reading and keyword in after.reading:
            yield _pair(pair, before.child(keyword), after.child(keyword), keyword, monotone=keyword != "contains")
    for keyword in ("not", "if", "then", "else"):
        if keyword in before.reading and keyword in after.reading:
            yield _pair(pair, before.child(keyword), after.child(keyword), keyword, monotone=False)
    for index in range(min(len(place.reading.get("prefixItems", ())) for place in (before, after))):
        yield _pair(pair, before.child("prefixItems", index), after.child("prefixItems", index), "prefixItems")
    for keyword in LISTS:
        for own_index, other_index in matched(before, after, keyword):
            forms = before.form(keyword, own_index), after.form(keyword, other_index)
            yield SchemaPair(*aligned(*forms), pair.side, pair, False, pair.names, keyword)
    yield from _folded_inside(pair)


def _folded_inside(pair: SchemaPair) -> Iterator[SchemaPair]:
    """Constants and types on both sides, for what is said of each; a schema beside null is looked at as the place."""
    if any(beside_null(place.sub, place.reading, 0) for place in (pair.before, pair.after)):
        return
    own, other = (
        [(word, branch) for word, branches in folded(place.sub, place.reading) for branch in branches]
        for place in (pair.before, pair.after)
    )
    there: dict[str, Sub] = {}
    for _, branch in other:
        there.setdefault(shape(branch), branch)
    for word, branch in own:
        if shape(branch) in there:
            yield _pair(pair, branch, there[shape(branch)], word, monotone=False)


def _pair(
    parent: SchemaPair, before: Sub, after: Sub, keyword: str, *, monotone: bool = True, name: str = ""
) -> SchemaPair:
    return SchemaPair(
        *aligned(node(before), node(after)),
        parent.side,
        parent,
        parent.monotone and monotone,
        (*parent.names, name) if name else parent.names,
        keyword,
    )


def alternatives(pair: SchemaPair, *, gone: bool) -> Iterator[tuple[str, list[Sub]]]:
    """The forms of one side without a partner on the other, where both sides have forms.

    They come one by one, or all at once where the other side has only one. Null is told apart, and so is a form that
    says no more than its types, which the other side lacks.
    """
    place, other = (pair.before, pair.after) if gone else (pair.after, pair.before)
    for keyword in LISTS:
        if keyword not in place.reading or keyword not in other.reading:
            continue
        taken = {own if gone else there for own, there in matched(pair.before, pair.after, keyword)}
        left = [place.child(keyword, at) for at in range(len(place.reading[keyword])) if at not in taken]
        forms = [form for form in left if not _told_by_type(form, place, other)]
        if other.only is None:
            yield from ((keyword, [form]) for form in forms)
        elif forms:
            yield keyword, forms


def _told_by_type(form: Sub, place: Node, other: Node) -> bool:
    if is_null(form):
        return place.nullable
    return is_bare(form) and node(form).types <= place.types - other.types
