"""An address is made to look like another."""

import re

from toolwatch.lint.wording import WordingRule
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_PATTERN = re.compile(
    r"\b(?:https?|ftp|wss?|ssh|git)://[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}(?::[^\s@/]{0,60})?@[\w.-]{3,100}"
    r"|\bhttps?://(?:[\w-]{1,63}\.){0,5}xn--[\w-]{2,60}"
    r"|\bhttps?://(?!10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|192\.0\.2\.|198\.51\.100\."
    r"|203\.0\.113\.|169\.254\.)(?:\d{1,3}\.){3}\d{1,3}\b"
    r"|\b(?:javascript|vbscript):\s?[\w(]",
    re.IGNORECASE,
)


class DeceptiveUrl(WordingRule):
    """An address is made to look like another.

    `https://github.com@evil.example`, a punycode host, a bare IP number: a person who is asked for leave reads one host
    and the client calls another. Give the plain address of a host that has a name.

    Source: peers' rules (toolgate-pin); RFC 3986 section 7.6.
    """

    code = "TW216"
    severity = Severity.WARNING
    cues = vocabulary("http https ftp ws wss ssh git javascript vbscript")
    pattern = _PATTERN
    pieces = ("://", "script:")
    says = "holds an address that is not what it looks like"
    advice = "give the plain address"
    spares_examples = True
    bad = Tool.of("save_note", "Save one note at https://docs.example.com@192.0.2.7/notes.")
    good = Tool.of("save_note", "Save one note and return its id.")
    near_miss = Tool.of("save_note", "Save one note; the server listens on http://127.0.0.1:8080.")
