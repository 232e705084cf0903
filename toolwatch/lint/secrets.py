"""Keys, tokens and passwords in a text: found by the shapes that providers give them, or by how random they are."""

import re
from collections import Counter
from functools import lru_cache
from math import log2
from typing import NamedTuple

from toolwatch.lint.pieces import holds
from toolwatch.model.secret import STARTS, find_shapes

_ASSIGNED = re.compile(
    r"\b(?:api[_-]?key|apikey|access[_-]?key|secret(?:[_-]?key)?|auth[_-]?token|access[_-]?token|token|password"
    r"|passwd|pwd|bearer)"
    r"\b[\"']?\s?(?:[:=]|is)?\s?[\"'`]?(?P<value>[A-Za-z0-9_\-/+.~!@#$%^&*]{12,200})",
    re.IGNORECASE,
)
_NAMES = ("key", "secret", "token", "passw", "pwd", "bearer")
_IN_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,60}:(?P<value>[^\s:/@]{6,100})@(?!host|localhost|example)")
_PLAIN = re.compile(
    r"example|your|xxx|\*\*\*|\.\.\.|<|>|\{|\}|\$|placeholder|secret|password|passwd|token|dummy|sample|test"
    r"|changeme|user|here|abc123"
    r"|123456|pass\b",
    re.IGNORECASE,
)


SHORTEST = 12
"""Characters without white space that a secret has at least."""
PIECES = (*_NAMES, "://", *STARTS)
"""Lower-case pieces of which every text with a secret holds one."""


class Secret(NamedTuple):
    """A secret and what kind it is; the value must never be shown whole."""

    kind: str
    value: str

    @property
    def shown(self) -> str:
        """Its first letters and its length."""
        return f"{self.value[:4]}... ({len(self.value)} characters)"


@lru_cache(maxsize=1 << 14)
def long_runs(text: str) -> str:
    """The runs of ``SHORTEST`` characters and more without white space, one a line: a secret stands in one."""
    return "\n".join(run for run in text.split() if len(run) >= SHORTEST) if len(text) >= SHORTEST else ""


def find(text: str) -> Secret | None:
    """The first secret in ``text``."""
    runs = long_runs(text)
    if not runs:
        return None
    found = _known(text if "PRIVATE KEY" in text else runs)
    return found or (_assigned(text) if any(map(str.isdigit, runs)) else None)


def masked(text: str) -> str:
    """``text`` with every secret that is found in it cut to its first letters, for quoting."""
    for _ in range(20):
        secret = find(text)
        if secret is None:
            return text
        text = text.replace(secret.value, secret.value[:4] + "...")
    return text


def _known(text: str) -> Secret | None:
    """A provider's key that is no example of one."""
    for found in find_shapes(text):
        value = text[found.start : found.end]
        if "EXAMPLE" not in value and "example" not in value and len(set(value)) > 8:
            return Secret(found.kind, value)
    return None


def _assigned(text: str) -> Secret | None:
    plain = text.lower()
    for pattern, hints in ((_ASSIGNED, _NAMES), (_IN_URL, ("://",))):
        if not holds(plain, hints):
            continue
        for match in pattern.finditer(text):
            value = match["value"].rstrip(".!")
            if not _PLAIN.search(value) and _random(value, 12 if pattern is _ASSIGNED else 8):
                return Secret("secret", value)
    return None


def _random(value: str, least: int) -> bool:
    """Whether a value is as mixed as keys are and words are not."""
    kinds = sum(any(test(sign) for sign in value) for test in (str.islower, str.isupper, str.isdigit))
    if len(value) < least or kinds < 2 or not any(sign.isdigit() for sign in value):
        return False
    counts = Counter(value)
    entropy = -sum(count / len(value) * log2(count / len(value)) for count in counts.values())
    return (
        entropy > (3.4 if least >= 12 else 2.9)
        and "/" not in value[:2]
        and not value.replace("-", "").replace("_", "").isdigit()
    )
