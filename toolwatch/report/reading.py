"""A stored run becomes a report again, so that any format can be made of it later."""

import json
from typing import Any

from pydantic import TypeAdapter, ValidationError

from toolwatch.errors import UsageError
from toolwatch.model import invalid
from toolwatch.model.change import Change
from toolwatch.model.finding import Finding
from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.noise import Noise
from toolwatch.model.outcome import Control, Outcome, Tally
from toolwatch.model.report import Compared, Report, Spent
from toolwatch.model.selection import Selection
from toolwatch.model.similarity import Neighbour, Neighbours
from toolwatch.model.snapshot import ServerDigests, Snapshot, ToolDigests
from toolwatch.model.suite import NO_TOOL, Suite
from toolwatch.model.tool import Json, Tool
from toolwatch.model.trial import Choice, ModelInfo, Trial
from toolwatch.model.verdict import Reason, Verdict
from toolwatch.report.asked_documents import CaseDocument, TrialDocument
from toolwatch.report.documents import EditionDocument, ReportDocument, ServerDocument


def loads(text: str, *, where: str) -> Report:
    """Read what ``--format json`` of a whole check wrote.

    Raises:
        UsageError: the text is no such document; the message names ``where`` and the place in it.
    """
    try:
        data = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{where}: is no JSON: {error}") from None
    if not isinstance(data, dict) or "verdict" not in data:
        raise UsageError(f"{where}: is no stored run; write one with `toolwatch check --format json --output {where}`")
    return of_data(data, where=where)


def _no_number(word: str) -> Json:
    raise ValueError(f"{word} is no number")


def of_data(data: dict[str, Json], *, where: str) -> Report:
    """``loads`` for a parsed document.

    Raises:
        UsageError: it is no stored run.
    """
    try:
        return _report(ReportDocument.model_validate(data))
    except ValidationError as error:
        raise UsageError(f"{where}: {invalid.first(error)}") from None


def _report(document: ReportDocument) -> Report:
    return Report(
        verdict=Verdict(document.verdict.decision, _same(tuple[Reason, ...], document.verdict.reasons)),
        servers=tuple(_compared(server) for server in document.servers),
        changes=_same(tuple[Change, ...], document.changes),
        quiet=frozenset(document.quiet),
        findings=_same(tuple[Finding, ...], document.findings),
        standing=document.standing,
        suites=_same(tuple[Suite, ...], document.suites),
        outcomes=tuple(_outcome(case) for case in document.cases),
        selection=_same(Selection, document.selection),
        models=_same(tuple[ModelInfo, ...], document.models),
        noise=_same(tuple[Noise, ...], document.noise),
        spent=_same(Spent, document.spent),
        neighbours={
            server: Neighbours({tool: tuple(Neighbour(*pair) for pair in pairs) for tool, pairs in near.items()})
            for server, near in document.neighbours.items()
        },
        releases=document.releases,
        tokens=document.tokens,
        consumers=document.consumers,
        provenance=document.provenance,
    )


def _same(kind: Any, value: Any) -> Any:
    """``value``, a document or several, as the noun of the same fields."""
    data = [item.model_dump() for item in value] if isinstance(value, tuple) else value.model_dump()
    return TypeAdapter(kind).validate_python(data)


def _outcome(case: CaseDocument) -> Outcome:
    own = {name: getattr(case, name) for name in CaseDocument.model_fields if name in Outcome.__dataclass_fields__}
    special = {
        "case": case.id,
        "before": Tally(case.tally_before.counts, case.tally_before.failed),
        "after": Tally(case.tally_after.counts, case.tally_after.failed),
        "controls": _same(tuple[Control, ...], case.controls),
        "trials": tuple(_trial(trial, case) for trial in case.trials),
    }
    return Outcome(**(own | special))


def _trial(trial: TrialDocument, case: CaseDocument) -> Trial:
    own = {name: getattr(trial, name) for name in ("edition", "repeat", "key", "error", "stored", "unsent")}
    fields = ("arguments", "text", "probabilities", "tokens_in", "tokens_out")
    choice = None
    if trial.tool is not None:
        tool = None if trial.tool == NO_TOOL else trial.tool
        choice = Choice(tool, **{name: getattr(trial, name) for name in fields})
    return Trial(suite=case.suite, case=case.id, model=case.model, choice=choice, **own)


def _compared(server: ServerDocument) -> Compared:
    return Compared(
        before=_snapshot(server.server, server.before) if server.before else None,
        after=_snapshot(server.server, server.after),
        before_target=server.before.target if server.before else "",
        after_target=server.after.target,
    )


def _snapshot(server: str, edition: EditionDocument) -> Snapshot:
    listing = Listing(
        server=server,
        tools=tuple(Tool({"name": tool.name}) for tool in edition.tools),
        server_info={key: value for key in ("name", "version") if (value := getattr(edition, key))},
        protocol_version=edition.protocol_version,
        coverage=_same(Coverage, edition.coverage),
        kind=edition.kind,
        target=edition.target,
    )
    digests = {tool.name: ToolDigests("", "", "", "", "", tool.digest) for tool in edition.tools if tool.digest}
    return Snapshot(listing, ServerDigests(edition.as_set, edition.as_sent), digests, variant=edition.variant)
