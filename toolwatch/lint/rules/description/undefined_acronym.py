"""A description uses an abbreviation that it never spells out."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_ACRONYM = re.compile(r"(?<![\w`'\"*/.-])[A-Z]{2,5}(?![\w`'\"*/.-])")
_KNOWN = vocabulary(
    "AI ALL AM AND API ASCII ASC AWS BBC CI CD CLI CPU CRUD CSS CSV DB DESC DNS DO DOC DOM ETC EU EUR FAQ "
    "FTP GB GET GIF GMT GPS GPU GUI HTML HTTP HTTPS ID IDE IDS IF IN IO IP IS ISO IT JPEG JPG JS JSON JWT "
    "KB LLM MB MCP MD MIME MP MUST NO NOT NOTE NULL OK ON ONLY OR OS PDF PDFS PHP PM PNG POST PR PRS PUT "
    "QR RAM REST RGB RSS SDK SHA SQL SSH SSL SVG TB TCP THE TIP TLS TO TODO TSV TV TXT UI UK URI URL URLS "
    "US USA USB USD USE UTC UTF UUID VM VPN WARN XML YAML YES YYYY ZIP AFTER NEVER FIRST"
)


class UndefinedAcronym(ToolRule):
    """A description uses an abbreviation of capital letters that no text of the tool spells out.

    House abbreviations mean something to the author's team; a model guesses, and takes the wrong tool when two guesses
    compete. Spell it out once: "purchase requisition (PRQ)". Abbreviations that everybody knows are left alone.

    Source: peers' jargon rules (mcpolish).
    """

    code = "TW132"
    severity = Severity.INFO
    recommended = False
    bad = Tool.of("approve", "Approve one PRQ and return its new state.")
    good = Tool.of("approve", "Approve one purchase requisition (PRQ) and return its new state.")
    near_miss = Tool.of("approve", "Approve one request over HTTP and return its new state as JSON.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        text = tool.description
        for acronym in sorted(set(_ACRONYM.findall(text)) - _KNOWN):
            if _is_word(acronym, text):
                continue
            if f"({acronym}" not in text and f"{acronym} (" not in text and f"{acronym}:" not in text:
                yield Spot("/description", f"never says what {quote(acronym)} stands for", acronym)


def _is_word(acronym: str, text: str) -> bool:
    """Whether it is a word in capitals, for emphasis."""
    return acronym.lower() in text or (len(acronym) > 3 and not set("AEIOU").isdisjoint(acronym))
