"""A description praises instead of explaining."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.pieces import near
from toolwatch.lint.view import Role, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_WORDS = [
    "powerful",
    "seamless",
    "seamlessly",
    "effortless",
    "effortlessly",
    "blazing",
    "cutting-edge",
    "state-of-the-art",
    "world-class",
    "revolutionary",
    "best-in-class",
    "game-changing",
    "supercharge",
    "unlock",
    "next-generation",
    "amazing",
    "awesome",
    "robust",
    "stuff",
    "things",
    "magically",
    "lightning-fast",
    "industry-leading",
    "ultimate",
]
_VAGUE = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b|\bhandles? (?:everything|anything)\b", re.IGNORECASE)
_REACH = 30
_PLAIN = re.compile(
    r"unlock\b(?! (?:the |your |its )?(?:full |true |real )?"
    r"(?:power|potential|value|insight|possibilit|capabilit|benefit))"
    r"|things (?:like|such as)\b|ultimate (?:parent|owner|beneficial|holding|consignee|goal)"
    r"|robust (?:regression|scal|standard|statistic|estimat|fit|mean|z-?score|pca|loess)",
    re.IGNORECASE,
)
"""The same words where they name something: a lock, a parent company, a way of counting."""
_NAMES = frozenset({"Things", "Ultimate", "Unlock", "Robust"})
"""Words that with a capital inside a sentence are a product, an edition or a field."""


class VagueWording(TextRule):
    """A description uses words of praise, or words that name nothing ("stuff", "things", "handles everything").

    They cost tokens and separate no tool from another; some models prefer the tool that praises itself, which hides
    an honest neighbour. Say what it does to what.

    Source: peers' rules (mcpolish, mcplint-cli).
    """

    code = "TW152"
    severity = Severity.INFO
    roles = frozenset({Role.DESCRIPTION})
    pieces = (*_WORDS, "everything", "anything")
    cues = frozenset(word.split("-")[0] for word in _WORDS) | {"everything", "anything"}
    bad = Tool.of("search_orders", "Powerful and seamless order search.")
    good = Tool.of("search_orders", "Find orders by customer name; returns at most 50.")
    near_miss = Tool.of("anything_else", "Return the orders that match anything in the given filter.")

    def check_text(self, text: Text) -> Iterator[Spot]:
        matches = near(_VAGUE, text.text[:20_000], self.pieces, _REACH)
        found = sorted({match.group().lower() for match in matches if not _is_plain(match)})
        if found:
            words = ", ".join(quote(word) for word in found[:5])
            yield Spot(text.path, f"says {words}; say what it does to what instead", " ".join(found))


def _is_plain(match: re.Match[str]) -> bool:
    before = match.string[: match.start()].rstrip(" *_`")
    inside = bool(before) and before[-1] not in ".!?:\n-"
    return bool(_PLAIN.match(match.string, match.start())) or (inside and match.group() in _NAMES)
