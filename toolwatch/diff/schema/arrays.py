"""Proofs about arrays."""

from typing import TYPE_CHECKING

from toolwatch.diff.schema.contexts import Context, Facts
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.keywords import read
from toolwatch.diff.schema.places import any_item, at_item, item_of

if TYPE_CHECKING:
    from toolwatch.diff.schema.prover import Prover

KEYWORDS = frozenset({"minItems", "maxItems", "uniqueItems", "prefixItems", "items", "contains", "unevaluatedItems"})


def keyword_holds(prover: "Prover", context: Context, outer: Sub, keyword: str) -> bool:
    """Whether every array of ``context`` satisfies one keyword of ``outer``."""
    facts = context.facts
    value = read(outer)[keyword]
    if "array" not in facts.atoms or (facts.most_items == 0 and keyword not in ("minItems", "contains")):
        return True
    match keyword:
        case "minItems":
            return bool(facts.fewest_items >= value)
        case "maxItems":
            return bool(facts.most_items <= value)
        case "uniqueItems":
            return facts.unique or facts.most_items <= 1
        case "prefixItems":
            places = [(index, outer.below(part, keyword, index)) for index, part in enumerate(value)]
            return all(_item(prover, context, index, part) for index, part in places)
        case "items":
            return _rest(prover, context, outer.below(value, keyword), len(read(outer).get("prefixItems", ())))
        case "contains":
            return _contains(prover, context, outer)
    return _unevaluated(prover, context, outer)


def _item(prover: "Prover", context: Context, index: int, part: Sub) -> bool:
    return index >= context.facts.most_items or prover.inside(at_item(context, index), part)


def _rest(prover: "Prover", context: Context, part: Sub, start: int) -> bool:
    """The items from ``start`` on: each that a prefix describes, then all the others as one."""
    end = max(start, _longest_prefix(context.facts))
    return all(_item(prover, context, index, part) for index in range(start, end + 1))


def _longest_prefix(facts: Facts) -> int:
    return max((len(reading.get("prefixItems", ())) for _, reading in facts.nodes), default=0)


def _contains(prover: "Prover", context: Context, outer: Sub) -> bool:
    reading = read(outer)
    part = outer.below(reading["contains"], "contains")
    least, most = reading.get("minContains", 1), reading.get("maxContains")
    return (least == 0 or _enough(prover, context, part, least)) and (
        most is None or context.facts.most_items <= most or _bounded(prover, context, part, most)
    )


def _enough(prover: "Prover", context: Context, part: Sub, least: int) -> bool:
    facts = context.facts
    for sub, reading in facts.nodes:
        if "contains" in reading and reading.get("minContains", 1) >= least:
            inner = Context((sub.below(reading["contains"], "contains"),), origins=any_item(context.origins))
            if prover.inside(inner, part):
                return True
    return facts.fewest_items >= least and all(
        prover.inside(at_item(context, index), part) for index in range(max(least, _longest_prefix(facts)) + 1)
    )


def _bounded(prover: "Prover", context: Context, part: Sub, most: int) -> bool:
    for sub, reading in context.facts.nodes:
        if "contains" in reading and reading.get("maxContains", most + 1) <= most:
            known = sub.below(reading["contains"], "contains")
            if prover.inside(Context((part,), origins=any_item(context.origins)), known):
                return True
    return all(prover.empty(at_item(context, index).also(part)) for index in range(_longest_prefix(context.facts) + 1))


def _unevaluated(prover: "Prover", context: Context, outer: Sub) -> bool:
    start = len(read(outer).get("prefixItems", ()))
    part = next(item_of(outer, read(outer), start), None)
    return part is not None and _rest(prover, context, part, start)


def lacks_items(prover: "Prover", context: Context) -> bool:
    """Whether an array of ``context`` must have an item that cannot exist."""
    facts = context.facts
    return any(prover.empty(at_item(context, index)) for index in range(min(facts.fewest_items, 8)))
