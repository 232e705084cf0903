"""The last net: what a reader of the two texts sees differ, and no change has shown.

Rules look at what a schema means: at the outermost description of a parameter, at keywords that bind. A model is sent
the text itself, with what is shadowed, unreferenced or of no effect. What stands nowhere in the other text is reported.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolwatch.diff.difference import Difference
from toolwatch.diff.remarks import is_text, remark_difference
from toolwatch.diff.schema.documents import NOWHERE, Document, value_at
from toolwatch.diff.schema.inventory import REMARKS, Inventory, Leaf, inventory
from toolwatch.diff.schema.values import identity
from toolwatch.diff.schema.vocabulary import ASSERTING, SILENT
from toolwatch.diff.words import quoted, text_difference
from toolwatch.model.tool import Json


@dataclass(frozen=True, slots=True)
class Showing:
    """What a change shows of one of the two schemas: a value, and where it stands there."""

    pointer: str
    value: Json


@dataclass(frozen=True, slots=True)
class Left:
    """A difference that no change has shown, with the keyword whose rule answers for it; empty for the net."""

    keyword: str
    difference: Difference
    known: bool = True
    """Whether validators know all the keywords in it, so that a proof about the schemas speaks of it too."""


def left_over(before: Document, after: Document, shown: Sequence[tuple[Showing, Showing]]) -> list[Left]:
    """What differs in the texts of two schemas beyond what is shown, in the order of its places."""
    own, other = inventory(before), inventory(after)
    gone = _unshown(_news(own, other), before, [one for one, _ in shown], after)
    come = _unshown(_news(other, own), after, [one for _, one in shown], before)
    return sorted(_told(gone, come, before, after), key=lambda left: (left.difference.path, left.keyword))


def _news(own: Inventory, other: Inventory) -> list[Leaf]:
    """The leaves of one inventory that the other lacks.

    Where nothing but remarks differs, places correspond, and a text that changed its place with another is news too.
    """
    known = {(leaf.keyword, leaf.identity) for leaf in other.leaves}
    news = [leaf for leaf in own.leaves if (leaf.keyword, leaf.identity) not in known]
    if own.meaning != other.meaning:
        return news
    there = {(leaf.pointer, leaf.identity) for leaf in other.leaves}
    spoken = {leaf.pointer for leaf in other.leaves}
    moved = [
        leaf
        for leaf in own.leaves
        if leaf.keyword in REMARKS
        and leaf.pointer in spoken
        and (leaf.pointer, leaf.identity) not in there
        and (leaf.keyword, leaf.identity) in known
    ]
    return [*news, *moved]


def _unshown(leaves: list[Leaf], document: Document, shown: Sequence[Showing], other: Document) -> list[Leaf]:
    if not leaves:
        return []
    at: dict[str, set[str]] = {}
    for one in shown:
        for pointer, value in _spread(one, document, other):
            at.setdefault(pointer, set()).update(_parts(value))
    named = {leaf.identity for leaf in leaves if leaf.keyword == "name" and leaf.pointer in at}
    return [
        leaf
        for leaf in leaves
        if not (leaf.keyword == "name" and leaf.identity in named)
        and not any(leaf.identity in at.get(place, ()) for place in _upwards(leaf.pointer))
    ]


def _spread(one: Showing, document: Document, other: Document) -> Iterator[tuple[str, Json]]:
    """A shown value, and the definitions that came or went with it."""
    yield one.pointer, one.value
    waiting, seen = [one.value], {one.pointer}
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            waiting += node.values()
            target = document.resolve(node.get("$ref"))
            if target is not None and target.pointer not in seen and _absent(other.root, target.pointer):
                seen.add(target.pointer)
                waiting.append(target.schema)
                yield target.pointer, target.schema
        elif isinstance(node, list):
            waiting += node


def _parts(value: Json) -> Iterator[str]:
    """The identity of each value inside a value, of the leaves above all."""
    waiting: list[Json] = [value]
    while waiting:
        node = waiting.pop()
        yield identity(node)
        if isinstance(node, dict):
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def _upwards(pointer: str) -> Iterator[str]:
    """A pointer and those of all that is around it."""
    yield pointer
    while pointer:
        pointer = pointer.rpartition("/")[0]
        yield pointer


def _told(gone: list[Leaf], come: list[Leaf], before: Document, after: Document) -> Iterator[Left]:
    groups: dict[str, tuple[list[Leaf], list[Leaf]]] = {}
    for side, leaves, there in ((0, gone, after), (1, come, before)):
        for leaf in leaves:
            groups.setdefault(_topmost(there.root, leaf.pointer), ([], []))[side].append(leaf)
    for pointer, (old, new) in groups.items():
        leaves = [*old, *new]
        if all(leaf.pointer == pointer for leaf in leaves):
            yield from _at_one_place(pointer, old, new)
            continue
        keywords = {"description" if _is_sentence(leaf) else _answering(leaf.keyword) for leaf in leaves}
        keyword = "description" if keywords >= {"description"} and "" not in keywords else min(keywords)
        verb = "came" if new else "is gone"
        texts = _value(before.root, pointer), _value(after.root, pointer)
        difference = Difference(pointer, *texts, f"{quoted(pointer)} {verb}, with what no other change shows")
        yield Left(keyword, difference, all(leaf.keyword in _KNOWN for leaf in leaves))


def _at_one_place(pointer: str, old: list[Leaf], new: list[Leaf]) -> Iterator[Left]:
    for keyword in sorted({leaf.keyword for leaf in (*old, *new)}):
        own, other = (_only([leaf.value for leaf in side if leaf.keyword == keyword]) for side in (old, new))
        label = f"{keyword} at {quoted(pointer.rpartition('/')[0] or '/')}"
        if keyword == "description" and all(isinstance(one, str | None) for one in (own, other)):
            differences = list(text_difference(label, pointer, own, other))
        else:
            differences = [Difference(pointer, own, other, _sentence(label, keyword, own, other))]
            if any(_is_sentence(leaf) for leaf in (*old, *new) if leaf.keyword == keyword):
                differences = list(remark_difference(label, pointer, own, other, _holder(pointer)))
        yield from (Left(_answering(keyword), difference, keyword in _KNOWN) for difference in differences)


_KNOWN = SILENT | ASSERTING | {"name"}


def _sentence(label: str, keyword: str, own: Json, other: Json) -> str:
    """What became of a keyword; of one that lists constants only those are left that one side lacks."""
    if own is not None and other is not None:
        return f"{label} changed"
    several = isinstance(own if other is None else other, list)
    if keyword == "enum":
        label = f"{'values' if several else 'a value'} of {label}"
    return f"{label} {'came' if own is None else 'are gone' if several and keyword == 'enum' else 'is gone'}"


_QUIET = REMARKS - {"description", "default", "examples", "format", "deprecated"}


def _is_sentence(leaf: Leaf) -> bool:
    """Whether a remark, of a kind that generators write, was written for a reader."""
    return leaf.keyword in _QUIET and is_text(leaf.value, _holder(leaf.pointer))


def _holder(pointer: str) -> str:
    """What the schema is called that a keyword at a pointer belongs to."""
    return pointer.split("/")[-2].replace("~1", "/").replace("~0", "~")


def _answering(keyword: str) -> str:
    """The keyword whose rule answers for a leaf; a format has several, and no verdict of its own here."""
    return keyword if keyword in REMARKS - {"format"} else ""


def _only(values: list[Json]) -> Json:
    return (values[0] if len(values) == 1 else values) if values else None


def _value(root: Json, pointer: str) -> Json:
    found = value_at(root, pointer)
    return None if found is NOWHERE else found


def _absent(root: Json, pointer: str) -> bool:
    return value_at(root, pointer) is NOWHERE


def _topmost(root: Json, pointer: str) -> str:
    """The outermost place on the way to a pointer that a schema lacks, or the pointer itself."""
    return next((place for place in reversed(list(_upwards(pointer))) if _absent(root, place)), pointer)
