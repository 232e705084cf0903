"""Proofs about objects."""

from dataclasses import replace
from typing import TYPE_CHECKING

from toolwatch.diff.schema.contexts import Context, Facts
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.keywords import read
from toolwatch.diff.schema.places import (
    at_pattern,
    at_property,
    at_rest,
    declares,
    matches,
    rest_of,
)
from toolwatch.diff.schema.validity import valid

if TYPE_CHECKING:
    from toolwatch.diff.schema.prover import Prover

KEYWORDS = frozenset(
    {
        "required",
        "minProperties",
        "maxProperties",
        "properties",
        "patternProperties",
        "additionalProperties",
        "unevaluatedProperties",
        "propertyNames",
        "dependentRequired",
        "dependentSchemas",
    }
)


def keyword_holds(prover: "Prover", context: Context, outer: Sub, keyword: str) -> bool:
    """Whether every object of ``context`` satisfies one keyword of ``outer``."""
    facts = context.facts
    value = read(outer)[keyword]
    if "object" not in facts.atoms:
        return True
    match keyword:
        case "required":
            return bool(value <= facts.required)
        case "minProperties":
            return bool(facts.fewest_properties >= value)
        case "maxProperties":
            return bool(facts.most_properties <= value) or _closed_within(prover, context, value)
        case "properties":
            return all(
                _property(prover, context, name, outer.below(part, keyword, name)) for name, part in value.items()
            )
        case "patternProperties":
            return all(
                _pattern(prover, context, pattern, outer.below(part, keyword, pattern))
                for pattern, part in value.items()
            )
        case "additionalProperties":
            return _rest(prover, context, outer, outer.below(value, keyword))
        case "unevaluatedProperties":
            part = next(rest_of(outer, read(outer)), None)
            return part is not None and _rest(prover, context, outer, part)
        case "propertyNames":
            return _names(prover, context, outer.below(value, keyword))
        case "dependentRequired":
            return all(
                names <= facts.required | facts.needs.get(name, set()) or absent(prover, context, name)
                for name, names in value.items()
            )
    return all(_dependent(prover, context, name, outer.below(part, keyword, name)) for name, part in value.items())


def absent(prover: "Prover", context: Context, name: str) -> bool:
    """Whether no value of ``context`` has the property: it is refused, or no caller was told of it."""
    return prover.empty(at_property(context, name))


def _untold(prover: "Prover", context: Context, name: str) -> bool:
    return prover.lenient and name not in context.facts.required and not declares(context.origins, name)


def _property(prover: "Prover", context: Context, name: str, part: Sub) -> bool:
    return _untold(prover, context, name) or prover.inside(at_property(context, name), part)


def _named(facts: Facts) -> list[str]:
    names = {name for _, reading in facts.nodes for name in reading.get("properties", ())}
    return sorted(names | facts.required)


def _pattern(prover: "Prover", context: Context, pattern: str, part: Sub) -> bool:
    named = [name for name in _named(context.facts) if matches(pattern, name) is not False]
    return prover.inside(at_pattern(context, pattern), part) and all(
        prover.inside(at_property(context, name), part) for name in named
    )


def _rest(prover: "Prover", context: Context, outer: Sub, part: Sub) -> bool:
    reading = read(outer)
    patterns = frozenset(reading.get("patternProperties", ()))
    unknown = [
        pattern
        for _, inner in context.facts.nodes
        for pattern in inner.get("patternProperties", ())
        if pattern not in patterns
    ]
    named = [
        name
        for name in _named(context.facts)
        if name not in reading.get("properties", ()) and not any(matches(pattern, name) for pattern in patterns)
    ]
    return (
        prover.inside(at_rest(context, patterns | set(unknown)), part)
        and all(prover.inside(at_pattern(context, pattern), part) for pattern in unknown)
        and all(prover.inside(at_property(context, name), part) for name in named)
    )


def _names(prover: "Prover", context: Context, part: Sub) -> bool:
    known = [
        sub.below(reading["propertyNames"], "propertyNames")
        for sub, reading in context.facts.nodes
        if "propertyNames" in reading
    ]
    names = Context(tuple(known), atoms=frozenset({"string"}))
    if prover.inside(names, part):
        return True
    return closed(prover, context) and all(
        valid(name, part) is True or absent(prover, context, name) for name in _named(context.facts)
    )


def closed(prover: "Prover", context: Context) -> bool:
    """Whether objects of ``context`` have no property but those that are named."""
    patterns = frozenset(
        pattern for _, reading in context.facts.nodes for pattern in reading.get("patternProperties", ())
    )
    return prover.empty(at_rest(context, patterns)) and all(
        prover.empty(at_pattern(context, pattern)) for pattern in patterns
    )


def _closed_within(prover: "Prover", context: Context, most: int) -> bool:
    return closed(prover, context) and len(_named(context.facts)) <= most


def _dependent(prover: "Prover", context: Context, name: str, part: Sub) -> bool:
    if absent(prover, context, name):
        return True
    case = replace(context, present=context.present | {name})
    own = [
        sub.below(reading["dependentSchemas"][name], "dependentSchemas", name)
        for sub, reading in context.facts.nodes
        if name in reading.get("dependentSchemas", ())
    ]
    return prover.prove(case.also(*own), part) or prover.empty(case.also(*own))


def lacks_required(prover: "Prover", context: Context) -> bool:
    """Whether an object of ``context`` must have a property that cannot exist."""
    return any(absent(prover, context, name) for name in sorted(context.facts.required))
