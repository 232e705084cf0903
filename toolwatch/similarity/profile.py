"""What a tool is about, as counted words: its name weighs most, then its description, then its parameters."""

from collections.abc import Iterator, Mapping
from itertools import islice

from toolwatch.model.tool import Json, Tool
from toolwatch.model.words import stems, words

NAME, TITLE, OPENING, DESCRIPTION, PARAMETER, PARAMETER_TEXT = 2.5, 1.5, 2.0, 1.0, 1.0, 0.35
"""How much a word counts by where it stands."""

_OPENING = 240
_LONGEST = 6_000
_PARAMETERS = 60

_SAME_ACT = {
    word: act
    for act, group in {
        "read": "get fetch read retrieve show view load obtain describe",
        "list": "list enumerate ls browse",
        "search": "search find query lookup look locate discover",
        "create": "create add new make insert register generate post",
        "update": "update edit modify change patch set alter",
        "delete": "delete remove destroy drop erase purge clear unset",
        "send": "send post publish submit dispatch notify",
        "run": "run execute exec invoke start launch trigger",
        "stop": "stop cancel abort kill terminate end",
    }.items()
    for word in group.split()
}


def profile(tool: Tool) -> dict[str, float]:
    """Weight of each stem of one tool, before the rarity of the stems among all tools is counted in."""
    weights: dict[str, float] = {}
    for text, weight in _texts(tool):
        counts: dict[str, int] = {}
        for stem in stems(text[:_LONGEST]):
            counts[stem] = counts.get(stem, 0) + 1
        for stem, count in counts.items():
            weights[stem] = weights.get(stem, 0.0) + weight * min(count, 4) ** 0.5
    for act in _acts(tool):
        weights[act] = weights.get(act, 0.0) + NAME / 2
    return weights


def _texts(tool: Tool) -> Iterator[tuple[str, float]]:
    yield tool.name, NAME
    yield tool.title, TITLE
    yield tool.description[:_OPENING], OPENING
    yield tool.description[_OPENING:], DESCRIPTION
    for name, schema in islice(tool.parameters.items(), _PARAMETERS):
        yield name, PARAMETER
        yield _description(schema), PARAMETER_TEXT


def _description(schema: Json) -> str:
    text = schema.get("description") if isinstance(schema, Mapping) else None
    return text if isinstance(text, str) else ""


def _acts(tool: Tool) -> list[str]:
    """What the name's verbs do: ``fetch`` and ``get`` are one act. The mark keeps them apart from words."""
    return sorted({f"~{_SAME_ACT[word]}" for word in words(tool.name) if word in _SAME_ACT})
