"""A preview as text and as JSON: what a client passes on, and the diff of two of them."""

import difflib
import json
from collections.abc import Iterator
from typing import Any

from toolwatch.lint.clients.client import Client
from toolwatch.lint.clients.convert import Converted
from toolwatch.lint.clients.loss import Loss
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Tool


def text(client: Client, passed: Converted) -> str:
    """Losses first, then every tool as the model reads it."""
    return "".join(f"{line}\n" for line in (*_head(client, passed), *_losses(passed), "", *listed(passed)))


def document(client: Client, passed: Converted) -> dict[str, Any]:
    """The same as JSON data."""
    return {
        "schema_version": 1,
        "client": client.name,
        "checked": client.checked.isoformat(),
        "confirmed": client.confirmed,
        "sources": list(client.sources),
        "refused": bool(passed.refused),
        "tools": [dict(tool.raw) for tool in passed.tools],
        "origins": list(passed.origins),
        "instructions": passed.instructions,
        "losses": [
            {
                "verb": loss.verb,
                "kind": loss.kind,
                "tool": loss.tool,
                "path": loss.path,
                "message": f"{loss.what}: {loss.effect}",
            }
            for loss in passed.losses
        ],
    }


def diff(before: Converted, after: Converted) -> str:
    """How what the model reads differs, tool by tool; empty where it reads the same."""
    first, second = _by_origin(before), _by_origin(after)
    lines = [
        *_changed("instructions", _instructions(before), _instructions(after)),
        *(f"no longer arrives: {one_line(name)}" for name in first if name not in second),
        *(f"arrives now: {one_line(name)}" for name in second if name not in first),
        *(line for name in first if name in second for line in _changed(name, first[name], second[name])),
    ]
    common = [[name for name in one if name in first and name in second] for one in (first, second)]
    if common[0] != common[1]:
        lines.append("the order of the tools differs")
    old, new = ({_loss_line(one, loss) for loss in one.losses} for one in (before, after))
    lines += [f"lost now: {line}" for line in sorted(new - old)] + [
        f"lost no longer: {line}" for line in sorted(old - new)
    ]
    return "".join(f"{line}\n" for line in lines)


def _by_origin(passed: Converted) -> dict[str, list[str]]:
    """The lines of each tool by its name on the server; of tools that share one, the last."""
    return {origin: list(_tool(tool, origin)) for tool, origin in zip(passed.tools, passed.origins, strict=True)}


def _instructions(passed: Converted) -> list[str]:
    return [one_line(line) for line in (passed.instructions or "").split("\n")]


def _changed(name: str, before: list[str], after: list[str]) -> Iterator[str]:
    lines = list(difflib.unified_diff(before, after, lineterm="", n=2))[2:]
    if lines:
        yield f"{one_line(name)}:"
        yield from lines


def listed(passed: Converted) -> Iterator[str]:
    """What reaches the model, one property a line, hidden characters spelt out."""
    if passed.instructions:
        yield "instructions:"
        yield from (f"    {one_line(line)}" for line in passed.instructions.split("\n"))
    for tool, origin in zip(passed.tools, passed.origins, strict=True):
        yield from _tool(tool, origin)


def _tool(tool: Tool, origin: str) -> Iterator[str]:
    yield one_line(tool.name if tool.name == origin else f"{tool.name}  (on the server: {origin})")
    yield from (f"    {one_line(line)}" for line in tool.description.split("\n"))
    schema = json.dumps(tool.raw.get("inputSchema"), indent=2, ensure_ascii=True)
    yield from (f"    {line}" for line in schema.split("\n"))


def _head(client: Client, passed: Converted) -> Iterator[str]:
    sure = "" if client.confirmed else "; from reports of users, not confirmed by the vendor"
    yield f"{client.title}, as of {client.checked}{sure}"
    if passed.refused:
        yield "REFUSED: the provider answers the whole request with an error, so no tool arrives:"
        yield from (f"  {_told(passed, loss.tool)}{one_line(loss.what)}" for loss in passed.refused)
        yield "Without what is refused:"
    yield f"{len(passed.tools)} tools arrive, {len(passed.losses)} losses"


def _losses(passed: Converted) -> Iterator[str]:
    for loss in passed.losses:
        yield f"  {_loss_line(passed, loss)}"


def _loss_line(passed: Converted, loss: Loss) -> str:
    return f"{loss.verb}: {_told(passed, loss.tool)}{one_line(f'{loss.what}: {loss.effect}')}"


def _told(passed: Converted, tool: int | None) -> str:
    return "" if tool is None else f"{one_line(passed.names[tool])}: "
