"""``[models.NAME]`` and ``[run]``: which models are asked, how, and for how much."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class BudgetSettings(BaseModel):
    """The most that one command may spend; what is left out is not limited."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    calls: int | None = Field(default=None, ge=0)
    tokens: int | None = Field(default=None, ge=0)
    money: float | None = Field(default=None, ge=0)
    """In the currency of the prices."""


class ModelSettings(BaseModel):
    """One model and how it is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: str
    model: str = ""
    label: str = Field(default="", max_length=100)
    """How reports name it, where provider and model do not tell two apart."""
    url: str = ""
    key_env: str = ""
    """Name of the environment variable that holds the key; the key itself never stands here.

    Without it the vendor's usual variable is read, and what it holds goes to the vendor's own hosts only.
    """
    client: str = ""
    """A client of ``toolwatch rules clients`` whose renaming, cutting and stripping the tools go through first."""
    tool_choice: Literal["auto", "required"] = "auto"
    temperature: float | Literal["coldest", "default"] = "coldest"
    """``coldest`` is 0 where the API takes a temperature; ``default`` leaves it out, for models that refuse it."""
    seed: int | Literal["default"] = 0
    max_tokens: int = Field(default=256, ge=128)
    context: int = Field(default=8192, ge=512)
    """Context length asked of Ollama."""
    logprobs: bool = False
    score_url: str = ""
    """Address of an endpoint that tells each tool's probability, for margins where there are no logprobs.

    The key goes there only where it has the scheme, host and port of ``url``.
    """
    text_call: Literal["none", "unparsed"] = "none"
    """What a reply is that writes its call as text: no call, or an answer that cannot be read."""
    timeout: float = Field(default=120.0, gt=0)
    """Seconds for one whole call."""
    command: tuple[str, ...] = ()
    """For the provider ``command``: the program and its arguments."""
    extra: dict[str, Any] = Field(default_factory=dict)
    """Further fields of the request body, such as ``cache_prompt = false`` for a local server."""

    concurrency: int = Field(default=4, ge=1, le=256)
    tries: int = Field(default=3, ge=1, le=10)
    requests_per_minute: int = Field(default=0, ge=0)
    tokens_per_minute: int = Field(default=0, ge=0)
    longest_wait: float = Field(default=60.0, ge=0)
    price_in: float | None = Field(default=None, ge=0)
    """Price of a million tokens that are sent."""
    price_out: float | None = Field(default=None, ge=0)
    """Price of a million tokens that come back."""
    budget: BudgetSettings = BudgetSettings()

    @model_validator(mode="after")
    def _priced(self) -> "ModelSettings":
        if self.budget.money is not None and (self.price_in is None or self.price_out is None):
            raise ValueError("budget.money needs price_in and price_out, the prices of a million tokens")
        return self


class RunSettings(BaseModel):
    """How suites are run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = ""
    """A name under ``models``, or ``PROVIDER:MODEL``; by default the only one that is configured, else ``embedded``."""
    models: tuple[str, ...] = ()
    """Several of the same, all of which a check asks; ``gate.models`` says whose word counts."""
    answers: str = ".toolwatch/answers.sqlite"
    """File that keeps what was paid for."""
    repeats: int = Field(default=3, ge=1, le=50)
    """Repeats for each side where they are not decided one by one."""
    most_repeats: int = Field(default=15, ge=1, le=50)
    """Calls a side at which the sequential test gives up."""
    controls: bool = True
    """Whether a new failure is tried under edits that mean nothing, to see whether the edit is its cause."""
    instructions: bool = True
    """Whether a server's instructions are added to the system prompt, as clients do."""
