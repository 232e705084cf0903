"""Something is called deprecated, and nothing says what to use instead."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.view import Role, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_DEPRECATED = re.compile(
    r"(?:^\W{0,4}deprecated\b|[(\[]deprecated[)\]]|\b(?:is|are|was|been|now) (?:now |being )?(?:deprecated|obsolete)\b"
    r")(?! (?:operations|parameters|properties|items|packages|fields|endpoints|versions))",
    re.IGNORECASE,
)
_LOUD = re.compile(r"\bDEPRECATED\b")
_INSTEAD = re.compile(
    r"\b(?:use|uses|instead|replaced|replacement|prefer|superseded|favou?r of|see|switch to|migrate|alias|call"
    r"|moved to|renamed)\b",
    re.IGNORECASE,
)


class DeprecatedWithoutReplacement(TextRule):
    """A tool or parameter is called deprecated, and its text names no replacement.

    A model then avoids it and has nothing to turn to, or uses it all the same. Name what replaces it in the same
    sentence, or remove it from the list.

    Source: peers' rules (agent-friend).
    """

    code = "TW151"
    severity = Severity.WARNING
    roles = frozenset({Role.DESCRIPTION, Role.PARAMETER})
    cues = frozenset({"deprecated", "obsolete"})
    bad = Tool.of("read_file", "Read a file as text. This tool is deprecated.")
    good = Tool.of("read_file", "Read a file as text. DEPRECATED: use read_text_file.")
    near_miss = Tool.of("list_packages", "List all packages, including deprecated versions.")

    def check_text(self, text: Text) -> Iterator[Spot]:
        whole = text.text[:20_000]
        match = _DEPRECATED.search(whole) or _LOUD.search(whole)
        if match and not _INSTEAD.search(whole):
            yield Spot(
                text.path, f"is called deprecated ({quote(text.text, 60)}); name what replaces it", match.group()
            )
