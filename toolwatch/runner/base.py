"""What a provider is: a neutral ask in, a neutral choice out."""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Literal

from toolwatch.model.tool import Json, Tool
from toolwatch.model.trial import Ask, Choice, ModelInfo
from toolwatch.model.wire import Convert, SentTool
from toolwatch.runner import wire
from toolwatch.runner.jobs import said
from toolwatch.runner.scrub import scrub


class ToolChoice(StrEnum):
    """Whether the model may answer without calling a tool."""

    AUTO = "auto"
    REQUIRED = "required"


class TextCall(StrEnum):
    """What a reply is that writes its call as text, bare or fenced JSON, instead of making it."""

    NONE = "none"
    """No call: that is what a client would see."""
    UNPARSED = "unparsed"
    """An answer that cannot be read."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How one model is asked; what a provider has no use for it leaves alone."""

    model: str
    label: str = ""
    """How reports name the model; empty: by provider and model."""
    url: str = ""
    key_env: str = ""
    """Name of the environment variable that holds the key; never the key. Empty: the vendor's, for its own hosts."""
    tool_choice: ToolChoice = ToolChoice.AUTO
    temperature: float | Literal["coldest", "default"] = "coldest"
    """``coldest`` is 0 where the API takes a temperature; ``default`` leaves it out, for models that refuse it."""
    seed: int | None = 0
    max_tokens: int = 256
    context: int = 8192
    """Context length asked of local servers that cut silently otherwise (Ollama's num_ctx)."""
    logprobs: bool = False
    score_url: str = ""
    """Address of an endpoint that tells each tool's probability for the same messages and tools; see ``chances``. It
    gets the key only where it has the origin of ``url``."""
    timeout: float = 120.0
    """Seconds for one whole call."""
    text_call: TextCall = TextCall.NONE
    command: tuple[str, ...] = ()
    extra: Mapping[str, Json] = field(default_factory=dict)
    """Further fields of the request body, such as ``cache_prompt: false``."""
    convert: Convert | None = None
    """What the client in production makes of the tools; None: only what this provider's API refuses."""


class Provider(ABC):
    """One way to ask a model. Nothing is executed: the first call of the reply is read, and that is all."""

    name: ClassVar[str]
    rules: ClassVar[wire.Rules] = wire.Rules()
    """What this provider's API takes; what it does not is converted and noted."""
    coldest: ClassVar[float | None] = 0.0
    """The temperature sent by default, or None where the API takes none."""
    asks: ClassVar[bool] = True
    """False where ``choose`` asks nobody and costs nothing."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._sent: list[tuple[Sequence[Tool], tuple[SentTool, ...]]] = []
        self._digests: list[tuple[Sequence[Tool], str]] = []

    @property
    def info(self) -> ModelInfo:
        """What is asked, for provenance."""
        return ModelInfo(
            provider=self.name,
            model=self.setup.model,
            url=wire.without_secrets(self.url),
            parameters=scrub(self.parameters, by_name=True),
            alias=self.setup.label,
        )

    @property
    def temperature(self) -> float | None:
        """The temperature that is sent, or None for none."""
        if isinstance(self.setup.temperature, str):
            return self.coldest if self.setup.temperature == "coldest" else None
        return self.setup.temperature

    @property
    def url(self) -> str:
        """Where requests go; empty where they go nowhere."""
        return self.setup.url

    @property
    def parameters(self) -> Mapping[str, Json]:
        """Everything besides model, messages and tools that shapes an answer, for provenance."""
        return {}

    @abstractmethod
    def request(self, ask: Ask) -> dict[str, Json]:
        """The exact body that is sent, as JSON; pure, and needs neither a key nor the provider's package."""

    @abstractmethod
    async def choose(self, ask: Ask) -> Choice:
        """Ask once.

        Raises:
            Unavailable: no answer came.
            Unreadable: an answer came that says no choice.
        """

    def calls_for(self, ask: Ask) -> int:
        """How many requests one ``choose`` of this sends."""
        del ask
        return int(self.asks)

    def prepare(self) -> None:
        """Check before the first call that asking is possible at all.

        Raises:
            ModelError: a missing key, a missing package.
        """
        return

    async def close(self) -> None:
        """Let connections go; the provider may be used again afterwards."""
        return

    def key(self, ask: Ask) -> str:
        """SHA-256 of the exact request without the repeat."""
        body = {"provider": self.name, "url": self.info.url, "model": self.setup.model, "request": self.request(ask)}
        return hashed(body)

    def sent(self, tools: Sequence[Tool]) -> tuple[SentTool, ...]:
        """What is sent in place of ``tools``; worked out once for each list."""
        for known, result in self._sent:
            if known is tools:
                return result
        own = self.setup.convert(tools) if self.setup.convert else wire.as_is(tools)
        result = wire.fit(own, self.rules)
        self._sent = [(tools, result), *self._sent[:7]]
        return result

    def about(self, ask: Ask) -> Json:
        """What is kept beside an answer: the request without the tools' texts and without anything secret."""
        info = self.info
        return {
            "provider": info.provider,
            "model": info.model,
            "url": info.url,
            "parameters": dict(info.parameters),
            "system": ask.system,
            "messages": [said(turn) for turn in ask.messages],
            "tools": [tool.name for tool in ask.tools],
            "list": self.digest(ask.tools),
        }

    def digest(self, tools: Sequence[Tool]) -> str:
        """Short hash of the list as it is sent, so that recordings say which answers belong to the same list."""
        for known, digest in self._digests:
            if known is tools:
                return digest
        digest = hashed([[sent.name, sent.description, sent.schema] for sent in self.sent(tools)])[:12]
        self._digests = [(tools, digest), *self._digests[:7]]
        return digest

    def conversions(self, tools: Sequence[Tool]) -> tuple[str, ...]:
        """What was converted before sending, one line for each tool and matter; for the report."""
        sent = self.sent(tools)
        left_out = dict.fromkeys(tool.name for tool in tools)
        for one in sent:
            left_out.pop(one.tool, None)
        notes = [f"{one.tool}: {note}" for one in sent for note in one.notes]
        return (*notes, *(f"{name}: not sent at all" for name in left_out))

    def original(self, name: str, tools: Sequence[Tool]) -> str:
        """The tool's own name for the name that the model called; a name that was never sent stays as it is."""
        return next((sent.tool for sent in self.sent(tools) if sent.name == name), name)


def hashed(body: Json) -> str:
    """SHA-256 of a JSON value; the order of an object's members does not count, that of lists does."""
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
