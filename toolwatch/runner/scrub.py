"""Takes secrets out of what is written down."""

import os
import re
from collections.abc import Iterable, Mapping

from toolwatch.model.tool import Json

HIDDEN = "***"
_NAMED = re.compile(r"(?i)(api[-_]?key|^key$|token$|secret|passw|authorization|credential|cookie)")
_SHAPED = re.compile(
    r"sk-[A-Za-z0-9_-]{16,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{20,}|\bxox[abprs]-[A-Za-z0-9-]{10,}"
    r"|\bAIza[A-Za-z0-9_-]{30,}|\bglpat-[A-Za-z0-9_-]{16,}|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*"
    r"|(?i:bearer)\s+[A-Za-z0-9._~+/-]{16,}=*|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*-----|\Z)"
)
_SHORTEST = 8
"""Shorter values of variables are no secrets but words such as "none"."""


def scrub(value: Json, secrets: Iterable[str] = (), *, by_name: bool = False) -> Json:
    """``value`` without what its shape or ``secrets`` say is secret, and with ``by_name`` what a field's name says."""
    return _scrubbed(value, tuple(sorted(secrets, key=len, reverse=True)), by_name)


def in_environment(names: Iterable[str] = ()) -> tuple[str, ...]:
    """The values of the variables of these names, and of all whose name says that they hold a secret."""
    wanted = set(names)
    values = {value for name, value in os.environ.items() if name in wanted or _NAMED.search(name)}
    return tuple(sorted(value for value in values if len(value) >= _SHORTEST))


def _scrubbed(value: Json, secrets: tuple[str, ...], by_name: bool) -> Json:
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, HIDDEN)
        return _SHAPED.sub(HIDDEN, value)
    if isinstance(value, list | tuple):
        return [_scrubbed(part, secrets, by_name) for part in value]
    if isinstance(value, Mapping):
        return {
            name: HIDDEN if by_name and _NAMED.search(name) and part else _scrubbed(part, secrets, by_name)
            for name, part in value.items()
        }
    return value
