"""A text depends on the machine or the moment that it was made on."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, TextRule
from toolwatch.lint.quotation import quote
from toolwatch.lint.view import PROSE, Role, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_SOMEBODY = r"(?!user\b|username\b|users\b|you\b|your|me\b|name\b|xxx|john|jane|alice|bob|example|ubuntu/\.\.\.|\.\.\.)"
_LOCAL = re.compile(
    rf"(?:/home/|/Users/|[A-Za-z]:\\{{1,2}}Users\\{{1,2}}){_SOMEBODY}[\w.-]{{2,32}}(?=[/\\\s'\"`)]|$)"
    r"|(?:/private)?/var/folders/\w\w/|/tmp/tmp\w{4,12}\b|/root/(?!\.\.\.)[\w.-]{2,40}"
    r"|'[A-Z][A-Za-z_]{1,20}(?:/[A-Z][A-Za-z_+\-0-9]{1,30}){1,2}' as (?:the )?(?:local|system|default) time ?zone"
    r"|\b(?:local|system|server|host|current|machine)(?:'s)? (?:time ?zone|date(?: and time)?|time|hostname"
    r"|host name|user ?name|platform"
    r"|operating system|working directory)(?: is|:| =) ?(?:[`'\"]\w|(?=[\w/~.+:\-]{0,60}[\d/\\_]|linux|darwin|win|mac))"
    r"[\w/~.+:\-]{1,60}"
    r"|\b(?i:today is|as of today|it is now|generated (?:at|on)|started (?:at|on)) ?:? ?(?:\d{4}-\d\d-\d\d"
    r"|[A-Z][a-z]{2,9} \d)"
    r"|\b(?i:pid|process id|session id)(?: is|:| =) ?(?=[\w-]{0,40}\d)[\w-]{3,40}|\bip-\d{1,3}(?:-\d{1,3}){3}\b"
    r"|(?<![\w/])https?://(?:localhost|127\.0\.0\.1):\d{5}\b",
)
_SAMPLE = re.compile(r"e\.g\.|example|such as|like\b|for instance|usually|typically", re.IGNORECASE)


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
        for match in _LOCAL.finditer(whole):
            if not _SAMPLE.search(whole, max(match.start() - 40, 0), match.start()):
                yield Spot(
                    text.path, f"holds {quote(match.group())}, which differs from machine to machine", match.group()
                )
                return
