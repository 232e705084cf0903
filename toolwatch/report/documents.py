"""The JSON contract: what ``--format json`` writes, published by ``toolwatch schema``.

Keys of the first release are always there. Keys that were added since have a default and are left out where they
say nothing, so that a reader of the first release still understands every document.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from toolwatch.model.change import Compat, Seen, Side
from toolwatch.model.consumer import Consumers
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Completeness, Surface
from toolwatch.model.outcome import Status
from toolwatch.model.release import ReleaseLine
from toolwatch.model.selection import Pick
from toolwatch.model.suite import Cost
from toolwatch.model.tokens import TokenChange
from toolwatch.model.trial import Edition
from toolwatch.model.verdict import Blame, Decision
from toolwatch.report.base import Part

SCHEMA_VERSION: Literal[1] = 1


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)


class PositionDocument(_Document):
    """A place in a user's file; lines and columns count from 1."""

    file: str
    line: int
    column: int = 1


class WordDocument(_Document):
    """A run of words of a text diff."""

    op: Literal["same", "gone", "new"]
    text: str


class WitnessDocument(_Document):
    """The proof of a break: what one edition accepts and the other refuses, or why no proof was found.

    ``instance`` is a value of the schema that changed. Where no schema says it, it is a whole message of the protocol:
    a request (``method``, ``params``) for what one list lacks, or a ``result`` without structured content.
    """

    found: bool
    instance: JsonValue = None
    valid_under: str = ""
    reason: str = ""


class ChangeDocument(_Document):
    """One difference between two snapshots of a server."""

    server: str
    tool: str
    """Empty for what concerns the whole server."""
    path: str
    """JSON pointer inside the tool, or inside the server's listing where ``tool`` is empty."""
    code: str
    name: str
    compat: Compat
    seen_by_model: Seen
    side: Side
    before: JsonValue
    after: JsonValue
    message: str
    fingerprint: str
    """Names this very change; approvals are keyed by it."""
    witness: WitnessDocument | None = None
    words: tuple[WordDocument, ...] = ()
    score: float | None = None
    tool_before: str = ""
    position: PositionDocument | None = None


class FindingDocument(_Document):
    """One complaint of the linter."""

    code: str
    name: str
    family: str
    severity: Severity
    server: str
    tool: str
    path: str
    message: str
    position: PositionDocument | None = None
    client: str = ""
    fingerprint: str = ""


class TallyDocument(_Document):
    """What the repeats of one question chose: pairs of tool and count, and how many gave no readable answer."""

    counts: tuple[tuple[str, int], ...] = ()
    failed: int = 0


class TrialDocument(_Document):
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


class ControlDocument(_Document):
    """An edit without meaning that was tried on a regression; ``holds`` is null where there was no answer."""

    what: str
    tool: str = ""
    holds: bool | None
    error: str = ""


class CaseDocument(_Document):
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


class ReasonDocument(_Document):
    """One sentence on why the decision is what it is."""

    text: str
    blocks: bool
    blame: Blame
    review: bool = False
    subject: str = ""


class VerdictDocument(_Document):
    """``status`` is what a machine acts on; ``decision`` also tells a failure from a review that is due."""

    status: Literal["pass", "fail", "unknown"]
    reasons: tuple[ReasonDocument, ...]
    decision: Decision


class SurfaceDocument(_Document):
    """What happened when one surface was listed."""

    surface: Surface
    declared: bool
    listed: bool
    pages: int = 0
    items: int = 0
    refused: str = ""


class InvalidDocument(_Document):
    """A list entry that breaks the protocol."""

    surface: Surface
    index: int
    reason: str
    raw: JsonValue = None


class CoverageDocument(_Document):
    """How completely a server was observed."""

    completeness: Completeness
    failure: str = ""
    problems: tuple[str, ...] = ()
    surfaces: tuple[SurfaceDocument, ...] = ()
    invalid: tuple[InvalidDocument, ...] = ()
    duplicates: tuple[str, ...] = ()
    noise: tuple[str, ...] = ()


class ToolDocument(_Document):
    """A tool's name and the digest of its whole definition."""

    name: str
    digest: str


class EditionDocument(_Document):
    """One of the two lists that were compared."""

    target: str
    as_set: str
    as_sent: str
    coverage: CoverageDocument
    tools: tuple[ToolDocument, ...] = ()
    name: str = ""
    version: str = ""
    protocol_version: str | None = None
    kind: str = ""
    variant: str = ""


class ServerDocument(_Document):
    """One server, before and after; ``before`` is null where there was nothing to compare with."""

    server: str
    before: EditionDocument | None
    after: EditionDocument


class PickedDocument(_Document):
    """A case that was asked again, and why."""

    suite: str
    case: str
    pick: Pick
    reasons: tuple[str, ...]
    rank: float = 0.0


class SelectionDocument(_Document):
    """Which cases were asked again, and what is known of the rest."""

    total: int = 0
    unchanged: int = 0
    picked: tuple[PickedDocument, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    bound: float | None = None
    confidence: float = 0.95


class ModelDocument(_Document):
    """What was asked; a proxy is no language model."""

    provider: str
    model: str
    version: str = ""
    url: str = ""
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    proxy: bool = False
    deterministic: bool = False
    alias: str = ""


class NoiseDocument(_Document):
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


class SpentDocument(_Document):
    """What asking cost in this run."""

    calls: int = 0
    stored: int = 0
    tokens_in: int = 0
    tokens_out: int = 0


class BoundaryDocument(_Document):
    """Tools that requests are argued over."""

    id: str
    tools: tuple[str, ...]
    why: str = ""


class MateDocument(_Document):
    """A case that was not asked, kept because it forms a pair with one that moved."""

    id: str
    request: str
    expected: tuple[str, ...]
    pair: str
    boundary: str = ""
    fact: str = ""


class SuiteDocument(_Document):
    """A suite that took part, by its digest."""

    name: str
    server: str
    digest: str
    file: str = ""
    boundaries: tuple[BoundaryDocument, ...] = ()
    cases: tuple[MateDocument, ...] = ()
    """Only those that a reader must see beside a moved one."""


class UnseenDocument(_Document):
    """A list that was not seen whole: nothing is known of what was not seen, and no change there is no news."""

    server: str
    completeness: Completeness
    reasons: tuple[str, ...]
    edition: Edition | None = None
    """Of a comparison: which of the two lists it is."""


class DiffDocument(_Document):
    """What ``toolwatch diff --format json`` writes."""

    schema_version: Literal[1] = Field(default=SCHEMA_VERSION)
    changes: tuple[ChangeDocument, ...]
    """Empty too where a list was not seen at all: look at ``unseen`` first."""
    unseen: tuple[UnseenDocument, ...] = ()
    """Lists that were not seen whole, with the reason."""
    tokens: dict[str, TokenChange] = Field(default_factory=dict)
    """By server: what the list weighs in a prompt, before and after."""
    consumers: Consumers = Field(default_factory=Consumers)
    """Who still uses a tool's name that is gone, where that was looked for."""


class LintDocument(_Document):
    """What ``toolwatch lint --format json`` writes."""

    schema_version: Literal[1] = Field(default=SCHEMA_VERSION)
    findings: tuple[FindingDocument, ...]
    unseen: tuple[UnseenDocument, ...] = ()
    """Targets that were not seen whole, with the reason."""


class ReportDocument(_Document):
    """What ``toolwatch check --format json`` writes: a whole run, from which every other format can be made."""

    schema_version: Literal[1] = Field(default=SCHEMA_VERSION)
    verdict: VerdictDocument
    cases: tuple[CaseDocument, ...]
    changes: tuple[ChangeDocument, ...]
    findings: tuple[FindingDocument, ...]
    provenance: dict[str, JsonValue]
    standing: int = 0
    """How many findings stood before the edit too."""
    servers: tuple[ServerDocument, ...] = ()
    selection: SelectionDocument = Field(default_factory=SelectionDocument)
    models: tuple[ModelDocument, ...] = ()
    noise: tuple[NoiseDocument, ...] = ()
    """Of the models that were asked; one without an entry was never measured."""
    spent: SpentDocument = Field(default_factory=SpentDocument)
    suites: tuple[SuiteDocument, ...] = ()
    releases: tuple[ReleaseLine, ...] = ()
    tokens: dict[str, TokenChange] = Field(default_factory=dict)
    """By server: what the list weighs in a prompt, before and after."""
    consumers: Consumers = Field(default_factory=Consumers)
    quiet: tuple[str, ...] = ()
    """Fingerprints of the changes that the policy ignores: other formats than this and HTML leave them out."""
    neighbours: dict[str, dict[str, tuple[tuple[str, float], ...]]] = Field(default_factory=dict)


BY_PART: Mapping[Part, type[_Document]] = {
    Part.CHECK: ReportDocument,
    Part.DIFF: DiffDocument,
    Part.LINT: LintDocument,
}


def schema(part: Part | str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of that part's document."""
    body = BY_PART[Part(part)].model_json_schema(mode="validation")
    body["required"] = ["schema_version", *body["required"]]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}
