"""A description names another default than the schema."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.claimed import Claimed, claimed
from toolwatch.lint.defaults import Word
from toolwatch.lint.said import SCALES, Said
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Json, Tool


def _tool(text: str) -> Tool:
    limit = {"type": "integer", "default": 20, "description": text}
    return Tool.of("read_rows", "Return rows of one sheet.", {"type": "object", "properties": {"limit": limit}})


class ProseDefaultConflict(ToolRule):
    """A description promises one default, the schema declares another.

    A model leaves the argument out because it trusts the sentence, and gets something else: a page of the wrong size,
    a dry run that is none. Make the two agree; where the default depends on something, say on what. Defaults that the
    text ties to a condition, and the same amount in another unit, are left alone.

    Source: JSON Schema 2020-12, `default`; seen on blender-mcp.
    """

    code = "TW146"
    severity = Severity.ERROR
    keywords = frozenset({"default"})
    cues = frozenset({"default", "defaults"})
    bad = _tool("Number of rows (default: 50).")
    good = _tool("Number of rows (default: 20).")
    near_miss = _tool("Number of rows. Defaults to 50 for exports.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for one in claimed(view):
            said = {repr(said.value): said for said in one.claims.defaults}
            if len(said) == 1 and one.domain.has_default:
                claim = next(iter(said.values()))
                if _differs(claim, one):
                    declared = quote(str(one.domain.default), 40)
                    message = f"{named(one.name)}: text says {quote(claim.quote)}, the schema's default is {declared}"
                    yield Spot(one.path, message, claim.quote)


def _differs(claim: Said, one: Claimed) -> bool:
    said, declared = claim.value, one.domain.default
    if isinstance(said, bool) or isinstance(declared, bool):
        return isinstance(said, bool) and isinstance(declared, bool) and said is not declared
    if isinstance(said, float) and isinstance(declared, int | float):
        return not _same_amount(said, declared) and not _is_explained(declared, claim.quote, one.text)
    if isinstance(said, str) and isinstance(declared, str) and declared:
        values = one.domain.values or ()
        known = {value.lower() for value in values if isinstance(value, str)}
        comparable = said.lower() in known if isinstance(said, Word) else not known or said.lower() in known
        return comparable and _plain(said) != _plain(declared)
    return False


def _same_amount(said: float, declared: float) -> bool:
    return any(said * scale == declared or declared * scale == said for scale in SCALES)


def _is_explained(declared: float, claim: str, text: str) -> bool:
    """Whether the text says what 0 or -1 stands for: ``0 means the default of 50``."""
    around = text.replace(claim, "")
    return declared in (0, -1) and re.search(rf"(?<![\w.-]){declared:g}(?![\w.]*\w)", around) is not None


def _plain(value: Json) -> str:
    """A value without what only its spelling adds: ``./out/`` is ``out``, ``UTF8`` is ``utf-8``."""
    bare = str(value).strip(" '\"`[]").lower().removeprefix("./").rstrip("./")
    return re.sub(r"(?<=\w)[-_ ](?=\w)", "", bare)
