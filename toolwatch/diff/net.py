"""The net below the rules: what differs and was claimed by none of them, in DeepDiff's words."""

from collections.abc import Iterator, Set
from dataclasses import replace

from toolwatch.diff.base import ToolPair
from toolwatch.diff.difference import Difference
from toolwatch.diff.folding import Node
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.documents import deep_hash, escape
from toolwatch.diff.schema.tidying import OPAQUE
from toolwatch.diff.schema.values import alike
from toolwatch.diff.schema.vocabulary import ASSERTING, MANY, NAMED, ONE, SILENT
from toolwatch.diff.words import quoted, shown, written
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Json

OWN = frozenset({"name", "inputSchema", "outputSchema"})
"""Fields that the engine itself compares."""


def unclaimed_fields(pair: ToolPair, claimed: Set[str]) -> Iterator[Difference]:
    """Fields of a tool that differ and that no rule answers for."""
    for field in sorted({*pair.before.raw, *pair.after.raw} - claimed - OWN):
        before, after = pair.both(field)
        if deep_hash(before) != deep_hash(after):
            yield told(Difference(f"/{escape(field)}", before, after, f"field {quoted(field)} differs"))


def told(difference: Difference) -> Difference:
    """A difference of the net with an account of it, which is asked for only where it is reported."""
    before, after, message = difference.before, difference.after, difference.message
    if before is not None and after is not None:
        return replace(difference, message=f"{message}: {account(before, after)}")
    verb, value = ("came", after) if before is None else ("is gone", before)
    if message.endswith(" differs"):
        message = f"{message.removesuffix(' differs')} {verb}"
    return replace(difference, message=f"{message}: {shown(value, LONGEST)}")


LONGEST = 200
"""Characters of a value that are shown."""


def account(before: Json, after: Json) -> str:
    """What became of a value, on one line: in DeepDiff's words where something inside of it changed."""
    from deepdiff import DeepDiff

    if not (isinstance(before, dict | list) and type(before) is type(after)):
        return f"it was {shown(before, LONGEST)} and is now {shown(after, LONGEST)}"
    try:
        text = DeepDiff(before, after, verbose_level=2).pretty()
    except (RecursionError, ValueError, TypeError, ArithmeticError):
        text = "it cannot be told how"
    return one_line("; ".join(text.splitlines()) or "the same but for its spelling", 300)


def unclaimed_keywords(pair: SchemaPair, claimed: Set[str]) -> Iterator[Difference]:
    """Keywords at one place of a schema that differ and that no rule claimed.

    Keywords whose schemas both sides have are compared inside, so they are not looked at here.
    """
    for keyword in sorted({*pair.before.reading, *pair.after.reading} - claimed):
        before, after = pair.both(keyword)
        if keyword in _COMPARED_INSIDE and before is not None and after is not None:
            continue
        if keyword == "prefixItems" and len(before or ()) == len(after or ()):
            continue
        if not alike(before, after):
            yield _unclaimed(pair, keyword, written(before), written(after))
    for keyword in sorted(_unknown(pair.before) | _unknown(pair.after)):
        before, after = pair.annotations(keyword)
        if deep_hash(before) != deep_hash(after):
            yield _unclaimed(pair, keyword, before, after)


_COMPARED_INSIDE = frozenset({*ONE, *MANY, *NAMED, "$ref"} - {"allOf", "prefixItems"})


def _unknown(place: Node) -> set[str]:
    schemas = [sub.schema for sub in place.chain if isinstance(sub.schema, dict)]
    return {keyword for schema in schemas for keyword in schema} - SILENT - ASSERTING


def _unclaimed(pair: SchemaPair, keyword: str, before: Json, after: Json) -> Difference:
    said = keyword.removeprefix(OPAQUE) if keyword in pair.before.reading or keyword in pair.after.reading else keyword
    message = f"{quoted(said)} of {pair.label} differs"
    return Difference(f"/{escape(said)}", before, after, message, keyword="" if said == keyword else keyword)
