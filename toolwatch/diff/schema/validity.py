"""Whether a value is valid, as jsonschema decides it; nothing is fetched, and ``format`` is an annotation."""

from itertools import islice
from typing import TYPE_CHECKING, Any

from toolwatch.diff.schema.documents import DRAFT_7, Document, Sub
from toolwatch.model.tool import Json

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_Stopping = (KeyboardInterrupt, SystemExit, GeneratorExit)
"""What must not be kept from ending the program. A stranger's schema makes jsonschema raise nearly anything else:
TypeError, re.error, RecursionError, and from its Rust half a panic, which is no Exception."""


MOST = 2000
"""Complaints about one value that are listed."""


def validator(document: Document) -> Any:
    """The jsonschema validator of a document's root."""
    if ("validator", None) not in document.memo:
        from jsonschema import Draft7Validator, Draft202012Validator
        from referencing import Registry

        kind = Draft7Validator if document.dialect == DRAFT_7 else Draft202012Validator
        document.memo["validator", None] = kind(document.root, registry=Registry())
    return document.memo["validator", None]


def valid(value: Json, sub: Sub) -> bool | None:
    """Whether ``value`` satisfies ``sub``; None where jsonschema cannot tell (a broken schema or pattern)."""
    if isinstance(sub.schema, bool):
        return sub.schema
    if sub.document.trouble or sub.document.buried:
        return None
    try:
        return bool(validator(sub.document).evolve(schema=sub.schema).is_valid(value))
    except _Stopping:
        raise
    except BaseException:
        return None


def errors(value: Json, document: Document) -> "list[ValidationError] | None":
    """What jsonschema has against ``value``; None where it cannot tell."""
    if document.trouble or document.buried:
        return None
    try:
        return list(islice(validator(document).iter_errors(value), MOST))
    except _Stopping:
        raise
    except BaseException:
        return None
