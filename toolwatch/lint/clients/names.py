"""The name under which a client passes a tool on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from toolwatch.lint.base import quote
from toolwatch.lint.clients.client import NameLimits, Verb, whole


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a name does not pass as it is."""

    kind: str
    verb: Verb
    what: str
    effect: str


@dataclass(frozen=True, slots=True)
class Named:
    """What a model reads as the tool's name, and what it took to get there."""

    passed: str
    troubles: tuple[Trouble, ...] = ()


def all_pass(names: Sequence[str], limits: NameLimits, server: str) -> bool:
    """Whether every name passes without trouble; asked first, since most lists do."""
    if limits.bad and not whole(limits.pattern).fullmatch("".join(names)):
        return False
    if limits.first and not all(re.match(limits.first, name) for name in names if name):
        return False
    around = len(_prefix(limits, server)) + (len(server) if limits.with_server else 0)
    return not limits.most or max(map(len, names), default=0) + around <= limits.most


def named(name: str, limits: NameLimits, server: str) -> Named:
    """Pass ``name`` through a client's naming."""
    strange = _strange(name, limits)
    full = _prefix(limits, server) + (_mended(name, limits) if limits.bad is Verb.RENAMED else name)
    troubles = [strange] if strange else []
    counted = len(full) + (len(server) if limits.with_server else 0)
    if limits.most and counted > limits.most:
        troubles.append(_too_long(counted, full, limits))
        if limits.long is Verb.CUT:
            full = _cut(full, limits)
    return Named(full, tuple(troubles))


def _strange(name: str, limits: NameLimits) -> Trouble | None:
    """Characters that the client does not take."""
    if not limits.bad or not name:
        return None
    odd = "" if whole(limits.pattern).fullmatch(name) else _odd(name, limits.pattern)
    if limits.first and not re.match(limits.first, name):
        what = f"the name {quote(name, 70)} starts with {quote(name[0])}"
    elif odd:
        what = f"the name {quote(name, 70)} has {quote(odd, 30)}"
    else:
        return None
    if limits.bad is Verb.RENAMED:
        return Trouble("name_renamed", Verb.RENAMED, what, f"passes it on as {quote(_mended(name, limits), 70)}")
    return Trouble("name_refused", limits.bad, what, "refuses the request")


def _odd(name: str, pattern: str) -> str:
    return "".join(dict.fromkeys(letter for letter in name if not whole(pattern).fullmatch(letter)))


def _mended(name: str, limits: NameLimits) -> str:
    if whole(limits.pattern).fullmatch(name):
        return name
    return "".join(letter if whole(limits.pattern).fullmatch(letter) else "_" for letter in name)


def _prefix(limits: NameLimits, server: str) -> str:
    if not limits.prefix:
        return ""
    prefix = limits.prefix.replace("{server}", _mended(server, limits) if limits.pattern else server)
    if limits.prefix_most and len(prefix) > limits.prefix_most:
        return prefix[: limits.prefix_most - 1] + "_"
    return prefix


def _too_long(counted: int, full: str, limits: NameLimits) -> Trouble:
    together = "together with the server's " if limits.prefix or limits.with_server else ""
    what = f"the name has {counted} characters {together}".strip()
    match limits.long:
        case Verb.CUT:
            effect = f"passes it on as {quote(_cut(full, limits), 70)}"
        case Verb.DROPPED:
            effect = f"leaves the tool out above {limits.most}"
        case _:
            effect = f"refuses more than {limits.most}"
    return Trouble("name_too_long_for_client", limits.long or Verb.REFUSED, what, effect)


def _cut(full: str, limits: NameLimits) -> str:
    if limits.keep_start:
        return full[: limits.keep_start] + limits.gap + full[-limits.keep_end :]
    return full[: limits.most]
