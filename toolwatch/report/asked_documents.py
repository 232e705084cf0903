"""The JSON contract of what models were asked: the cases, their answers, why they were chosen, and what it cost."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from toolwatch.model.outcome import Status
from toolwatch.model.selection import Pick
from toolwatch.model.suite import Cost
from toolwatch.model.trial import Edition


class Document(BaseModel):
    """What every part of the contract has in common."""

    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True, allow_inf_nan=False)


class TallyDocument(Document):
    """What the repeats of one question chose: pairs of tool and count, and how many gave no readable answer."""

    counts: tuple[tuple[str, Annotated[int, Field(ge=1)]], ...] = ()
    """Most frequent first."""
    failed: Annotated[int, Field(ge=0)] = 0

    @model_validator(mode="after")
    def _counted(self) -> "TallyDocument":
        numbers = [count for _, count in self.counts]
        if len(dict(self.counts)) < len(numbers) or numbers != sorted(numbers, reverse=True):
            raise ValueError("counts are to name each tool once, the most frequent first")
        return self


class TrialDocument(Document):
    """One answer; ``tool`` is ``none`` where the model called nothing, null where there is no answer."""

    edition: Edition
    repeat: int
    tool: str | None
    key: str = ""
    error: str = ""
    stored: bool = False
    unsent: bool = False
    """The tool is none of those that were sent."""
    arguments: JsonValue = None
    text: str = ""
    probabilities: dict[str, float] = Field(default_factory=dict)
    tokens_in: int = 0
    tokens_out: int = 0


class ControlDocument(Document):
    """An edit without meaning that was tried on a regression; ``holds`` is null where there was no answer."""

    what: str
    tool: str = ""
    holds: bool | None
    error: str = ""


class CaseDocument(Document):
    """What became of one case under one model."""

    id: str
    suite: str
    pair: str
    request: str
    expected: tuple[str, ...]
    """Any one of these is right; empty where no tool is."""
    before: str | None
    """The most frequent choice before the edit, ``none`` for no tool, null where there was no answer."""
    after: str | None
    status: Status
    reasons: tuple[str, ...]
    cost: Cost | None
    model: str
    right_before: bool
    right_after: bool
    tally_before: TallyDocument
    tally_after: TallyDocument
    boundary: str = ""
    fact: str = ""
    cost_reason: str = ""
    fragile: bool = False
    placebo_rate: float | None = None
    controls: tuple[ControlDocument, ...] = ()
    sentinel: bool = False
    destructive: bool = False
    destructive_before: bool = False
    high_risk: bool = False
    category: str = ""
    margin_before: float | None = None
    margin_after: float | None = None
    definitions: str = ""
    """Digest of the tools that are right and of the one that was chosen, as they are defined after the edit."""
    trials: tuple[TrialDocument, ...] = ()


class PickedDocument(Document):
    """A case that was asked again, and why."""

    suite: str
    case: str
    pick: Pick
    reasons: tuple[str, ...]
    rank: float = 0.0


class SelectionDocument(Document):
    """Which cases were asked again, and what is known of the rest."""

    total: int = 0
    unchanged: int = 0
    picked: tuple[PickedDocument, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    bound: float | None = None
    confidence: float = 0.95


class ModelDocument(Document):
    """What was asked; a proxy is no language model."""

    provider: str
    model: str
    version: str = ""
    url: str = ""
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    proxy: bool = False
    deterministic: bool = False
    alias: str = ""


class NoiseDocument(Document):
    """What ``toolwatch noise`` found on a suite under a model: the cases that move under edits that mean nothing."""

    suite: str
    model: str
    tools: str
    """Digest of the list that was measured, as sent."""
    placebos: tuple[str, ...]
    moved: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """For each fragile case the edits that moved it."""
    total: int = 0
    regressed: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    asked: dict[str, str] = Field(default_factory=dict)
    """For each fragile case the digest of what was asked."""


class SpentDocument(Document):
    """What asking cost in this run."""

    calls: int = 0
    stored: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
