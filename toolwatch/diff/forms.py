"""The forms of a place: which of two lists belong together, and a plain schema as one form beside several."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from toolwatch.diff.folding import NULL, Node, node
from toolwatch.diff.schema.cases import apart
from toolwatch.diff.schema.contexts import Context
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.keywords import Reading, read
from toolwatch.diff.schema.shapes import shape
from toolwatch.diff.schema.vocabulary import ASSERTING
from toolwatch.model.tool import Json

LISTS = ("anyOf", "oneOf")
"""Keywords that hold the forms of a place."""


def aligned(before: Node, after: Node) -> tuple[Node, Node]:
    """Both places; a plain one that is a form of the other is seen as the only form of a list.

    Without it a schema that gets a second form beside it would seem to have lost all that it says.
    """
    return _beside(before, after), _beside(after, before)


def _beside(place: Node, other: Node) -> Node:
    keyword = next((word for word in LISTS if word in other.reading), "")
    if not keyword or other.reading.keys() - {keyword, "type"} or any(word in place.reading for word in LISTS):
        return place
    forms = [node(other.child(keyword, index)) for index in range(len(other.reading[keyword]))]
    index = _fitting(place, forms)
    return place if index is None else _listed(place, keyword, other, forms[index], index)


def _fitting(place: Node, forms: Sequence[Node]) -> int | None:
    """The form that a plain place belongs to: it means the same, or is the only likely one of its types."""
    own = shape(place.inner)
    same = next((index for index, form in enumerate(forms) if shape(form.inner) == own), None)
    near = [index for index, form in enumerate(forms) if form.types and form.types == place.types]
    if same is not None or len(near) == 1:
        return near[0] if same is None else same
    names = place.reading.get("properties", {}).keys()
    shared = {index: len(names & forms[index].reading.get("properties", {}).keys()) for index in near}
    likely = [
        index
        for index, count in shared.items()
        if count and 2 * count >= len(names) and not apart(Context((place.inner,)), forms[index].inner)
    ]
    return max(likely, key=lambda index: shared[index], default=None)


def _listed(place: Node, keyword: str, other: Node, form: Node, index: int) -> Node:
    """A plain place as a list of one form; each remark is told where the other side says it, at the list or within."""
    words = {word for sub in place.chain if isinstance(sub.schema, Mapping) for word in sub.schema} - ASSERTING
    inside = {word for word in words if form.has_annotation(word) and not other.has_annotation(word)}
    core = place if place.core is None else node(place.core)
    reading = core.reading if form.nullable else _without_null(core.reading)
    only = replace(core, reading=reading, nullable=form.nullable, chain=_without(place.chain, words - inside))
    kept = {word: place.reading[word] for word in ("type",) if word in other.reading and word in place.reading}
    return replace(
        place,
        reading={keyword: [only.sub.schema], **kept},
        chain=_without(place.chain, inside),
        holders={word: place.holders[word] for word in kept if word in place.holders},
        only=only,
        partner=index,
    )


def _without_null(reading: Reading) -> Reading:
    """The reading of a place whose null stands beside it, as another form of the list."""
    return {**reading, "enum": [one for one in reading["enum"] if one is not None]} if "enum" in reading else reading


def _without(chain: tuple[Sub, ...], words: Set[str]) -> tuple[Sub, ...]:
    return tuple(
        sub._replace(schema={word: value for word, value in sub.schema.items() if word not in words})
        if isinstance(sub.schema, Mapping) and sub.schema.keys() & words
        else sub
        for sub in chain
    )


def matched(before: Node, after: Node, keyword: str) -> list[tuple[int, int]]:
    """Which alternatives belong together: the same shape first, then the same types in order."""
    if keyword not in before.reading or keyword not in after.reading:
        return []
    if before.only is not None or after.only is not None:
        return [(0, before.partner) if before.only is not None else (after.partner, 0)]
    own = [before.child(keyword, index) for index in range(len(before.reading[keyword]))]
    other = [after.child(keyword, index) for index in range(len(after.reading[keyword]))]
    pairs: list[tuple[int, int]] = []
    for fitting in (_same_shape, _same_types):
        for index, sub in enumerate(own):
            if index in {left for left, _ in pairs}:
                continue
            taken = {right for _, right in pairs}
            found = next((at for at, one in enumerate(other) if at not in taken and fitting(sub, one)), None)
            if found is not None:
                pairs.append((index, found))
    return sorted(pairs)


def said(forms: Sequence[Sub]) -> Json:
    """Forms as they are written: the schema itself where it is one."""
    return forms[0].schema if len(forms) == 1 else [form.schema for form in forms]


def is_null(form: Sub) -> bool:
    """Whether a form is null alone, which is told apart from the others."""
    return read(form) == NULL


def is_bare(form: Sub) -> bool:
    """Whether a form says nothing but of which types it is, and its items."""
    reading = read(form)
    if not isinstance(form.schema, Mapping) or form.schema.keys() - ASSERTING or reading.keys() - {"type", "items"}:
        return False
    return "items" not in reading or is_bare(form.below(reading["items"], "items"))


def _same_shape(own: Sub, other: Sub) -> bool:
    return shape(own) == shape(other)


def _same_types(own: Sub, other: Sub) -> bool:
    return node(own).types == node(other).types
