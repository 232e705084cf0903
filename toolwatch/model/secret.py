"""Finds what looks like a credential in a text, so that it can be reported by kind and never written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from toolwatch.model.tool import Json

REDACTED = "[redacted {kind}]"

# Each is the published shape of a provider's key; a fixed prefix makes a false hit on honest prose next to impossible.
_SHAPES = {
    "AWS access key": r"\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b",
    "GitHub token": r"\bgh[pousr]_[A-Za-z0-9]{30,255}\b|\bgithub_pat_\w{30,255}\b",
    "GitLab token": r"\bgl(?:pat|ptt|rt|dt|cbt|agent|oas)-[\w-]{20,255}",
    "Slack token": r"\bxox[abeoprs]-[\w-]{10,255}|\bxapp-\d-[\w-]{10,255}"
    r"|hooks\.slack\.com/services/T\w{6,20}/B\w{6,20}/\w{16,64}",
    "Stripe key": r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}\b|\bwhsec_[A-Za-z0-9]{24,255}\b",
    "Anthropic key": r"\bsk-ant-[\w-]{20,255}",
    "OpenRouter key": r"\bsk-or-v\d-[a-f0-9]{40,128}",
    # Many endpoints give out keys of OpenAI's kind; words with dashes, as names of packages are, hold no digit.
    "OpenAI key": r"\bsk-(?:(?=[\w-]{0,254}\d)[\w-]{20,255}|(?:(?:proj|svcacct|admin|None)-)?[A-Za-z0-9_]{20,255})",
    "Google key": r"\bAIza[\w-]{35}|\bya29\.[\w-]{20,2000}|\bGOCSPX-[\w-]{20,64}",
    "npm token": r"\bnpm_[A-Za-z0-9]{36}\b",
    "PyPI token": r"\bpypi-[\w-]{50,255}",
    "SendGrid key": r"\bSG\.[\w-]{16,32}\.[\w-]{32,64}",
    "Hugging Face token": r"\bhf_[A-Za-z0-9]{30,64}\b",
    "DigitalOcean token": r"\bdo[opr]_v1_[a-f0-9]{64}",
    "Shopify token": r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
    "Telegram bot token": r"\b\d{8,10}:AA[\w-]{33}",
    "Azure storage key": r"\bAccountKey=[A-Za-z0-9+/]{60,255}={0,2}",
    "JSON Web Token": r"\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,1000}",
    "private key": r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s]{0,8000}"
    r"(?:-----END [A-Z ]{0,30}-----)?",
}
_START = re.compile(
    r"AKIA|ASIA|ABIA|ACCA|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|xox|xapp-|hooks\.slack|[rs]k_|whsec_|sk-|AIza|ya29\.|GOCSPX-"
    r"|npm_|pypi-|SG\.|hf_|do[opr]_v1|shp|:AA|AccountKey|eyJ|-----BEGIN"
)
"""How every shape starts: most texts hold none of these, and are done."""
STARTS = (
    "akia", "asia", "abia", "acca", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "gl", "xox", "xapp-",
    "hooks.slack", "rk_", "sk_", "whsec_", "sk-", "aiza", "ya29.", "gocspx-", "npm_", "pypi-", "sg.", "hf_", "dop_v1",
    "doo_v1", "dor_v1", "shp", ":aa", "accountkey", "eyj", "-----begin",
)  # fmt: skip
"""The same in lower case, for looking among many texts at once."""

_PLACES = {
    "bearer token": r"(?i:\bbearer\s{1,4})[A-Za-z0-9._~+/-]{16,2000}={0,2}",
    "password in a URL": r"(?<=://)[^\s/:@]{1,100}:[^\s/:@]{1,200}(?=@)",
}
"""What stands where credentials stand, whatever its shape."""


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
    """Yield every credential in ``text``, by shape or by place, from left to right, without overlap."""
    yield from _found(text, (*_SHAPES, *_PLACES))


def find_shapes(text: str) -> Iterator[Secret]:
    """As ``find_secrets``, by shape alone: what is no credential by its looks is left to the caller's judgement."""
    if _START.search(text):
        yield from _found(text, tuple(_SHAPES))


def _found(text: str, kinds: tuple[str, ...]) -> Iterator[Secret]:
    for match in _any(kinds).finditer(text):
        assert match.lastgroup is not None
        yield Secret(match.start(), match.end(), kinds[int(match.lastgroup[1:])])


@cache
def _any(kinds: tuple[str, ...]) -> re.Pattern[str]:
    shapes = {**_SHAPES, **_PLACES}
    return re.compile("|".join(f"(?P<k{number}>{shapes[kind]})" for number, kind in enumerate(kinds)))


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
