"""What pydantic has against a document, as one line."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError


def first(error: "ValidationError", *, below: str = "", unknown: str = "unknown field") -> str:
    """The first complaint as ``place: what``, the place dotted and under ``below``; ``what`` alone for the whole.

    ``unknown`` is said of a key that is none of the document's.
    """
    detail = error.errors(include_url=False, include_input=False)[0]
    place = ".".join((*([below] if below else []), *(str(part) for part in detail["loc"])))
    said = detail["msg"].removeprefix("Value error, ")
    if said[1:2].islower():  # no acronym: "URL scheme should be ..." stays
        said = f"{said[0].lower()}{said[1:]}"
    what = unknown if detail["type"] == "extra_forbidden" else said
    return f"{place}: {what}" if place else what
