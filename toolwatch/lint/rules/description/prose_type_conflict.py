"""A description names another type than the schema."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.claimed import Claimed, claimed
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.said import Said
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_FITTING = {
    "string": {"string"},
    "integer": {"integer", "number"},
    "number": {"integer", "number"},
    "float": {"number"},
    "boolean": {"boolean"},
    "array": {"array"},
    "object": {"object"},
    "count": {"integer", "number"},
    "switch": {"boolean"},
    "separated": {"string"},
}
_SOFT = {"count": "a number", "switch": "true or false", "separated": "one string with commas"}
"""What a text implies rather than says; a warning."""
_NAMESAKES = {
    "array": frozenset({"list", "array"}),
    "object": frozenset({"object", "dictionary", "dict"}),
    "string": frozenset({"string", "strings"}),
    "float": frozenset({"float"}),
}
"""Words for a type by which parameters call other things: a list of a board, an object of a scene."""


def _tool(text: str, kind: str) -> Tool:
    schema = {"type": "object", "properties": {"limit": {"type": kind, "description": text}}}
    return Tool.of("read_rows", "Return rows of one sheet.", schema)


class ProseTypeConflict(ToolRule):
    """A description says that a parameter is of one type, the schema allows only another.

    Models follow the sentence about as often as the schema: they send `"10"` where a number is asked for, or a list
    where the server wants one string, and the call is refused. This is the one kind of flaw with a measured effect on
    how often calls succeed (13 to 29 points). Say the same type in both places, or leave the type to the schema. A
    text that says how a structure is written as a string (comma-separated, JSON) is no conflict, and neither is a word
    for a type that is a thing here: the list of a board, an object of a scene, a boolean expression.

    Source: a measured effect in agentgauge's study of tool descriptions; JSON Schema 2020-12, `type`.
    """

    code = "TW142"
    severity = Severity.ERROR
    bad = _tool("Must be a string.", "integer")
    good = _tool("Must be an integer.", "integer")
    near_miss = _tool("List of column names, comma-separated.", "string")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for one in claimed(view):
            if one.claims.types and (said := self._conflict(one)):
                types = " or ".join(sorted(one.domain.types))
                kind = _SOFT.get(said[0], said[0])
                message = (
                    f"{named(one.name)}: text says {kind} ({quote(said[1])}), the schema says {types}; make them agree"
                )
                yield Spot(one.path, message, said[1], severity=Severity.WARNING if said[0] in _SOFT else None)

    def _conflict(self, one: Claimed) -> tuple[str, str] | None:
        types = one.domain.types
        if not types or (types == {"string"} and (one.claims.encoded or one.domain.values)):
            return None
        for said in one.claims.types:
            if types.isdisjoint(_FITTING[said.value]) and not _is_namesake(said, one):
                return str(said.value), said.quote
        return None


def _is_namesake(said: Said, one: Claimed) -> bool:
    """Whether the parameter itself is called by the word: ``object_name`` takes the name of an object."""
    words = _NAMESAKES.get(str(said.value), frozenset())
    _, _, after = one.text.partition(said.quote)
    return not words.isdisjoint(parts_of(one.name)) and (not after.startswith(" of ") or after.startswith(" of the "))
