"""What a tool is about, as counted words: its name weighs most, then its description, then its parameters."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from toolwatch.model.tool import Json, Tool
from toolwatch.model.words import stem, stems

NAME, TITLE, OPENING, DESCRIPTION, PARAMETER, PARAMETER_TEXT = 2.5, 1.5, 2.0, 1.0, 1.0, 0.35
"""How much a word counts by where it stands."""

ACT = 0.6
"""Share of a verb's weight that goes to the act behind it, so that synonyms are alike."""

_OPENING = 240
_LONGEST = 6_000
_PARAMETERS = 60

_SAME_ACT = {
    stem(word): f"~{act}"
    for act, group in {
        "read": "fetch read retrieve show view load obtain describe",
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
"""The act behind a verb's stem, marked so that it is no word: ``fetch`` and ``retrieve`` are one."""


def profile(tool: Tool) -> dict[str, float]:
    """Weight of each stem of one tool, before the rarity of the stems among all tools is counted in."""
    weights: dict[str, float] = {}
    for text, weight in _texts(tool):
        for word, share in _shares(text[:_LONGEST]):
            weights[word] = weights.get(word, 0.0) + weight * share
    return weights


@lru_cache(maxsize=1 << 14)
def _shares(text: str) -> tuple[tuple[str, float], ...]:
    """What each stem of one text counts; kept, since the tools of a server describe the same parameters."""
    shares: list[tuple[str, float]] = []
    found = stems(text)
    counts = dict.fromkeys(found, 1)
    for word, count in (counts if len(counts) == len(found) else Counter(found)).items():
        amount = min(count, 4) ** 0.5
        act = _SAME_ACT.get(word)
        if act:
            shares.append((act, amount * ACT))
            amount *= 1 - ACT
        shares.append((word, amount))
    return tuple(shares)


def _texts(tool: Tool) -> Iterator[tuple[str, float]]:
    yield tool.name, NAME
    yield tool.title, TITLE
    yield tool.description[:_OPENING], OPENING
    yield tool.description[_OPENING:], DESCRIPTION
    for name, schema in islice(tool.parameters.items(), _PARAMETERS):
        yield name, PARAMETER
        yield _description(schema), PARAMETER_TEXT


def _description(schema: Json) -> str:
    text = schema.get("description") if isinstance(schema, dict) else None
    return text if isinstance(text, str) else ""
