"""How alike two texts or two schemas are, without a list around them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import sqrt

from toolwatch.model.tool import Json, Schema
from toolwatch.model.words import stems

_DEEPEST = 6
_LONGEST = 20_000


def text_score(left: str, right: str) -> float:
    """0 for no word in common, 1 for the same words in the same numbers; inflection and order do not count."""
    ours, theirs = Counter(stems(left[:_LONGEST])), Counter(stems(right[:_LONGEST]))
    if not ours or not theirs:
        return 1.0 if left.split() == right.split() else 0.0
    shared = sum(count * theirs[stem] for stem, count in ours.items())
    length = sqrt(_square(ours)) * sqrt(_square(theirs))
    return min(round(shared / length, 4), 1.0)


def schema_score(left: Schema | None, right: Schema | None) -> float:
    """Share of what two schemas say in common: their properties by name, type and whether required, at any depth."""
    ours, theirs = Counter(_features(left, "", 0)), Counter(_features(right, "", 0))
    either = (ours | theirs).total()
    return round((ours & theirs).total() / either, 4) if either else 1.0


def _square(counts: Counter[str]) -> int:
    return sum(count * count for count in counts.values())


def _features(schema: Json, path: str, depth: int) -> Iterator[str]:
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return
    properties, required = schema.get("properties"), schema.get("required")
    if isinstance(properties, Mapping):
        for name, inner in properties.items():
            place = f"{path}/{' '.join(stems(name)) or name}"
            yield place
            yield f"{place} {_type(inner)}"
            if isinstance(required, list) and name in required:
                yield f"{place} required"
            yield from _features(inner, place, depth + 1)
    yield from _features(schema.get("items"), f"{path}/*", depth + 1)


def _type(schema: Json) -> str:
    """The type without null, so that nullable spellings agree; the values where there is an enumeration."""
    if not isinstance(schema, Mapping):
        return "any"
    if isinstance(schema.get("enum"), list):
        return "enum " + " ".join(sorted(map(str, schema["enum"]))[:40])
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    return "|".join(sorted(str(one) for one in kinds if one not in ("null", None))) or "any"
