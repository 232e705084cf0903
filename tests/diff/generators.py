"""Random schemas, random edits of them, and random instances; all drawn from a ``random.Random``, so that a seed tells
all. The package hypothesis-jsonschema fails with today's jsonschema, hence a generator of our own."""

import copy
from random import Random
from typing import Any

Json = Any

NAMES = ("a", "b", "c", "d")
STRINGS = ("", "a", "b", "ab", "abc", "A1", "x-1", "é", " ")
NUMBERS = (-2, -1, 0, 1, 2, 3, 4, 5, 6, 10, 0.5, 1.5, 2.0, -0.5, 2.5)
PATTERNS = ("^a", "b$", "^[a-z]+$", "^[a-c]*$", "1", "^x-", "^.{2,}$", ".*")
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
FORMATS = ("date", "uri", "email")

VALUES: tuple[Json, ...] = (None, True, False, *NUMBERS, *STRINGS, [], {}, [1], ["a"], {"a": 1}, {"a": "a", "b": 2})


def schema(rng: Random, depth: int = 3) -> Json:
    """Any schema; booleans now and then."""
    roll = rng.random()
    if roll < 0.04:
        return rng.random() < 0.7
    if roll < 0.09 or depth <= 0:
        return leaf(rng)
    made: dict[str, Json] = {}
    kinds = rng.sample(MAKERS, k=rng.choice((1, 1, 1, 2, 2, 3)))
    for make in kinds:
        made |= make(rng, depth)
    return made


def leaf(rng: Random) -> dict[str, Json]:
    """A schema without schemas inside."""
    return rng.choice((typed, stringy, numeric, constants))(rng, 0)


def typed(rng: Random, depth: int) -> dict[str, Json]:
    kinds = rng.sample(TYPES, k=rng.choice((1, 1, 1, 2, 3)))
    return {"type": kinds[0] if len(kinds) == 1 and rng.random() < 0.8 else kinds}


def constants(rng: Random, depth: int) -> dict[str, Json]:
    if rng.random() < 0.3:
        return {"const": copy.deepcopy(rng.choice(VALUES))}
    if rng.random() < 0.3:
        return {rng.choice(("anyOf", "oneOf")): [{"const": one} for one in rng.sample(STRINGS, k=2)]}
    pool = STRINGS if rng.random() < 0.6 else VALUES
    return {"enum": [copy.deepcopy(one) for one in rng.sample(pool, k=rng.randint(1, 4))]}


def stringy(rng: Random, depth: int) -> dict[str, Json]:
    made: dict[str, Json] = {"type": "string"} if rng.random() < 0.8 else {}
    if rng.random() < 0.4:
        made["minLength"] = rng.randint(0, 3)
    if rng.random() < 0.4:
        made["maxLength"] = rng.randint(0, 4)
    if rng.random() < 0.4:
        made["pattern"] = rng.choice(PATTERNS)
    if rng.random() < 0.15:
        made["format"] = rng.choice(FORMATS)
    return made


def numeric(rng: Random, depth: int) -> dict[str, Json]:
    made: dict[str, Json] = {"type": rng.choice(("integer", "number"))} if rng.random() < 0.85 else {}
    for word in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        if rng.random() < 0.25:
            made[word] = rng.choice(NUMBERS)
    if rng.random() < 0.2:
        made["multipleOf"] = rng.choice((1, 2, 3, 4, 6, 0.5, 0.25, 2.0))
    if rng.random() < 0.05:
        made["maximum"] = 2**53 - 1
    return made


def arrayish(rng: Random, depth: int) -> dict[str, Json]:
    made: dict[str, Json] = {"type": "array"} if rng.random() < 0.8 else {}
    if rng.random() < 0.6:
        made["items"] = schema(rng, depth - 1)
    if rng.random() < 0.25:
        made["prefixItems"] = [schema(rng, depth - 1) for _ in range(rng.randint(1, 2))]
    if rng.random() < 0.3:
        made["minItems"] = rng.randint(0, 2)
    if rng.random() < 0.3:
        made["maxItems"] = rng.randint(0, 3)
    if rng.random() < 0.2:
        made["uniqueItems"] = rng.random() < 0.8
    if rng.random() < 0.15:
        made["contains"] = schema(rng, depth - 1)
        if rng.random() < 0.4:
            made["minContains"] = rng.randint(0, 2)
        if rng.random() < 0.3:
            made["maxContains"] = rng.randint(1, 2)
    if rng.random() < 0.05:
        made["unevaluatedItems"] = rng.random() < 0.3 or schema(rng, depth - 1)
    return made


def objectish(rng: Random, depth: int) -> dict[str, Json]:
    made: dict[str, Json] = {"type": "object"} if rng.random() < 0.85 else {}
    if rng.random() < 0.85:
        made["properties"] = {name: schema(rng, depth - 1) for name in rng.sample(NAMES, k=rng.randint(1, 3))}
    if rng.random() < 0.5:
        made["required"] = rng.sample(NAMES, k=rng.randint(1, 2))
    if rng.random() < 0.25:
        made["additionalProperties"] = rng.random() < 0.3 or (rng.random() < 0.5 and schema(rng, depth - 1))
    if rng.random() < 0.12:
        made["patternProperties"] = {rng.choice(PATTERNS): schema(rng, depth - 1)}
    if rng.random() < 0.08:
        made["propertyNames"] = rng.choice((stringy(rng, 0), {"enum": list(NAMES[:2])}, {"pattern": "^[a-c]*$"}))
    if rng.random() < 0.1:
        made["minProperties"] = rng.randint(0, 2)
    if rng.random() < 0.1:
        made["maxProperties"] = rng.randint(0, 3)
    if rng.random() < 0.08:
        made["dependentRequired"] = {rng.choice(NAMES): rng.sample(NAMES, k=1)}
    if rng.random() < 0.06:
        made["dependentSchemas"] = {rng.choice(NAMES): schema(rng, depth - 1)}
    if rng.random() < 0.05:
        made["unevaluatedProperties"] = rng.random() < 0.3 or schema(rng, depth - 1)
    return made


def branching(rng: Random, depth: int) -> dict[str, Json]:
    roll = rng.random()
    if roll < 0.75:
        word = rng.choice(("anyOf", "anyOf", "oneOf", "allOf"))
        parts = [schema(rng, depth - 1) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.3:
            parts = [parts[0], {"type": "null"}]
        return {word: parts}
    if roll < 0.88:
        return {"not": schema(rng, depth - 1)}
    made = {"if": schema(rng, depth - 1)}
    for word in ("then", "else"):
        if rng.random() < 0.7:
            made[word] = schema(rng, depth - 1)
    return made


def referring(rng: Random, depth: int) -> dict[str, Json]:
    return {"$ref": rng.choice(("#/$defs/One", "#/$defs/Two", "#/$defs/One", "#", "#/properties/a"))}


MAKERS = (typed, constants, stringy, numeric, arrayish, objectish, objectish, objectish, branching, referring)


def root(rng: Random) -> dict[str, Json]:
    """A whole schema: an object mostly, with definitions, in either dialect."""
    made: dict[str, Json] = objectish(rng, 3) if rng.random() < 0.75 else {}
    if not made:
        other = schema(rng, 3)
        made = other if isinstance(other, dict) else {"type": "object"}
    elif rng.random() < 0.2:
        made |= branching(rng, 2)
    made["$defs"] = {"One": schema(rng, 2), "Two": schema(rng, 1)}
    if rng.random() < 0.3:
        made = _old(made)
    return made


def _old(made: Json) -> Json:
    """The same text as far as draft-07 has it."""
    text = copy.deepcopy(made)
    for node in nodes(text):
        if "prefixItems" in node:
            rest = node.pop("items", None)
            node["items"] = node.pop("prefixItems")
            if rest is not None:
                node["additionalItems"] = rest
        if "dependentRequired" in node:
            node["dependencies"] = node.pop("dependentRequired")
        if "dependentSchemas" in node:
            node["dependencies"] = node.pop("dependentSchemas")
    text["$schema"] = "http://json-schema.org/draft-07/schema#"
    return text


def respelt(made: Json, dialect: str) -> Json:
    """A schema of 2020-12 as an older dialect writes it, as far as it has the words."""
    text = _old(made)
    if "2019-09" in dialect:
        text = copy.deepcopy(made)
        for node in nodes(text):
            if "prefixItems" in node:
                rest = node.pop("items", None)
                node["items"] = node.pop("prefixItems")
                if rest is not None:
                    node["additionalItems"] = rest
    text["$schema"] = dialect
    return text


ONE = ("items", "additionalItems", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else")
MANY = ("allOf", "anyOf", "oneOf", "prefixItems")
NAMED = ("properties", "patternProperties", "$defs", "dependentSchemas")


def nodes(made: Json) -> list[dict[str, Json]]:
    """Every schema object inside one, itself included."""
    found: list[dict[str, Json]] = []
    waiting = [made]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        found.append(node)
        for word, value in node.items():
            if word in ONE and not isinstance(value, list):
                waiting.append(value)
            elif (word in MANY or word == "items") and isinstance(value, list):
                waiting.extend(value)
            elif word in NAMED and isinstance(value, dict):
                waiting.extend(value.values())
    return found


def edited(rng: Random, made: dict[str, Json]) -> dict[str, Json]:
    """Another schema: the same with an edit or three, or now and then quite another."""
    if rng.random() < 0.06:
        return root(rng)
    copied = copy.deepcopy(made)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = nodes(copied)
        rng.choice(EDITS)(rng, rng.choice(places[:4] if rng.random() < 0.5 else places))
    return copied


def _drop(rng: Random, node: dict[str, Json]) -> None:
    words = [word for word in node if word not in ("$defs", "$schema")]
    if words:
        del node[rng.choice(words)]


def _set(rng: Random, node: dict[str, Json]) -> None:
    fresh = rng.choice(MAKERS)(rng, 1)
    if fresh:
        word = rng.choice(sorted(fresh))
        node[word] = fresh[word]


def _nudge(rng: Random, node: dict[str, Json]) -> None:
    words = [word for word, value in node.items() if isinstance(value, int | float) and not isinstance(value, bool)]
    if words:
        word = rng.choice(words)
        node[word] = max(node[word] + rng.choice((-1, 1, 2)), 1 if word == "multipleOf" else -5)
        if word.startswith(("min", "max")) and word not in ("minimum", "maximum"):
            node[word] = max(0, int(node[word]))


def _relist(rng: Random, node: dict[str, Json]) -> None:
    for word in ("enum", "required"):
        if word in node and isinstance(node[word], list) and node[word]:
            values = list(node[word])
            roll = rng.random()
            if roll < 0.4 and len(values) > 1:
                values.pop(rng.randrange(len(values)))
            elif roll < 0.8:
                values.append(rng.choice(NAMES if word == "required" else STRINGS))
            else:
                rng.shuffle(values)
            node[word] = list(dict.fromkeys(values)) if word == "required" else values


def _retype(rng: Random, node: dict[str, Json]) -> None:
    kinds = node.get("type")
    if kinds is None:
        return
    listed = [kinds] if isinstance(kinds, str) else list(kinds)
    roll = rng.random()
    if roll < 0.4:
        listed = list(dict.fromkeys([*listed, rng.choice(TYPES)]))
    elif roll < 0.7 and len(listed) > 1:
        listed.pop()
    else:
        listed = ["number" if kind == "integer" else "integer" if kind == "number" else kind for kind in listed]
    node["type"] = listed[0] if len(listed) == 1 else listed


def _wrap(rng: Random, node: dict[str, Json]) -> None:
    inner = {word: node.pop(word) for word in list(node) if word not in ("$defs", "$schema")}
    node[rng.choice(("anyOf", "oneOf", "allOf"))] = [inner, {"type": "null"}] if rng.random() < 0.5 else [inner]


def _respell(rng: Random, node: dict[str, Json]) -> None:
    if "const" in node:
        node["enum"] = [node.pop("const")]
    elif isinstance(node.get("type"), list):
        node["anyOf"] = [{"type": kind} for kind in node.pop("type")]
    elif "enum" in node:
        rng.shuffle(node["enum"])
    else:
        node["title"] = "SpeltOtherwise"


def _property(rng: Random, node: dict[str, Json]) -> None:
    if isinstance(node.get("properties"), dict):
        name = rng.choice(NAMES)
        if name in node["properties"] and rng.random() < 0.5:
            del node["properties"][name]
        else:
            node["properties"][name] = schema(rng, 1)


EDITS = (_drop, _set, _nudge, _relist, _retype, _wrap, _respell, _property)


def instance(rng: Random, made: Json, whole: Json, depth: int = 4) -> Json:
    """A value that tries to satisfy a schema, and is bent now and then."""
    if rng.random() < 0.08 or depth <= 0 or not isinstance(made, dict):
        return copy.deepcopy(rng.choice(VALUES))
    if "$ref" in made:
        return instance(rng, _target(made["$ref"], whole), whole, depth - 1)
    for word in ("anyOf", "oneOf", "allOf"):
        if made.get(word) and rng.random() < 0.7:
            branch = rng.choice(made[word])
            if isinstance(branch, dict):
                rest = {own: value for own, value in made.items() if own != word}
                return instance(rng, {**rest, **branch}, whole, depth - 1)
    if "const" in made:
        return copy.deepcopy(made["const"])
    if made.get("enum"):
        return copy.deepcopy(rng.choice(made["enum"]))
    return _of_kind(rng, _kind(rng, made), made, whole, depth)


def _kind(rng: Random, made: dict[str, Json]) -> str:
    kinds = made.get("type")
    if isinstance(kinds, str):
        return kinds
    if isinstance(kinds, list) and kinds:
        return str(rng.choice(kinds))
    if made.keys() & {"properties", "required", "additionalProperties", "minProperties", "patternProperties"}:
        return "object"
    if made.keys() & {"items", "prefixItems", "minItems", "contains", "uniqueItems"}:
        return "array"
    return rng.choice(TYPES)


def _of_kind(rng: Random, kind: str, made: dict[str, Json], whole: Json, depth: int) -> Json:
    match kind:
        case "null":
            return None
        case "boolean":
            return rng.random() < 0.5
        case "integer" | "number":
            near = [made[word] for word in ("minimum", "maximum", "exclusiveMinimum", "multipleOf") if word in made]
            number = rng.choice([*near, *NUMBERS]) + rng.choice((0, 0, 0, 1, -1, 0.5 if kind == "number" else 0))
            return int(number) if kind == "integer" else number
        case "string":
            return _string(rng, made)
        case "array":
            return _array(rng, made, whole, depth)
    return _object(rng, made, whole, depth)


def _string(rng: Random, made: dict[str, Json]) -> str:
    text = rng.choice(STRINGS)
    least, most = made.get("minLength", 0), made.get("maxLength", 8)
    while len(text) < least:
        text += rng.choice("ab1")
    return text[:most] if rng.random() < 0.9 else text


def _array(rng: Random, made: dict[str, Json], whole: Json, depth: int) -> list[Json]:
    least, most = made.get("minItems", 0), made.get("maxItems", 4)
    length = rng.randint(min(least, most), max(least, most)) if rng.random() < 0.9 else rng.randint(0, 4)
    items = made.get("items", True)
    old = isinstance(items, list)
    prefix = items if old else made.get("prefixItems", [])
    rest = made.get("additionalItems", True) if old else items
    found = [instance(rng, prefix[at] if at < len(prefix) else rest, whole, depth - 1) for at in range(length)]
    if "contains" in made and found and rng.random() < 0.8:
        found[rng.randrange(len(found))] = instance(rng, made["contains"], whole, depth - 1)
    return found


def _object(rng: Random, made: dict[str, Json], whole: Json, depth: int) -> dict[str, Json]:
    properties = made.get("properties", {})
    names = set(made.get("required", ())) if rng.random() < 0.95 else set()
    names |= {name for name in properties if rng.random() < 0.5}
    if rng.random() < 0.25:
        names.add(rng.choice((*NAMES, "x-1", "ab", "zz")))
    return {
        name: instance(rng, properties.get(name, made.get("additionalProperties", True)), whole, depth - 1)
        for name in sorted(names)
    }


def _target(reference: str, whole: Json) -> Json:
    node = whole
    for step in reference.split("/")[1:]:
        node = node.get(step, True) if isinstance(node, dict) else True
    return node
