"""A description tells its own history."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.pieces import near
from toolwatch.lint.view import Role, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_HISTORY = re.compile(
    r"\b(?:new|added|changed|introduced|fixed|updated|improved|removed) (?:in|since|with) "
    r"(?:(?:version |v|release )\d{1,4}(?:\.\d{1,4}){0,3}|\d{1,2}\.\d{1,3}\b(?!\s?[%A-Za-z]))"
    r"|^\W{0,6}(?:changelog|version history|release notes?)\W{0,4}$|\b(?:tool |server )?version ?: ?v?\d{1,3}\.\d{1,3}"
    r"|\blast (?:updated|modified|changed) ?(?::|on) ?\d|\b(?:no longer|used to) \w{2,20}[^.\n]{0,60} (?:since"
    r"|as of) (?:v|version )?\d",
    re.IGNORECASE | re.MULTILINE,
)
_REACH = 140


class ChangelogText(TextRule):
    """A description holds version numbers or history of the tool itself.

    A model has only the present tool to choose: what was new in 1.4 is noise to it, and each release edits the text,
    which moves choices and breaks prompt caches for nothing. Keep history in the changelog.

    Source: peers' rules (agent-friend).
    """

    code = "TW157"
    severity = Severity.WARNING
    cues = vocabulary(
        "new added introduced fixed improved removed version v release changelog history notes updated modified "
        "changed longer used"
    )
    pieces = (
        "version", "changelog", "release", "last updated", "last modified", "last changed", "no longer", "used to",
        "in v", "since v", "with v", "new in ", "ed in ", "ed since ", "new since ", "ed with ", "new with ",
    )  # fmt: skip
    roles = frozenset({Role.DESCRIPTION, Role.PARAMETER})
    bad = Tool.of("list_orders", "List the orders of one day. Changed in v2.4: sorted by time.")
    good = Tool.of("list_orders", "List the orders of one day, sorted by time.")
    near_miss = Tool.of("list_pods", "List pods; works with Kubernetes version 1.28 or newer.")

    def check_text(self, text: Text) -> Iterator[Spot]:
        if match := next(near(_HISTORY, text.text[:60_000], self.pieces, _REACH), None):
            yield Spot(
                text.path, f"tells its history ({quote(match.group())}); keep that in the changelog", match.group()
            )
