"""A tool list as a client passes it on to a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolwatch.lint.clients.client import Client, Verb
from toolwatch.lint.clients.loss import Loss, losses
from toolwatch.lint.clients.names import named
from toolwatch.lint.view import BELOW, ToolView
from toolwatch.model.tool import Json, Tool


@dataclass(frozen=True, slots=True)
class Converted:
    """What reaches the model, and what does not."""

    tools: tuple[Tool, ...]
    """Renamed, cut and stripped; without those that the client drops or the provider refuses."""
    origins: tuple[str, ...]
    """The name on the server of each of ``tools``: a call goes back under it."""
    losses: tuple[Loss, ...]
    instructions: str | None = None
    names: tuple[str, ...] = ()
    """The names on the server of all tools, those that do not arrive included; a loss counts in them."""

    @property
    def refused(self) -> tuple[Loss, ...]:
        """What makes the provider refuse the whole request, so that not even the other tools arrive."""
        return tuple(loss for loss in self.losses if loss.verb is Verb.REFUSED)


def convert(tools: Sequence[Tool], client: Client, *, server: str = "", instructions: str | None = None) -> Converted:
    """Pass ``tools`` through ``client``; nothing is asked of anyone, the data files decide."""
    views = [ToolView.of(tool, index) for index, tool in enumerate(tools)]
    found = tuple(losses(views, client, server=server, instructions=instructions))
    gone = {loss.tool for loss in found if loss.verb in (Verb.REFUSED, Verb.DROPPED) and loss.tool is not None}
    kept = [tool for index, tool in enumerate(tools) if index not in gone]
    if client.tools.most:
        kept = kept[: client.tools.most]
    most = client.instructions.most
    return Converted(
        tools=tuple(_passed(tool, client, server) for tool in kept),
        origins=tuple(tool.name for tool in kept),
        losses=found,
        instructions=instructions[:most] if instructions and most else instructions,
        names=tuple(tool.name for tool in tools),
    )


def _passed(tool: Tool, client: Client, server: str) -> Tool:
    """The fields that a model reads, as it reads them; title, annotations and output schema stay with the client."""
    limit = client.description
    description = tool.description[: limit.most] if limit.most and limit.over is Verb.CUT else tool.description
    raw: dict[str, Any] = {"name": named(tool.name, client.names, server).passed}
    if "description" in tool.raw:
        raw["description"] = description
    raw["inputSchema"] = _stripped(tool.raw.get("inputSchema"), frozenset(client.schema.stripped))
    return Tool(raw)


def _stripped(schema: Json, keywords: frozenset[str]) -> Json:
    """``schema`` without ``keywords``, wherever they stand as keywords."""
    if not isinstance(schema, Mapping) or not keywords:
        return schema
    kept: dict[str, Json] = {}
    for keyword, value in schema.items():
        if keyword in keywords:
            continue
        kept[keyword] = _below(keyword, value, keywords) if keyword in BELOW else value
    return kept


def _below(keyword: str, value: Json, keywords: frozenset[str]) -> Json:
    if isinstance(value, list):
        return [_stripped(one, keywords) for one in value]
    if keyword in ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"):
        return {name: _stripped(one, keywords) for name, one in value.items()} if isinstance(value, Mapping) else value
    return _stripped(value, keywords)
