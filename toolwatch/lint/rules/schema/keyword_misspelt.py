"""A schema keyword is misspelt."""

from collections.abc import Iterator
from functools import lru_cache

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.pointer import join
from toolwatch.lint.schema import label
from toolwatch.lint.view import KNOWN, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_FOLDED = {keyword.lower(): keyword for keyword in KNOWN}
_OF_OTHERS = {"min": "minimum", "max": "maximum", "regex": "pattern", "desc": "description", "values": "enum"}
"""Words that other schema languages have for a keyword."""


@lru_cache(maxsize=1024)
def meant_by(keyword: str) -> str:
    """The keyword that was meant, or an empty string."""
    folded = keyword.lower().replace("_", "").replace("-", "")
    if folded in _FOLDED or keyword in _OF_OTHERS:
        return _FOLDED.get(folded) or _OF_OTHERS[keyword]
    if len(folded) < 5 or len(folded) > 24 or keyword.startswith(("x-", "$", "_")):
        return ""
    return next((known for low, known in sorted(_FOLDED.items()) if _one_slip(folded, low)), "")


def _one_slip(word: str, known: str) -> bool:
    """Whether one letter was left out, added, changed, or swapped with the next."""
    if abs(len(word) - len(known)) > 1 or word == known:
        return False
    start = next(
        (at for at, (one, other) in enumerate(zip(word, known, strict=False)) if one != other),
        min(len(word), len(known)),
    )
    rests = ((1, 1), (0, 1), (1, 0))
    if any(word[start + one :] == known[start + other :] for one, other in rests):
        return True
    return word[start : start + 2] == known[start : start + 2][::-1] and word[start + 2 :] == known[start + 2 :]


class KeywordMisspelt(ToolRule):
    """A schema keyword is misspelt.

    JSON Schema ignores words that it does not know, so `require`, `discription` or `maxlength` has no effect and
    nobody is told: the parameter stays optional, undescribed or unlimited. Write the keyword as it is spelt.

    Source: JSON Schema 2020-12 core, section 4.3.1 (unknown keywords).
    """

    code = "TW1015"
    severity = Severity.WARNING
    bad = Tool.of("list", "List.", {"type": "object", "properties": {"limit": {"type": "string", "maxlength": 3}}})
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {"type": "object", "properties": {"limit": {"type": "integer", "description": "How many orders at most."}}},
    )
    near_miss = Tool.of(
        "list",
        "List.",
        {"type": "object", "properties": {"require": {"type": "string", "x-maxlength": 3, "units": "mm"}}},
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for keyword in view.by_keyword.keys() - KNOWN:
            meant = meant_by(keyword)
            if meant:
                for node in view.by_keyword[keyword]:
                    yield Spot(
                        join(node.path, keyword),
                        f"{quote(keyword, 40)} in {label(node)} is no keyword and has no effect; write {meant}",
                    )
