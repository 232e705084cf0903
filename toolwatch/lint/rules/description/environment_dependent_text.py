"""A text depends on the machine or the moment that it was made on."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.pieces import holds
from toolwatch.lint.view import PROSE, Role, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_SOMEBODY = r"(?!user\b|username\b|users\b|you\b|your|me\b|name\b|xxx|john|jane|alice|bob|example|ubuntu/\.\.\.|\.\.\.)"
_PATH = re.compile(
    rf"(?:/home/|/Users/|[A-Za-z]:\\{{1,2}}Users\\{{1,2}}){_SOMEBODY}[\w.-]{{2,32}}(?=[/\\\s'\"`)]|\.?$)"
    r"|(?:/private)?/var/folders/\w\w/|/tmp/tmp\w{4,12}\b|/root/(?!\.\.\.)[\w.-]{2,40}"
)
_ZONE = re.compile(
    r"'[A-Z][A-Za-z_]{1,20}(?:/[A-Z][A-Za-z_+\-0-9]{1,30}){1,2}' as (?:the )?(?:local|system|default) time ?zone"
)
_FACT = re.compile(
    r"(?:local|system|server|host|current|machine)(?:'s)? (?:time ?zone|date(?: and time)?|time|hostname|host name"
    r"|user ?name"
    r"|platform|operating system|working directory)(?: is|:| =) ?"
    r"(?:[`'\"]\w|(?=[\w/~.+:\-]{0,60}[\d/\\_]|linux|darwin|win|mac))[\w/~.+:\-]{1,60}"
)
_WHEN = re.compile(
    r"\b(?:[Tt]oday is|[Aa]s of today|[Ii]t is now|[Gg]enerated (?:at|on)|[Ss]tarted (?:at|on)) ?:? ?"
    r"(?:\d{4}-\d\d-\d\d|[A-Z][a-z]{2,9} \d)"
)
_WHO = re.compile(
    r"\b(?:pid|PID|[Pp]rocess id|[Ss]ession id)(?: is|:| =) ?(?=[\w-]{0,40}\d)[\w-]{3,40}|\bip-\d{1,3}(?:-\d{1,3}){3}\b"
    r"|(?<![\w/])https?://(?:localhost|127\.0\.0\.1):\d{5}\b"
)
_SAMPLE = re.compile(r"e\.g\.|example|such as|like\b|for instance|usually|typically", re.IGNORECASE)
_FACTS = (
    (_PATH, ("/home/", "Users", "/folders/", "/tmp/tmp", "/root/")),
    (_ZONE, ("' as ",)),
    (_FACT, (" is ", ":", " = ")),
    (_WHEN, ("oday is", "of today", "is now", "enerated ", "tarted ")),
    (_WHO, ("pid", "PID", "rocess id", "ession id", "ip-", "localhost:", "127.0.0.1:")),
)
"""Each pattern with pieces of which every match of it holds one."""


class EnvironmentDependentText(TextRule):
    """A text holds a home folder, a time zone, a host name, a date or a process id of the machine that it came from.

    The list then differs between a laptop, a colleague's laptop and CI: hashes and approvals fail there without an
    edit, prompt caches miss, and the model is told something that is false elsewhere. Build texts from what is the
    same everywhere; give local facts in the result of a tool. Paths given as examples are left alone.

    Source: observed on mcp-server-time and figma-developer-mcp.
    """

    code = "TW158"
    severity = Severity.WARNING
    cues = vocabulary(
        "home users folders tmp root timezone zone local system server host current machine today now "
        "generated started pid process session ip localhost http"
    )
    roles = PROSE | {Role.VALUE}
    bad = Tool.of("read_log", "Read a log file below /home/mkessler/logs.")
    good = Tool.of("read_log", "Read a log file below the folder that the server was started with.")
    near_miss = Tool.of("read_log", "Read a log file, for example /home/user/app.log.")

    def check_text(self, text: Text) -> Iterator[Spot]:
        whole = text.text[:60_000]
        for pattern, pieces in _FACTS:
            for match in pattern.finditer(whole) if holds(whole, pieces) else ():
                if not _SAMPLE.search(whole, max(match.start() - 40, 0), match.start()):
                    found = match.group()
                    yield Spot(text.path, f"holds {quote(found)}, which differs from machine to machine", found)
                    return
