"""Other wordings for a tool's texts, and the list that each of them makes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from toolwatch.errors import UsageError
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

DESCRIPTION = "description"
_PARAMETER = "parameters."


@dataclass(frozen=True, slots=True)
class Wording:
    """One text to put in place: ``field`` is ``description`` or ``parameters.NAME``."""

    tool: str
    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """One or more wordings that are tried together."""

    id: str
    wordings: tuple[Wording, ...]

    @property
    def tools(self) -> frozenset[str]:
        """The tools that it rewords."""
        return frozenset(wording.tool for wording in self.wordings)

    @property
    def length(self) -> int:
        """Characters in all; of two that do the same the shorter is the better."""
        return sum(len(wording.text) for wording in self.wordings)


def reworded(listing: Listing, candidate: Candidate) -> Listing:
    """The list with a candidate's wordings in place.

    Raises:
        UsageError: it names a tool or a parameter that is not there.
    """
    tools = list(listing.tools)
    for wording in candidate.wordings:
        place = next((number for number, tool in enumerate(tools) if tool.name == wording.tool), None)
        if place is None:
            raise UsageError(f"candidate {candidate.id}: no tool is called {wording.tool}; {_there(tools)}")
        tools[place] = _worded(tools[place], wording, candidate.id)
    return replace(listing, tools=tuple(tools))


def _worded(tool: Tool, wording: Wording, candidate: str) -> Tool:
    if wording.field == DESCRIPTION:
        return Tool({**tool.raw, "description": wording.text})
    name = wording.field.removeprefix(_PARAMETER)
    parameter = tool.parameters.get(name)
    if not wording.field.startswith(_PARAMETER) or not isinstance(parameter, Mapping):
        fields = (DESCRIPTION, *(f"{_PARAMETER}{one}" for one in tool.parameters))
        raise UsageError(
            f"candidate {candidate}: {tool.name} has no field {wording.field}; there are {', '.join(fields)}"
        )
    schema: dict[str, Any] = dict(tool.raw["inputSchema"])
    schema["properties"] = {**tool.parameters, name: {**parameter, "description": wording.text}}
    return Tool({**tool.raw, "inputSchema": schema})


def _there(tools: Sequence[Tool]) -> str:
    return f"there are {', '.join(tool.name for tool in tools)}"
