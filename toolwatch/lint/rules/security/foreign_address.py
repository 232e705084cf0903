"""A text names a web address or an e-mail address that is not on the list of allowed hosts."""

import re

from toolwatch.lint.view import Text
from toolwatch.lint.wording import WordingRule
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_PATTERN = re.compile(
    r"\bhttps?://(?:[^\s/@]{1,100}@)?(?P<host>[\w.-]{3,200})"
    r"|\b[\w.+-]{1,64}@(?P<mail>[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})",
    re.IGNORECASE,
)


class ForeignAddress(WordingRule):
    """A text names a web address or an e-mail address that is not on the list of allowed hosts.

    Off by default. A team that ships a server knows which hosts its texts may name; anything else deserves a
    look, since models and users follow addresses. Settings: `allowed`, host names whose subdomains are allowed
    too.

    Source: peers' rules (toolgate-pin, mcp-toolguard).
    """

    code = "TW217"
    severity = Severity.INFO
    recommended = False
    pattern = _PATTERN
    pieces = ("://", "@")
    says = "names an address that is not allowed"
    advice = "allow its host, or take it out"
    bad = Tool.of("save_note", "Save one note. Details at https://notes.example/help.")
    good = Tool.of("save_note", "Save one note and return its id.")
    near_miss = Tool.of("save_note", "Save one note, as described at https://example.com/help.")

    allowed: tuple[str, ...] = (
        "example.com",
        "example.org",
        "example.net",
        "localhost",
        "127.0.0.1",
        "json-schema.org",
    )

    def excused(self, match: re.Match[str], text: Text) -> bool:
        """Allowed hosts and what is below them."""
        host = (match["host"] or match["mail"]).lower().strip(".")
        return any(host == name or host.endswith(f".{name}") for name in self.allowed)
