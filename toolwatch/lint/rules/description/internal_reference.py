"""A text names an address, a host or a person inside the author's organisation."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.pieces import holds
from toolwatch.lint.view import PROSE, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_INTERNAL = re.compile(
    r"(?<![\w.])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?![\w.]|/\d)"
    r"|\b[\w-]{1,40}(?:\.[\w-]{1,40}){0,3}\.(?:internal|corp|intranet|lan|localdomain)\b(?![\w(-])"
    r"|\b[\w.+-]{1,40}@(?!example\b|domain\b|company\b|test\b|email\b|mail\b|acme\b|your)[\w-]{1,40}\.(?!example\b"
    r"|test\b)[a-z]{2,10}\b"
    r"|\b(?:go|wiki|jira|confluence)/[\w-]{3,40}\b(?=[ .,)])",
    re.IGNORECASE,
)
_SAMPLE = re.compile(r"e\.g\.|example|such as|like\b|for instance|[`'\"]\s{0,2}$", re.IGNORECASE)


_PIECES = (
    "@",
    "10.",
    "192.168",
    "172.",
    ".internal",
    ".corp",
    ".intranet",
    ".lan",
    ".localdomain",
    "go/",
    "wiki/",
    "jira/",
    "confluence/",
)


class InternalReference(TextRule):
    """A text names a private address, an internal host or somebody's e-mail address.

    Strangers cannot use it, models may send data or people there, and it tells an attacker how the inside is named.
    Leave it out, or use the reserved names `example.com` and `192.0.2.1`. Values given as examples are left alone.

    Source: peers' rules (agent-friend, mcp-toolguard); RFC 2606, RFC 5737.
    """

    code = "TW156"
    severity = Severity.INFO
    roles = PROSE
    pieces = _PIECES
    bad = Tool.of("restart", "Restart a service. Ask ops@acme-tools.io first; dashboards at metrics.prod.internal.")
    good = Tool.of("restart", "Restart a service and return its state.")
    near_miss = Tool.of(
        "invite", "Invite a person by address, for example 'ann@firm.org'; returns the invitation's id."
    )

    def check_text(self, text: Text) -> Iterator[Spot]:
        whole = text.text[:60_000]
        if not holds(whole, _PIECES):
            return
        for match in _INTERNAL.finditer(whole):
            if not _SAMPLE.search(whole, max(match.start() - 40, 0), match.start()):
                yield Spot(text.path, f"names {quote(match.group())}, which means nothing to strangers", match.group())
                return
