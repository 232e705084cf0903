"""Texts that differ between two starts of the same server are no drift."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from toolwatch.model.snapshot import Snapshot, Volatile
from toolwatch.model.tool import Json, Tool


def settled(before: Snapshot, after: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Both snapshots, with texts of the second taken from the first where only volatile stretches differ."""
    masks = _by_path((*before.volatile, *after.volatile))
    if not masks:
        return before, after
    old = {tool.name: tool for tool in before.tools}
    tools = tuple(_settle(old.get(tool.name), tool, masks) for tool in after.tools)
    listing = after.listing
    parts: dict[str, Any] = {"tools": tools}
    if "/instructions" in masks and listing.instructions and before.listing.instructions:
        own = before.listing.instructions
        parts["instructions"] = _text(own, listing.instructions, masks["/instructions"])
    digests = {
        tool.name: after.tool_digests[tool.name]
        for tool, original in zip(tools, after.tools, strict=True)
        if tool is original and tool.name in after.tool_digests
    }
    return before, replace(after, listing=replace(listing, **parts), tool_digests=digests)


def _by_path(volatile: Iterable[Volatile]) -> Mapping[str, list[Volatile]]:
    found: dict[str, list[Volatile]] = {}
    for mask in volatile:
        found.setdefault(mask.path, []).append(mask)
    return found


def _settle(before: Tool | None, after: Tool, masks: Mapping[str, list[Volatile]]) -> Tool:
    if before is None:
        return after
    prefix = f"/tools/{after.name.replace('~', '~0').replace('/', '~1')}"
    own = {path[len(prefix) :]: found for path, found in masks.items() if path.startswith(f"{prefix}/")}
    raw: Json = after.raw
    for path, found in own.items():
        raw = _replaced(dict(before.raw), raw, _steps(path), found)
    return after if raw is after.raw else Tool(raw)


def _steps(path: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]


def _replaced(before: Json, after: Json, steps: list[str], masks: list[Volatile]) -> Json:
    """``after`` with the string at ``steps`` settled; copies only along the way."""
    if not steps:
        return _text(before, after, masks) if isinstance(before, str) and isinstance(after, str) else after
    step: str | int = steps[0]
    if isinstance(after, list) and isinstance(before, list) and steps[0].isdecimal() and len(steps[0]) < 10:
        step = int(steps[0])
        if step >= len(after) or step >= len(before):
            return after
    elif not (isinstance(after, Mapping) and isinstance(before, Mapping) and step in after and step in before):
        return after
    inner = _replaced(before[step], after[step], steps[1:], masks)
    if inner is after[step]:
        return after
    copy: Any = list(after) if isinstance(after, list) else dict(after)
    copy[step] = inner
    return copy


def _text(before: str, after: str, masks: list[Volatile]) -> str:
    """The first text where both fit one template of fixed and volatile stretches, else the second."""
    if before == after:
        return after
    for text in (before, after):
        template = _template(text, masks)
        if template.fullmatch(before) and template.fullmatch(after):
            return before
    return after


def _template(text: str, masks: list[Volatile]) -> re.Pattern[str]:
    parts: list[str] = []
    at = 0
    for mask in sorted(masks, key=lambda one: (one.start, one.end)):
        if mask.start >= at and mask.end <= len(text):
            parts += [re.escape(text[at : mask.start]), ".*?"]
            at = mask.end
    return re.compile("".join([*parts, re.escape(text[at:])]), re.DOTALL)
