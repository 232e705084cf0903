"""What a provider's API takes of a tool: names made to fit, schemas completed, each conversion noted."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from toolwatch.model.tool import Json, Schema, Tool
from toolwatch.model.wire import SentTool

_COMBINATORS = ("oneOf", "anyOf", "allOf")
_DATA = ("enum", "const", "default", "examples")
"""Keywords whose values are data and no schemas."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Limits of one API (../shared/facts/protocol.md, section 5, checked 2026-11-29); the defaults limit nothing."""

    letters: str = ""
    """Characters that a name may have, as the inside of a regular expression's class."""
    first: str = ""
    """Characters that it may start with, where that is narrower."""
    longest: int = 0
    filled: bool = False
    """Arrays need ``items``, objects ``properties``."""
    plain_top: bool = False
    """No ``oneOf``, ``anyOf`` or ``allOf`` at the top of a schema."""
    described: bool = False
    """A description needs at least one character."""


def as_is(tools: Sequence[Tool]) -> tuple[SentTool, ...]:
    """The tools with nothing converted but what no JSON API takes."""
    return tuple(SentTool(tool.name, tool.name, _clean(tool.description), _clean(tool.input_schema)) for tool in tools)


def fit(tools: Sequence[SentTool], rules: Rules) -> tuple[SentTool, ...]:
    """Make each tool fit ``rules``; names stay unique, so that an answer can be mapped back."""
    taken: set[str] = set()
    return tuple(_fit_one(tool, rules, taken) for tool in tools)


def without_secrets(url: str) -> str:
    """The URL without user, password, query and fragment, where keys are put."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))


def origin(url: str) -> tuple[str, str, int | None]:
    """Scheme, host and port of a URL: what one secret may be sent to. A URL without a valid port has none."""
    parts = urlsplit(url)
    try:
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        port = None
    return (parts.scheme, parts.hostname or "", port)


def _fit_one(tool: SentTool, rules: Rules, taken: set[str]) -> SentTool:
    name = _name(tool.name, rules, taken)
    taken.add(name)
    schema, notes = _schema(tool.schema, rules)
    if name != tool.name:
        notes = (f"name sent as {name}", *notes)
    description = tool.description
    if rules.described and not description:
        description, notes = name, (*notes, "empty description sent as its name")
    return replace(tool, name=name, description=description, schema=schema, notes=(*tool.notes, *notes))


def _name(name: str, rules: Rules, taken: set[str]) -> str:
    fitted: str = _clean(name)
    if rules.letters:
        fitted = re.sub(f"[^{rules.letters}]", "_", fitted) or "_"
    if rules.first and not re.match(f"[{rules.first}]", fitted):
        fitted = f"_{fitted}"
    if rules.longest and len(fitted) > rules.longest:
        fitted = _marked(fitted, name, rules)
    turn = 0
    while fitted in taken:
        turn += 1
        fitted = _marked(fitted, f"{name}\0{turn}", rules)
    return fitted


def _marked(fitted: str, source: str, rules: Rules) -> str:
    mark = "_" + hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return (fitted[: rules.longest - len(mark)] if rules.longest else fitted) + mark


def _schema(schema: Schema, rules: Rules) -> tuple[Schema, tuple[str, ...]]:
    if not isinstance(schema, Mapping):
        return {"type": "object", "properties": {}}, ("boolean schema sent as an object without properties",)
    notes: list[str] = []
    whole = dict(schema)
    if "type" not in whole:
        whole, notes = {"type": "object", **whole}, ["schema without a type sent as an object"]
    dropped = [word for word in _COMBINATORS if word in whole] if rules.plain_top else []
    if dropped:
        whole = {word: value for word, value in whole.items() if word not in dropped}
        notes.append(f"{', '.join(dropped)} at the top of the schema left out")
    if rules.filled:
        gaps = list(_gaps(whole, ""))
        whole = _filled(whole) if gaps else whole
        notes += [f"schema completed at {gap}" for gap in gaps]
    return whole, tuple(notes)


def _gaps(schema: Json, path: str) -> Iterator[str]:
    if isinstance(schema, list):
        for index, part in enumerate(schema):
            yield from _gaps(part, f"{path}/{index}")
    if isinstance(schema, dict):
        if _missing(schema):
            yield path or "/"
        for word, part in schema.items():
            if word not in _DATA:
                yield from _gaps(part, f"{path}/{word}")


def _filled(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_filled(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    filled = {word: part if word in _DATA else _filled(part) for word, part in schema.items()}
    return filled | _missing(schema)


def _missing(schema: Mapping[str, Json]) -> dict[str, Json]:
    if schema.get("type") == "array" and "items" not in schema:
        return {"items": {}}
    if schema.get("type") == "object" and "properties" not in schema:
        return {"properties": {}}
    return {}


def _clean(value: Any) -> Any:
    """Lone surrogates, which UTF-8 has no bytes for, become the replacement character."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass").decode("utf-8", "replace") if _broken(value) else value
    if isinstance(value, list):
        return [_clean(part) for part in value]
    if isinstance(value, Mapping):
        return {_clean(word): _clean(part) for word, part in value.items()}
    return value


def _broken(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)
