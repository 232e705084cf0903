"""What the differences between two schemas mean: rules say what they saw, proofs and witnesses have the last word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.evidence import NET, Event, Shown, place_of
from toolwatch.diff.folding import Node, node
from toolwatch.diff.forms import LISTS
from toolwatch.diff.net import unclaimed_keywords
from toolwatch.diff.nodes import SchemaPair, walk
from toolwatch.diff.residue import Showing, left_over
from toolwatch.diff.schema.contexts import atoms
from toolwatch.diff.schema.documents import Document, Sub
from toolwatch.diff.schema.instances import Instances
from toolwatch.diff.schema.inventory import around, unreached
from toolwatch.diff.schema.prover import Prover
from toolwatch.diff.schema.values import identity
from toolwatch.diff.schema.vocabulary import ASSERTING, ATOMS
from toolwatch.diff.witness import Counterexample, search
from toolwatch.model.change import Compat, Side, Witness

ENOUGH = 300
"""Counterexamples looked at in search of one for each change."""

COMPLAINTS = 20_000
"""Complaints of jsonschema that are read in search of witnesses."""

MOST = 250
"""Changes of one schema for which a witness is looked for."""

LOOSER = 300
"""Values that are tried in search of one that newly fits."""

NOT_FOUND = "no value was found that one schema takes and the other refuses for this alone"

_DEAR = (1 << 30, 0)


Ruling = tuple[CompatRule, Difference, Compat, Witness | None]


def judge(before: Document, after: Document, side: Side, rules: Sequence[CompatRule]) -> list[Ruling]:
    """Every difference between two schemas of a side, with its verdict and its witness."""
    return Judge(before, after, side, rules).rulings()


@dataclass
class Judge:
    """One pair of schemas under judgement.

    On the input side the old calls must fit the new schema, on the output side the new results the old one.
    """

    before: Document
    after: Document
    side: Side
    rules: Sequence[CompatRule]
    forward: Prover = field(default_factory=lambda: Prover(lenient=True))
    strict: Prover = field(default_factory=Prover)
    drawn: Instances = field(default_factory=Instances)
    idle: frozenset[str] = frozenset()
    """Places of which one was found to mean the same in both schemas, although they are written otherwise."""

    def rulings(self) -> list[Ruling]:
        """The verdicts."""
        seen = [(event, not event.beyond and self._same(event)) for event in self._events()]
        events = [event for event, idle in seen if not idle]
        self.idle = frozenset(event.path for event, idle in seen if idle)
        for event in events:
            if not event.beyond and event.compat.rank < Compat.SAFE.rank and self._proven(event):
                event.compat = Compat.SAFE
        fits = self.forward.includes(self.inner, self.outer, self.given)
        open_events = [event for event in events if event.compat.rank < Compat.SAFE.rank]
        suspects = [event for event in events if event.compat is Compat.SAFE and not fits and self._suspect(event)]
        if open_events or not fits:
            found = self._search(open_events, suspects)
            self._settle(open_events)
            self._settle([event for event in suspects if event.witness is not None])
            if not fits and not any(event.compat.rank < Compat.SAFE.rank for event in events):
                events += self._uncovered(events, found)
        if fits and not events:
            events += self._looser()
        events += self._residue(events)
        return [(event.rule, event.told(), event.compat, event.witness) for event in events]

    @property
    def inner(self) -> Document:
        """The side whose values must fit."""
        return self.before if self.side is Side.INPUT else self.after

    @property
    def outer(self) -> Document:
        """The side that must take them."""
        return self.after if self.side is Side.INPUT else self.before

    @cached_property
    def given(self) -> frozenset[str]:
        """The types that a whole value may have: arguments are an object (MCP, ``tools/call``).

        That is taken for granted where one schema says so and the other allows it. Schemas that both allow more, or
        no object at all, are compared as what they are.
        """
        kinds = [atoms(document.top) for document in (self.before, self.after)]
        objects = frozenset({"object"}) in kinds and all("object" in kind for kind in kinds)
        return frozenset({"object"}) if self.side is Side.INPUT and objects else ATOMS

    def _atoms(self, pair: SchemaPair) -> frozenset[str]:
        return self.given if pair.parent is None else ATOMS

    def _events(self) -> Iterator[Event]:
        net = self._net
        for pair in walk(self.before.top, self.after.top, self.side):
            claimed: set[str] = set()
            for rule in self.rules:
                if rule is net or not pair.differing.intersection(rule.keywords):
                    continue
                for difference in rule.compare(pair):
                    claimed.update(rule.keywords)
                    yield self._event(rule, difference, pair, beyond=rule.beyond_validity)
            for difference in unclaimed_keywords(pair, claimed):
                beyond = difference.path.split("/")[1] not in ASSERTING
                yield self._event(net, difference, pair, beyond=beyond)

    def _event(self, rule: CompatRule, difference: Difference, pair: SchemaPair, *, beyond: bool) -> Event:
        own, other = place_of(pair.before, difference.path), place_of(pair.after, difference.path)
        inner, outer = (own, other) if self.side is Side.INPUT else (other, own)
        verdict = rule.on_input if self.side is Side.INPUT else rule.on_output
        event = Event(rule, difference, pair, difference.compat or verdict, beyond, inner, outer, other)
        event.forms = difference.forms or self._forms(pair)
        return event

    def _forms(self, pair: SchemaPair) -> tuple[Sub, ...]:
        """The form that a place is one of or lies in, on the side whose values must fit."""
        return next(((self._ends(one)[0].sub,) for one in pair.lineage if one.is_form), ())

    def _ends(self, pair: SchemaPair) -> tuple[Node, Node]:
        return (pair.before, pair.after) if self.side is Side.INPUT else (pair.after, pair.before)

    def _same(self, event: Event) -> bool:
        """Whether the keyword, the place, or one around it, means the same in both schemas."""
        own, other = event.pair.before, event.pair.after
        keyword = event.difference.decides
        listed = own.only is not None or other.only is not None
        if (keyword in own.reading or keyword in other.reading) and not (listed and keyword in LISTS):
            there, here = other.holders.get(keyword), own.holders.get(keyword)
            if (there is None or self.strict.keyword_holds(own.sub, there, keyword)) and (
                here is None or self.strict.keyword_holds(other.sub, here, keyword)
            ):
                return True
        return any(
            self.strict.holds(one.before.sub, one.after.sub) and self.strict.holds(one.after.sub, one.before.sub)
            for one in event.pair.lineage
        )

    def _proven(self, event: Event) -> bool:
        """Whether the keyword lets pass all that one side has here, or the place or one around it fits the other."""
        inner, outer = self._ends(event.pair)
        holder = outer.holders.get(event.difference.decides)
        if holder is None and event.rule.code == NET:
            return True
        kinds = self._atoms(event.pair)
        if holder is not None and self.forward.keyword_holds(inner.sub, holder, event.difference.decides, kinds):
            return True
        return self._fits(event)

    def _fits(self, event: Event) -> bool:
        ends = ((*self._ends(one), self._atoms(one)) for one in event.pair.lineage)
        return any(self.forward.holds(inner.sub, outer.sub, kinds) for inner, outer, kinds in ends)

    def _suspect(self, event: Event) -> bool:
        """Whether a difference that its rule calls safe may not be: validators check it, and the place is unproven."""
        return (not event.beyond or event.rule.code == "TW311") and not self._fits(event)

    def _search(self, events: Sequence[Event], suspects: Sequence[Event]) -> list[Counterexample]:
        """Give each event the plainest value that proves it, and a suspect one that no event accounts for."""
        found: list[Counterexample] = []
        costs: dict[int, tuple[int, int]] = {}
        wanted = list(enumerate(events[:MOST]))
        read = 0
        for example in islice(search(self.inner, self.outer, self.given, self.drawn), ENOUGH):
            found.append(example)
            read += len(example.complaints)
            shown = Shown(example.complaints)
            cost = (len(example.complaints), len(identity(example.instance)))
            proven = [(index, event) for index, event in wanted if shown.proves(event)]
            for index, event in proven:
                if cost < costs.get(index, _DEAR):
                    costs[index], event.witness = cost, self._witness(example)
            for event in suspects[:MOST] if not proven else ():
                if event.witness is None and shown.proves(event):
                    event.witness = self._witness(example)
            settled = len(costs) == len(wanted) and all(count == 1 for count, _ in costs.values())
            if read > COMPLAINTS or (settled and all(event.witness for event in suspects)):
                break
        return found

    def _witness(self, example: Counterexample) -> Witness:
        return Witness(True, example.instance, "before" if self.side is Side.INPUT else "after")

    def _settle(self, events: Sequence[Event]) -> None:
        for number, event in enumerate(events):
            if event.witness is not None:
                event.compat = Compat.BREAKING
                continue
            reason = self._why_none(event, late=number >= MOST)
            if event.compat is Compat.BREAKING and (not event.pair.monotone or not reason):
                event.compat = Compat.UNCLEAR
            event.witness = Witness(False, reason=reason or NOT_FOUND)

    def _why_none(self, event: Event, *, late: bool) -> str:
        """Why there can be no witness; empty where one was looked for and not found."""
        if late:
            return f"the schema has more than {MOST} such changes, and a value was looked for only for the first"
        for document in (self.before, self.after):
            if document.trouble:
                return f"no values can be drawn from the schema: {document.trouble}"
            if document.buried:
                return "the schema is nested too deeply for values to be drawn from it"
        if event.beyond and event.rule.code in ("TW312", "TW313"):
            if self.side is Side.INPUT:
                return "the schema still takes a call that gives it, and ignores it"
            return "results could lack it before too, and no validator tells that it never comes"
        if self.drawn.exhausted:
            return "the schema is too large for all of it to be tried"
        if event.beyond:
            return "validators do not check it"
        return ""

    def _uncovered(self, events: list[Event], found: list[Counterexample]) -> list[Event]:
        """What keeps the schemas from being proven compatible, where no rule named it."""
        if found:
            example = min(found, key=lambda one: (len(one.complaints), len(identity(one.instance))))
            shown = Shown(example.complaints)
            blamed = [event for event in events if shown.proves(event)]
            for event in blamed[:1]:
                event.compat, event.witness = Compat.BREAKING, self._witness(example)
            if blamed:
                return []
        net = self._net
        pair = next(iter(walk(self.before.top, self.after.top, self.side)))
        if found:
            message = f"{pair.label} refuses values that it took, by {example.complaints[0].keyword}"
            if self.side is Side.OUTPUT:
                message = f"{pair.label} may hold values that it could not, by {example.complaints[0].keyword}"
            witness, compat = self._witness(example), Compat.BREAKING
        else:
            message = f"whether {pair.label} is still compatible cannot be decided: {self._reason()}"
            witness, compat = Witness(False, reason="no value was found that tells the schemas apart"), Compat.UNCLEAR
        difference = Difference("", self.before.root, self.after.root, message)
        return [Event(net, difference, pair, compat, False, "", "", "", witness)]

    def _looser(self) -> list[Event]:
        """What newly fits, or may, where no rule saw anything: a part that is not read at its place, such as a base."""
        pair = next(walk(self.before.top, self.after.top, self.side), None)
        if pair is None or self.strict.includes(self.outer, self.inner, self.given):
            return []
        example = next(search(self.outer, self.inner, self.given, Instances(), most=LOOSER), None)
        verb = "takes values that it refused" if self.side is Side.INPUT else "no longer holds all that it could"
        message = f"{pair.label} {verb}" if example else f"it cannot be told whether {pair.label} is bound as it was"
        difference = Difference("", self.before.root, self.after.root, message)
        return [Event(self._net, difference, pair, Compat.SAFE, False, "", "", "")]

    def _residue(self, events: Sequence[Event]) -> list[Event]:
        """What the texts of both differ in and no event shows: a remark, or of no effect, or unclear."""
        shown = [self._shown(event) for event in events if _shows(event)]
        left = left_over(self.before, self.after, shown)
        if not left:
            return []
        pair = SchemaPair(node(self.before.top), node(self.after.top), self.side)
        made = []
        for one in left:
            rule = next((rule for rule in self.rules if one.keyword in rule.keywords and rule.beyond_validity), None)
            event = self._event(rule or self._net, one.difference, pair, beyond=True)
            event.inner_pointer = event.outer_pointer = event.path = one.difference.path
            if rule is None and one.known and self._harmless(one.difference.path):
                event.compat = Compat.SAFE
            if event.compat is Compat.UNCLEAR:
                event.witness = Witness(False, reason=self._why_none(event, late=False) or NOT_FOUND)
            made.append(event)
        return made

    def _harmless(self, pointer: str) -> bool:
        """Whether what differs at a place, in known keywords, is proven to break nothing."""
        if pointer in self.idle or self.forward.includes(self.inner, self.outer, self.given):
            return True
        if all(unreached(document, pointer) for document in (self.before, self.after)):
            return True
        inner, outer = (document.at(pointer.rpartition("/")[0]) for document in (self.inner, self.outer))
        if inner is not None and outer is not None and self.forward.holds(inner, outer):
            return True
        ends = zip(around(self.inner, pointer), around(self.outer, pointer), strict=False)
        return any(self.forward.holds(inner, outer) for inner, outer in ends)

    def _shown(self, event: Event) -> tuple[Showing, Showing]:
        ends = (event.inner_pointer, event.outer_pointer)
        own, other = ends if self.side is Side.INPUT else reversed(ends)
        return Showing(own, event.difference.before), Showing(other, event.difference.after)

    @property
    def _net(self) -> CompatRule:
        return next(rule for rule in self.rules if rule.code == NET)

    def _reason(self) -> str:
        trouble = self.before.trouble or self.after.trouble
        if trouble:
            return trouble
        return "it is too intricate" if self.forward.exhausted else "the schemas are written too differently"


def _shows(event: Event) -> bool:
    """Whether a reader of an event has seen what differs in its place.

    A verdict on the whole shows nothing of it, nor does a remark that holds a schema with texts of its own.
    """
    values = (event.difference.before, event.difference.after)
    return bool(event.difference.path) and not (event.rule.noise and any(isinstance(value, dict) for value in values))
