"""Differences with their places in both schemas, and which of them a refused value proves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.folding import Node
from toolwatch.diff.forms import LISTS
from toolwatch.diff.net import told
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.documents import DRAFT_2020, Sub, escape
from toolwatch.diff.schema.validity import valid
from toolwatch.diff.schema.values import atoms_of, identity
from toolwatch.diff.witness import Complaint
from toolwatch.model.change import Compat, Witness

NET = "TW300"


@dataclass
class Event:
    """A difference with its place and, in the end, its verdict."""

    rule: CompatRule
    difference: Difference
    pair: SchemaPair
    compat: Compat
    beyond: bool
    inner_pointer: str
    outer_pointer: str
    path: str
    witness: Witness | None = None
    forms: tuple[Sub, ...] = ()
    """Schemas of which a witness satisfies one around this place: the form that is gone, or in which it lies."""

    def told(self) -> Difference:
        """The difference as it is reported."""
        difference = told(self.difference) if self.rule.code == NET and self.difference.path else self.difference
        return replace(difference, path=self.path)


def place_of(place: Node, path: str) -> str:
    """Where a difference stands in one document, as a JSON pointer."""
    steps = path.split("/")[1:]
    if place.only is not None and steps[:1] and steps[0] in LISTS:
        return place.only.sub.pointer
    holder = None
    if len(steps) > 1:
        holder = place.holders.get("/".join(steps[:2]))
    if holder is None and steps:
        holder = place.holders.get(steps[0])
    if holder is None and steps:
        words = (steps[0], *_SPELLINGS.get(steps[0], ()))
        written = ((word, sub) for word in words for sub in place.chain if isinstance(sub.schema, dict))
        holder = next((sub for word, sub in written if word in sub.schema), None)
    holder = holder or place.inner
    return holder.pointer + _spelt(holder, path)


_SPELLINGS = {
    "minimum": ("minimum", "exclusiveMinimum"),
    "maximum": ("maximum", "exclusiveMaximum"),
    "exclusiveMinimum": ("exclusiveMinimum", "minimum"),
    "exclusiveMaximum": ("exclusiveMaximum", "maximum"),
    "enum": ("enum", "const", "anyOf", "oneOf"),
    "type": ("type", "enum", "const", "anyOf", "oneOf", "multipleOf"),
    "prefixItems": ("prefixItems", "items"),
    "items": ("items", "additionalItems"),
    "dependentRequired": ("dependentRequired", "dependencies"),
    "dependentSchemas": ("dependentSchemas", "dependencies"),
}
"""How a keyword of a reading may be written in the schema, the likeliest first."""


def _spelt(holder: Sub, path: str) -> str:
    """The path with its keyword as the schema writes it."""
    keyword, *rest = path.split("/")[1:] or [""]
    written = holder.schema if isinstance(holder.schema, dict) else {}
    if keyword == "items" and isinstance(written.get("items"), list) and holder.document.dialect != DRAFT_2020:
        keyword = "additionalItems"
    found = next((word for word in _SPELLINGS.get(keyword, ()) if word in written), keyword)
    return "".join(f"/{step}" for step in (found, *rest)) if path else ""


class Shown:
    """The complaints about one value, so that the changes they prove are found without looking at each."""

    def __init__(self, complaints: Sequence[Complaint]) -> None:
        self._said = _Places(complaints)
        self._causes = _Places([cause for one in complaints for cause in one.causes])

    def proves(self, event: Event) -> bool:
        """Whether some complaint is about an event's difference, and the value there shows it."""
        near = [*self._said.near(event), *self._causes.at(event)]
        return any(_shows(one, event) for one in near)


def _shows(complaint: Complaint, event: Event) -> bool:
    difference = event.difference
    if difference.values and identity(complaint.instance) not in map(identity, difference.values):
        return False
    if difference.types and atoms_of(complaint.instance) not in difference.types:
        return False
    return not event.forms or any(valid(value, form) is True for value in complaint.trail for form in event.forms)


class _Places:
    """Complaints by where in the schema they stand."""

    def __init__(self, complaints: Sequence[Complaint]) -> None:
        self._at: dict[str, list[Complaint]] = {}
        self._above: dict[str, list[Complaint]] = {}
        self._named: dict[tuple[str, str], list[Complaint]] = {}
        for one in complaints:
            parent = one.pointer.rpartition("/")[0]
            for name in one.names:
                self._named.setdefault((parent, name), []).append(one)
            self._at.setdefault(one.pointer, []).append(one)
            for place in _ancestors(one.pointer):
                self._above.setdefault(place, []).append(one)

    def at(self, event: Event) -> list[Complaint]:
        """Those about the place of an event, the properties that it names, or what lies inside."""
        names, pointer, decides = event.difference.names, event.outer_pointer, event.difference.decides
        near = [one for name in names for one in self._named.get((_schema_of(pointer, names), name), ())]
        if decides == "required":
            return near
        inside = [*self._at.get(pointer, ()), *self._above.get(pointer, ())]
        if names:
            return [*near, *(one for one in inside if not one.names)]
        parent = pointer.rpartition("/")[0]
        inside += [one for word in _SPELLINGS.get(decides, ()) for one in self._at.get(f"{parent}/{word}", ())]
        if decides == "if":
            inside += [one for word in ("then", "else") for one in self._above.get(f"{parent}/{word}", ())]
        return inside

    def near(self, event: Event) -> list[Complaint]:
        """Those, and the ones about a place around it that name no causes: of causes, one must be about it."""
        if event.difference.names or event.difference.decides == "required":
            return self.at(event)
        around = [one for place in _ancestors(event.outer_pointer) for one in self._at.get(place, ())]
        return [*self.at(event), *(one for one in around if not one.causes)]


def _ancestors(pointer: str) -> Iterator[str]:
    while pointer:
        pointer = pointer.rpartition("/")[0]
        yield pointer


def _schema_of(pointer: str, names: Sequence[str]) -> str:
    """The schema whose property or keyword a pointer leads to."""
    head, _, last = pointer.rpartition("/")
    if last in {escape(name) for name in names} and head.endswith("/properties"):
        return head.rpartition("/")[0]
    return head
