"""Finds what looks like a credential in a text, so that it can be reported by kind and never written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from toolwatch.model.tool import Json

REDACTED = "[redacted {kind}]"

# Each is the published shape of a vendor's token; a fixed prefix makes a false hit on honest prose next to impossible.
_TOKENS = {
    "AWS access key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "GitHub token": r"\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_[A-Za-z0-9_]{40,255}\b",
    "GitLab token": r"\bgl(?:pat|ptt|rt|dt)-[A-Za-z0-9_-]{20,64}\b",
    "Slack token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,255}",
    "Stripe key": r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}\b",
    "Anthropic key": r"\bsk-ant-[A-Za-z0-9_-]{20,255}",
    "OpenAI key": r"\bsk-(?!ant-)(?:proj-|svcacct-)?[A-Za-z0-9_-]{20,255}",
    "Google API key": r"\bAIza[0-9A-Za-z_-]{35}\b",
    "npm token": r"\bnpm_[A-Za-z0-9]{36}\b",
    "PyPI token": r"\bpypi-[A-Za-z0-9_-]{50,255}",
    "SendGrid key": r"\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b",
    "Hugging Face token": r"\bhf_[A-Za-z0-9]{34}\b",
    "JSON Web Token": r"\beyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000}",
    "private key": r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s]{0,8000}(?:-----END [A-Z ]{0,30}-----)?",
    "bearer token": r"(?i:\bbearer\s{1,4})[A-Za-z0-9._~+/-]{16,2000}={0,2}",
    "password in a URL": r"(?<=://)[^\s/:@]{1,100}:[^\s/:@]{1,200}(?=@)",
}
_ANY = re.compile("|".join(f"(?P<k{index}>{pattern})" for index, pattern in enumerate(_TOKENS.values())))
_KINDS = tuple(_TOKENS)

_SECRET_NAME = re.compile(
    r"(?i)(?:^|[_\-.\s])(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?"
    r"|authorization|auth)$"
)


@dataclass(frozen=True, slots=True)
class Secret:
    """A stretch of a text that looks like a credential: characters ``[start, end)``, and of what kind."""

    start: int
    end: int
    kind: str


def find_secrets(text: str) -> Iterator[Secret]:
    """Yield every credential of a known vendor's shape in ``text``, from left to right, without overlap."""
    for match in _ANY.finditer(text):
        assert match.lastgroup is not None
        yield Secret(match.start(), match.end(), _KINDS[int(match.lastgroup[1:])])


def redact(text: str) -> str:
    """``text`` with every credential replaced by its kind."""
    parts, done = [], 0
    for secret in find_secrets(text):
        parts += [text[done : secret.start], REDACTED.format(kind=secret.kind)]
        done = secret.end
    return "".join((*parts, text[done:]))


def names_a_secret(name: str) -> bool:
    """Whether a field of that name (``api_key``, ``password``) holds a credential."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return _SECRET_NAME.search(spaced) is not None


def redact_json(value: Json) -> Json:
    """A copy of a JSON value with credentials in its texts redacted, and whole texts under secret names."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [redact_json(item) for item in value]
    if isinstance(value, dict):
        return {
            key: REDACTED.format(kind=key)
            if isinstance(item, str) and item and names_a_secret(key)
            else redact_json(item)
            for key, item in value.items()
        }
    return value
