"""Whether a value is valid, as jsonschema decides it; nothing is fetched, and ``format`` is an annotation.

One keyword is decided here: ``multipleOf`` in decimals, as the standard means it and as people write it. In binary
floating point 0.3 is no multiple of 0.1, and validators differ in what they make of that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from toolwatch.diff.schema.documents import DRAFT_6, DRAFT_7, DRAFT_2019, DRAFT_2020, Document, Sub
from toolwatch.diff.schema.values import exact
from toolwatch.model.tool import Json

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_Stopping = (KeyboardInterrupt, SystemExit, GeneratorExit)
"""What must not be kept from ending the program. A stranger's schema makes jsonschema raise nearly anything else:
TypeError, re.error, RecursionError, and from its Rust half a panic, which is no Exception."""


MOST = 2000
"""Complaints about one value that are listed."""

MOST_REFERENCES = 5_000
"""References that are followed for one value, in a fifth of a second. A recursive schema that takes a member by two
keywords at once doubles the work at each level: a value thirty levels deep has no end then."""

MOST_ENDLESS = 3
"""Values of one document that may come to that bound before no further one is tried."""

_left: ContextVar[int] = ContextVar("references left")


class Endless(Exception):
    """A value took more references than ``MOST_REFERENCES``."""


def validator(document: Document) -> Any:
    """The jsonschema validator of a document's root; to be used under ``_bounded``."""
    if ("validator", None) not in document.memo:
        from referencing import Registry

        kind = _kinds()[document.dialect]
        document.memo["validator", None] = kind(document.root, registry=Registry())
    return document.memo["validator", None]


def valid(value: Json, sub: Sub) -> bool | None:
    """Whether ``value`` satisfies ``sub``; None where jsonschema cannot tell (a broken schema or pattern, no end)."""
    if isinstance(sub.schema, bool):
        return sub.schema
    if _hopeless(sub.document):
        return None
    try:
        with _bounded(sub.document):
            return bool(validator(sub.document).evolve(schema=sub.schema).is_valid(value))
    except _Stopping:
        raise
    except BaseException:
        return None


def errors(value: Json, document: Document) -> "list[ValidationError] | None":
    """What jsonschema has against ``value``; None where it cannot tell."""
    if _hopeless(document):
        return None
    try:
        with _bounded(document):
            return list(islice(validator(document).iter_errors(value), MOST))
    except _Stopping:
        raise
    except BaseException:
        return None


def _hopeless(document: Document) -> bool:
    return bool(document.trouble or document.buried) or document.memo.get(("endless", None), 0) >= MOST_ENDLESS


@contextmanager
def _bounded(document: Document) -> Iterator[None]:
    token = _left.set(MOST_REFERENCES)
    try:
        yield
    except Endless:
        document.memo["endless", None] = document.memo.get(("endless", None), 0) + 1
        raise
    finally:
        _left.reset(token)


@cache
def _kinds() -> dict[str, Any]:
    """The validators by their dialect, whose references are counted.

    jsonschema turns to its own validator wherever a schema says ``$schema``, which would count nothing: ours stays.
    """
    import attrs
    from jsonschema import Draft6Validator, Draft7Validator, Draft201909Validator, Draft202012Validator, validators
    from jsonschema.exceptions import ValidationError

    extend: Any = validators.extend

    def counted(inner: Any) -> Any:
        def follow(checker: Any, reference: Any, instance: Any, schema: Any) -> Iterator[Any]:
            left = _left.get() - 1
            if left < 0:
                raise Endless
            _left.set(left)
            yield from inner(checker, reference, instance, schema)

        return follow

    def multiple(checker: Any, step: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if checker.is_type(instance, "number") and exact(instance) % exact(step) != 0:
            yield ValidationError(f"{instance!r} is not a multiple of {step}")

    def of(kind: Any) -> Any:
        words = {"$ref", "$dynamicRef", "$recursiveRef"} & kind.VALIDATORS.keys()
        made = extend(kind, {word: counted(kind.VALIDATORS[word]) for word in words} | {"multipleOf": multiple})
        made.evolve = attrs.evolve
        return made

    return {
        DRAFT_6: of(Draft6Validator),
        DRAFT_7: of(Draft7Validator),
        DRAFT_2019: of(Draft201909Validator),
        DRAFT_2020: of(Draft202012Validator),
    }
