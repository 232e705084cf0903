"""The places inside a value: which schemas describe a property or an item, and which names a schema knows."""

from collections.abc import Iterable, Iterator

from toolwatch.diff.schema.contexts import Context, followed
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.keywords import Reading, read
from toolwatch.diff.schema.patterns import compiled
from toolwatch.diff.schema.validity import valid

_IN_PLACE = (
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependencies",
)


def matches(pattern: str, name: str) -> bool | None:
    """Whether a name matches, as jsonschema decides it; None where the pattern cannot be read."""
    found = compiled(pattern)
    return None if found is None else found.search(name) is not None


def at_property(context: Context, name: str) -> Context:
    """What is known of the property ``name``."""
    subs = [found for sub, reading in context.facts.nodes for found in property_of(sub, reading, name)]
    return Context(tuple(subs), origins=tuple(_origins(context, name)))


def property_of(sub: Sub, reading: Reading, name: str) -> Iterator[Sub]:
    """The schemas that one schema applies to the property ``name``."""
    found = False
    if name in reading.get("properties", ()):
        found = True
        yield sub.below(reading["properties"][name], "properties", name)
    for pattern, schema in reading.get("patternProperties", {}).items():
        match = matches(pattern, name)
        found = found or match is not False
        if match:
            yield sub.below(schema, "patternProperties", pattern)
    if not found:
        yield from rest_of(sub, reading)


def rest_of(sub: Sub, reading: Reading) -> Iterator[Sub]:
    """The schema that applies to properties that no other keyword mentions."""
    if "additionalProperties" in reading:
        yield sub.below(reading["additionalProperties"], "additionalProperties")
    elif "unevaluatedProperties" in reading and not any(word in sub.schema for word in _IN_PLACE):
        yield sub.below(reading["unevaluatedProperties"], "unevaluatedProperties")


def at_rest(context: Context, patterns: frozenset[str]) -> Context:
    """What is known of a property that nobody names and that matches none of ``patterns``."""
    subs = [
        found
        for sub, reading in context.facts.nodes
        if reading.get("patternProperties", {}).keys() <= patterns
        for found in rest_of(sub, reading)
    ]
    return Context(tuple(subs), origins=any_property(context.origins))


def at_pattern(context: Context, pattern: str) -> Context:
    """What is known of a property that nobody names and that matches ``pattern``."""
    subs: list[Sub] = []
    for sub, reading in context.facts.nodes:
        known = reading.get("patternProperties", {})
        if pattern in known:
            subs.append(sub.below(known[pattern], "patternProperties", pattern))
        elif not known:
            subs += rest_of(sub, reading)
    return Context(tuple(subs), origins=any_property(context.origins))


def at_item(context: Context, index: int) -> Context:
    """What is known of the item at ``index``."""
    subs = [found for sub, reading in context.facts.nodes for found in item_of(sub, reading, index)]
    origins = [found for sub in reach(context.origins) for found in item_of(sub, read(sub), index)]
    return Context(tuple(subs), origins=tuple(origins))


def item_of(sub: Sub, reading: Reading, index: int) -> Iterator[Sub]:
    """The schema that one schema applies to the item at ``index``."""
    prefix = reading.get("prefixItems", ())
    if index < len(prefix):
        yield sub.below(prefix[index], "prefixItems", index)
    elif "items" in reading:
        yield sub.below(reading["items"], "items")
    elif "unevaluatedItems" in reading and not any(word in sub.schema for word in (*_IN_PLACE, "contains")):
        yield sub.below(reading["unevaluatedItems"], "unevaluatedItems")


def any_property(origins: Iterable[Sub]) -> tuple[Sub, ...]:
    """Every old schema that may describe a property which nobody names."""
    found: list[Sub] = []
    for sub in reach(origins):
        reading = read(sub)
        found += rest_of(sub, reading)
        patterns = reading.get("patternProperties", {}).items()
        found += (sub.below(part, "patternProperties", pattern) for pattern, part in patterns)
    return tuple(found)


def any_item(origins: Iterable[Sub]) -> tuple[Sub, ...]:
    """Every old schema that may describe some item."""
    found: list[Sub] = []
    for sub in reach(origins):
        reading = read(sub)
        found += (sub.below(part, "prefixItems", index) for index, part in enumerate(reading.get("prefixItems", ())))
        found += (
            sub.below(reading[word], word) for word in ("items", "contains", "unevaluatedItems") if word in reading
        )
    return tuple(found)


def reach(subs: Iterable[Sub]) -> list[Sub]:
    """Every schema that speaks of the same value as ``subs``, whether it must hold or only may."""
    found: dict[object, Sub] = {}
    waiting = list(subs)
    while waiting:
        sub = waiting.pop()
        for one, reading in followed([sub]):
            if one.key in found:
                continue
            found[one.key] = one
            waiting.extend(_beside(one, reading))
    return list(found.values())


def _beside(sub: Sub, reading: Reading) -> Iterator[Sub]:
    for keyword in ("anyOf", "oneOf"):
        yield from (sub.below(part, keyword, index) for index, part in enumerate(reading.get(keyword, ())))
    for keyword in ("not", "if", "then", "else"):
        if keyword in reading:
            yield sub.below(reading[keyword], keyword)
    for name, part in reading.get("dependentSchemas", {}).items():
        yield sub.below(part, "dependentSchemas", name)


def declares(subs: Iterable[Sub], name: str) -> bool:
    """Whether any schema at this place names or describes the property ``name``, or says something of every such name.

    ``additionalProperties: true`` says no more than its absence, so it tells a caller of no name: a verdict must not
    hang on whether a generator writes it out.
    """
    return any(_describes(sub, name) or _names(sub, name) for sub in reach(subs))


def _describes(sub: Sub, name: str) -> bool:
    reading = read(sub)
    if reading.keys() & {"additionalProperties", "unevaluatedProperties"} or name in reading.get("properties", ()):
        return True
    return any(matches(pattern, name) is not False for pattern in reading.get("patternProperties", ()))


def _names(sub: Sub, name: str) -> bool:
    """Whether a schema speaks of a name without describing its value: demands it, hangs on it, or allows it by name."""
    reading = read(sub)
    needs = reading.get("dependentRequired", {})
    if name in reading.get("required", ()) or name in needs or any(name in needed for needed in needs.values()):
        return True
    if name in reading.get("dependentSchemas", ()):
        return True
    return "propertyNames" in reading and valid(name, sub.below(reading["propertyNames"], "propertyNames")) is not False


def _origins(context: Context, name: str) -> Iterator[Sub]:
    for sub in reach(context.origins):
        yield from property_of(sub, read(sub), name)
