"""Annotation hints: which value is the risky one, and whether a change of one is explained."""

from toolwatch.diff.base import ToolPair
from toolwatch.diff.schema.values import identity
from toolwatch.model.tool import Json, Tool

RISKS = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}
"""The value of each hint under which a tool may do more."""


def said(pair: ToolPair, hint: str) -> tuple[Json, Json]:
    """The hint of both as sent, None where it is absent."""
    return pair.before.annotations.get(hint), pair.after.annotations.get(hint)


def matters(pair: ToolPair, hint: str) -> bool:
    """Whether a hint says anything: destructive and idempotent do only for tools that do not just read."""
    return hint in ("readOnlyHint", "openWorldHint") or not pair.after.hint("readOnlyHint")


def explained(pair: ToolPair) -> bool:
    """Whether anything else that describes what the tool does changed with the hint."""
    return any(_rest(pair.before, field) != _rest(pair.after, field) for field in ("description", "inputSchema"))


def reported(pair: ToolPair, name: str) -> bool:
    """Whether a hint's change is growth, or a promise relaxed without a cause, which have codes of their own."""
    if name not in RISKS or pair.before.hint(name) == pair.after.hint(name):
        return False
    if pair.after.hint(name) == RISKS[name]:
        return matters(pair, name)
    return name in pair.before.annotations and not explained(pair)


def _rest(tool: Tool, field: str) -> str:
    return identity(tool.raw.get(field))
