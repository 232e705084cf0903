"""What pydantic has against a document, as one line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError


def first(
    error: "ValidationError",
    *,
    below: str = "",
    unknown: str = "unknown field",
    form: "type[BaseModel] | None" = None,
) -> str:
    """The first complaint as ``place: what``, the place dotted and under ``below``; ``what`` alone for the whole.

    ``unknown`` is said of a key that is none of the document's, with the keys that ``form`` has at that place.
    """
    detail = error.errors(include_url=False, include_input=False)[0]
    place = ".".join((*([below] if below else []), *(str(part) for part in detail["loc"])))
    said = detail["msg"].removeprefix("Value error, ")
    if said[1:2].islower():  # no acronym: "URL scheme should be ..." stays
        said = f"{said[0].lower()}{said[1:]}"
    if detail["type"] == "extra_forbidden":
        said = unknown + _instead(detail["loc"], form)
    return f"{place}: {said}" if place else said


def _instead(place: Sequence[object], form: "type[BaseModel] | None") -> str:
    """The key that was meant, else all there are; empty where the place is not one of the form's own."""
    if form is None or len(place) != 1:
        return ""
    from difflib import get_close_matches

    near = get_close_matches(str(place[0]), form.model_fields, n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(form.model_fields)}"
