"""How probable each tool was, from what endpoints say beside their answers."""

import math
from collections.abc import Iterator, Mapping, Sequence

from toolwatch.model.tool import Json


def of_tokens(content: Sequence[Json], called: str, names: Sequence[str]) -> dict[str, float]:
    """Probabilities from a reply's log-probabilities (OpenAI's ``logprobs.content``).

    Follows the tokens that spell the called name. Where an alternative token leads to one tool only, that tool gets
    its probability; one that leads to several is left out rather than guessed at, so the sum may be below 1.
    """
    start = "".join(token["token"] for token in content).find(called)
    if start < 0 or not called:
        return {}
    found: dict[str, float] = {}
    mass, spelt = 1.0, ""
    for lead, token in _from(content, start):
        for other, chance in _alternatives(token):
            tools = _reached(names, lead, spelt, other, token["token"])
            if len(tools) == 1:
                found[tools[0]] = found.get(tools[0], 0.0) + mass * chance
        mass *= math.exp(token["logprob"])
        spelt += token["token"][len(lead) :]
        if len([name for name in names if _leads(spelt, name)]) <= 1:
            break
    found[called] = found.get(called, 0.0) + mass
    return {name: round(min(chance, 1.0), 4) for name, chance in found.items()}


def of_scores(reply: Json) -> dict[str, float]:
    """Probabilities from a scoring endpoint: ``{"scores": {NAME: {"p": 0.5}}}`` or ``{NAME: 0.5}``.

    Raises:
        KeyError, TypeError, ValueError, AttributeError, OverflowError: it says none.
    """
    scores = reply["scores"]
    found = {str(name): float(score["p"] if isinstance(score, Mapping) else score) for name, score in scores.items()}
    if not all(0 <= chance <= 1 for chance in found.values()):
        raise ValueError("a probability is not between 0 and 1")
    return {name: round(chance, 4) for name, chance in found.items()}


def _from(content: Sequence[Json], start: int) -> Iterator[tuple[str, Json]]:
    """The tokens from the one in which the name starts; with each what stands in it before the name."""
    offset = 0
    for token in content:
        end = offset + len(token["token"])
        if end > start:
            yield token["token"][: max(0, start - offset)], token
        offset = end


def _alternatives(token: Json) -> Iterator[tuple[str, float]]:
    for other in token.get("top_logprobs") or ():
        if other["token"] != token["token"]:
            yield other["token"], math.exp(other["logprob"])


def _reached(names: Sequence[str], lead: str, spelt: str, other: str, token: str) -> list[str]:
    if not other.startswith(lead) or other == token:
        return []
    return [name for name in names if _leads(spelt + other[len(lead) :], name)]


def _leads(spelt: str, name: str) -> bool:
    """Whether so much text is the beginning of the name, or the name and the quote behind it."""
    return name.startswith(spelt) or spelt.startswith((f'{name}"', f"{name}("))
