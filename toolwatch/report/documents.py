"""The JSON contract: what ``--format json`` writes, published by ``toolwatch schema``.

Keys of the first release are always there. Keys that were added since have a default and are left out where they
say nothing, so that a reader of the first release still understands every document.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, JsonValue

from toolwatch.model.change import Compat, Seen, Side
from toolwatch.model.consumer import Consumers
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Completeness, Surface
from toolwatch.model.release import ReleaseLine
from toolwatch.model.tokens import TokenChange
from toolwatch.model.trial import Edition
from toolwatch.model.verdict import Blame, Decision
from toolwatch.report.asked_documents import (
    CaseDocument,
    Document,
    ModelDocument,
    NoiseDocument,
    SelectionDocument,
    SpentDocument,
)
from toolwatch.report.base import Part

SCHEMA_VERSION: Literal[1] = 1


class PositionDocument(Document):
    """A place in a user's file; lines and columns count from 1."""

    file: str
    line: int
    column: int = 1


class WordDocument(Document):
    """A run of words of a text diff."""

    op: Literal["same", "gone", "new"]
    text: str


class WitnessDocument(Document):
    """The proof of a break: what one edition accepts and the other refuses, or why no proof was found.

    ``instance`` is a value of the schema that changed. Where no schema says it, it is a whole message of the protocol:
    a request (``method``, ``params``) for what one list lacks, or a ``result`` without structured content.
    """

    found: bool
    instance: JsonValue = None
    valid_under: str = ""
    reason: str = ""


class ChangeDocument(Document):
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


class FindingDocument(Document):
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


class ReasonDocument(Document):
    """One sentence on why the decision is what it is."""

    text: str
    blocks: bool
    blame: Blame
    review: bool = False
    subject: str = ""


class VerdictDocument(Document):
    """``status`` is what a machine acts on; ``decision`` also tells a failure from a review that is due."""

    status: Literal["pass", "fail", "unknown"]
    reasons: tuple[ReasonDocument, ...]
    decision: Decision


class SurfaceDocument(Document):
    """What happened when one surface was listed."""

    surface: Surface
    declared: bool
    listed: bool
    pages: int = 0
    items: int = 0
    refused: str = ""


class InvalidDocument(Document):
    """A list entry that breaks the protocol."""

    surface: Surface
    index: int
    reason: str
    raw: JsonValue = None


class CoverageDocument(Document):
    """How completely a server was observed."""

    completeness: Completeness
    failure: str = ""
    problems: tuple[str, ...] = ()
    surfaces: tuple[SurfaceDocument, ...] = ()
    invalid: tuple[InvalidDocument, ...] = ()
    duplicates: tuple[str, ...] = ()
    noise: tuple[str, ...] = ()


class ToolDocument(Document):
    """A tool's name and the digest of its whole definition."""

    name: str
    digest: str


class EditionDocument(Document):
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


class ServerDocument(Document):
    """One server, before and after; ``before`` is null where there was nothing to compare with."""

    server: str
    before: EditionDocument | None
    after: EditionDocument


class BoundaryDocument(Document):
    """Tools that requests are argued over."""

    id: str
    tools: tuple[str, ...]
    why: str = ""


class MateDocument(Document):
    """A case that was not asked, kept because it forms a pair with one that moved."""

    id: str
    request: str
    expected: tuple[str, ...]
    pair: str
    boundary: str = ""
    fact: str = ""


class SuiteDocument(Document):
    """A suite that took part, by its digest."""

    name: str
    server: str
    digest: str
    file: str = ""
    boundaries: tuple[BoundaryDocument, ...] = ()
    cases: tuple[MateDocument, ...] = ()
    """Only those that a reader must see beside a moved one."""


class UnseenDocument(Document):
    """A list that was not seen whole: nothing is known of what was not seen, and no change there is no news."""

    server: str
    completeness: Completeness
    reasons: tuple[str, ...]
    edition: Edition | None = None
    """Of a comparison: which of the two lists it is."""


class DiffDocument(Document):
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


class LintDocument(Document):
    """What ``toolwatch lint --format json`` writes."""

    schema_version: Literal[1] = Field(default=SCHEMA_VERSION)
    findings: tuple[FindingDocument, ...]
    unseen: tuple[UnseenDocument, ...] = ()
    """Targets that were not seen whole, with the reason."""


class ReportDocument(Document):
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


BY_PART: Mapping[Part, type[Document]] = {
    Part.CHECK: ReportDocument,
    Part.DIFF: DiffDocument,
    Part.LINT: LintDocument,
}


def schema(part: Part | str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of that part's document."""
    body = BY_PART[Part(part)].model_json_schema(mode="validation")
    body["required"] = ["schema_version", *body["required"]]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}
