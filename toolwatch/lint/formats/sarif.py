"""SARIF 2.1.0, for code scanning: each rule's manual is its help."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote as percent

from toolwatch.lint.base import Rule
from toolwatch.lint.catalogue import catalogue
from toolwatch.lint.manual import manual, summary
from toolwatch.lint.result import Linted
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.inert import one_line, unlinked
from toolwatch.version import VERSION

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MOST = 25_000
"""Results of a run that code scanning reads."""
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_SECURITY = {Severity.ERROR: "8.0", Severity.WARNING: "5.0", Severity.INFO: "2.0"}


def render(linted: Linted) -> str:
    """One run; what could not be seen is a notification of a failed invocation."""
    found = sorted(linted.findings, key=lambda finding: finding.severity.rank)[:MOST]
    codes = sorted({finding.code for finding in found})
    index = {code: number for number, code in enumerate(codes)}
    run = {
        "tool": {
            "driver": {
                "name": "toolwatch",
                "version": VERSION,
                "semanticVersion": VERSION,
                "rules": [_rule(code, found) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(linted, len(linted.findings) - len(found))],
        "results": [_result(finding, index) for finding in found],
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2, ensure_ascii=True).replace("##[", "#\\u0023[") + "\n"


def _rule(code: str, found: list[Finding]) -> dict[str, Any]:
    first = next(finding for finding in found if finding.code == code)
    rule = catalogue().get(code)
    text = summary(rule) if rule else first.name
    about: dict[str, Any] = {"tags": [first.family]}
    if first.family in ("security", "annotations"):
        about |= {"tags": [first.family, "security"], "security-severity": _SECURITY[first.severity]}
    return {
        "id": code,
        "name": first.name,
        "shortDescription": {"text": _unticked(text)},
        "fullDescription": {"text": _unticked(text)},
        "help": {
            "text": _unticked(manual(rule)) if rule else first.name,
            "markdown": _help(rule) if rule else first.name,
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severity if rule else first.severity]},
        "properties": about,
    }


def _help(rule: type[Rule]) -> str:
    return (
        f"**{rule.code} {rule.name}** ({rule.family})\n\n{manual(rule)}\n\n`toolwatch rules {rule.code}` shows samples."
    )


def _unticked(text: str) -> str:
    return text.replace("`", "")


def _result(finding: Finding, index: Mapping[str, int]) -> dict[str, Any]:
    where = f"{finding.tool}{finding.path}" or "/"
    logical = {"fullyQualifiedName": one_line(f"{finding.server}: {where}"), "kind": "object"}
    location: dict[str, Any] = {"logicalLocations": [logical]}
    if finding.position:
        location["physicalLocation"] = {
            "artifactLocation": {"uri": _uri(finding.position.file)},
            "region": {"startLine": finding.position.line, "startColumn": finding.position.column},
        }
    return {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(f"{finding.tool or finding.server or 'settings'}: {finding.message}")},
        "locations": [location],
        "partialFingerprints": {"toolwatch/v1": finding.fingerprint or "none"},
    }


def _uri(file: str) -> str:
    """A relative reference, or a file URL for an absolute path."""
    path = percent(file.replace("\\", "/").encode("utf-8", "backslashreplace"), safe="/~._-")
    if path.startswith("/"):
        return f"file://{path}"
    return re.sub(r"^(\./)+", "", path)


def _invocation(linted: Linted, cut: int) -> dict[str, Any]:
    notes = [
        _note("error", f"{heard.server}: not seen whole: {reason}")
        for heard in linted.heard
        for reason in heard.trouble
    ]
    if cut:
        notes.append(_note("warning", f"{cut} more findings, the mildest, are left out: a run takes {MOST}"))
    whole: dict[str, Any] = {"executionSuccessful": not any(heard.blind for heard in linted.heard)}
    return whole | ({"toolExecutionNotifications": notes} if notes else {})


def _note(level: str, text: str) -> dict[str, Any]:
    return {"level": level, "message": {"text": _message(text)}}


def _message(text: str) -> str:
    return unlinked(one_line(text))
