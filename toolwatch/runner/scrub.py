"""Takes secrets out of what is written down: known shapes, known values, and fields that say that they hold one."""

import os
from collections.abc import Iterable, Mapping

from toolwatch.model.secret import names_a_secret, redact
from toolwatch.model.tool import Json

HIDDEN = "[redacted]"
_SHORTEST = 8
"""Shorter values of variables are no secrets but words such as "none"."""


def scrub(value: Json, secrets: Iterable[str] = (), *, by_name: bool = False) -> Json:
    """``value`` without what its shape or ``secrets`` say is secret, and with ``by_name`` what a field's name says."""
    return _scrubbed(value, tuple(sorted(secrets, key=len, reverse=True)), by_name)


def in_environment(names: Iterable[str] = ()) -> tuple[str, ...]:
    """The values of the variables of these names, and of all whose name says that they hold a secret."""
    wanted = set(names)
    values = {value for name, value in os.environ.items() if name in wanted or names_a_secret(name)}
    return tuple(sorted(value for value in values if len(value) >= _SHORTEST))


def _scrubbed(value: Json, secrets: tuple[str, ...], by_name: bool) -> Json:
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, HIDDEN)
        return redact(value)
    if isinstance(value, list | tuple):
        return [_scrubbed(part, secrets, by_name) for part in value]
    if isinstance(value, Mapping):
        return {
            name: HIDDEN if by_name and part and names_a_secret(name) else _scrubbed(part, secrets, by_name)
            for name, part in value.items()
        }
    return value
