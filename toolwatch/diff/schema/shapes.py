"""A text for each schema that is equal only where the meaning is, annotations apart.

What cannot be followed (a reference in a schema with trouble, a dynamic one) stands there as a hash of the whole
schema: two of them are the same only where nothing at all differs that a validator goes by.
"""

import json
from collections.abc import Iterator

from toolwatch.diff.schema import vocabulary
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.inventory import inventory
from toolwatch.diff.schema.keywords import read
from toolwatch.diff.schema.tidying import OPAQUE
from toolwatch.diff.schema.values import identity
from toolwatch.diff.schema.vocabulary import SILENT


def shape(sub: Sub) -> str:
    """The schema's own text with those of all that it refers to."""
    if isinstance(sub.schema, bool):
        return "{}" if sub.schema else "{type:[]}"
    memo = sub.document.memo
    key = ("shape", id(sub.schema))
    if key not in memo:
        texts = {reference: _target(sub, reference) for reference in _references(sub)}
        own = _text(sub)
        memo[key] = own + "".join(f" {json.dumps(name)}={texts[name]}" for name in sorted(texts))
    text: str = memo[key]
    return text


def _target(sub: Sub, reference: str) -> str:
    target = sub.document.resolve(reference)
    if target is not None:
        return _text(target)
    return "?" if sub.document.follows(reference) else _unfollowed(sub)


def _unfollowed(sub: Sub) -> str:
    return f"?{inventory(sub.document).meaning}"


def refers(value: object) -> bool:
    """Whether a value that is not read as a schema may hold references all the same."""
    return value == "#" or 'Ref"' in (text := json.dumps(value)) or '"$ref"' in text


def _references(sub: Sub) -> set[str]:
    found: set[str] = set()
    waiting = list(_own_references(sub))
    while waiting:
        reference = waiting.pop()
        if reference not in found:
            found.add(reference)
            target = sub.document.resolve(reference)
            waiting += [] if target is None else _own_references(target)
    return found


def _own_references(sub: Sub) -> frozenset[str]:
    if isinstance(sub.schema, bool):
        return frozenset()
    memo = sub.document.memo
    key = ("references", id(sub.schema))
    if key not in memo:
        own = {value for word, value in read(sub).items() if word in ("$ref", "$dynamicRef")}
        memo[key] = own.union(*(_own_references(part) for part in parts(sub)))
    found: frozenset[str] = frozenset(memo[key])
    return found


def parts(sub: Sub) -> Iterator[Sub]:
    """The schemas directly inside one, definitions left out."""
    for keyword, value in read(sub).items():
        if keyword in vocabulary.ONE:
            yield sub.below(value, keyword)
        elif keyword in vocabulary.MANY:
            yield from (sub.below(part, keyword, index) for index, part in enumerate(value))
        elif keyword in vocabulary.NAMED:
            yield from (sub.below(part, keyword, name) for name, part in value.items())


def _text(sub: Sub) -> str:
    if isinstance(sub.schema, bool):
        return "{}" if sub.schema else "{type:[]}"
    memo = sub.document.memo
    key = ("text", id(sub.schema))
    if key not in memo:
        memo[key] = "{" + ",".join(sorted(_keywords(sub))) + "}"
    text: str = memo[key]
    return text


def _keywords(sub: Sub) -> Iterator[str]:
    reading = read(sub)
    for keyword, value in reading.items():
        yield f"{keyword}:{_value(sub, keyword, value)}"
        if keyword == "$dynamicRef" or (keyword.startswith(OPAQUE) and refers(value)):
            yield _unfollowed(sub)
    for keyword, value in sub.schema.items():
        # Whether a property counts as evaluated may hang on keywords that are trivial in themselves.
        if sub.document.evaluates and keyword not in reading and keyword not in SILENT:
            yield f"!{keyword}:{json.dumps(value, sort_keys=True)}"


def _value(sub: Sub, keyword: str, value: object) -> str:
    if keyword in vocabulary.ONE:
        return _text(sub.below(value))
    if keyword in vocabulary.MANY and isinstance(value, list):
        texts = [_text(sub.below(part)) for part in value]
        return "[" + ",".join(texts if keyword == "prefixItems" else sorted(texts)) + "]"
    if keyword in vocabulary.NAMED and isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{_text(sub.below(value[name]))}" for name in sorted(value)) + "}"
    if isinstance(value, frozenset):
        return json.dumps(sorted(value))
    if keyword == "dependentRequired" and isinstance(value, dict):
        return json.dumps({name: sorted(names) for name, names in value.items()}, sort_keys=True)
    return identity(value)
