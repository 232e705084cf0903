"""The JSON contract of ``toolwatch lint``; keys beyond the named ones are left out where they say nothing."""

import json
from operator import attrgetter
from typing import Any

from toolwatch.lint.result import Heard, Linted
from toolwatch.model.finding import Finding

SCHEMA_VERSION = 1
_ALWAYS = ("code", "name", "family", "severity", "server", "tool", "path", "message")
_always = attrgetter(*_ALWAYS)


def render(linted: Linted) -> str:
    """One entry a line, in ASCII, so that no terminal or log obeys what a stranger wrote."""
    fields = ",\n".join(f'  "{key}": {_lines(value)}' for key, value in document(linted).items())
    return f"{{\n{fields}\n}}\n".replace("##[", "#\\u0023[").replace("\x7f", "\\u007f")


def _lines(value: Any) -> str:
    if not value or not isinstance(value, list):
        return json.dumps(value)
    whole = json.dumps(value, separators=(",\n", ": "))  # in one go, which is three times faster; no string holds a \n
    entries = whole[1:-1].replace("},\n{", "}\n{").replace(",\n", ", ").replace("\n", ",\n    ")
    return f"[\n    {entries}\n  ]"


def document(linted: Linted) -> dict[str, Any]:
    """The document as JSON data."""
    whole: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "findings": [_finding(finding) for finding in linted.findings],
    }
    unseen = [_unseen(heard) for heard in linted.heard if heard.blind]
    return whole | ({"unseen": unseen} if unseen else {})


def _finding(finding: Finding) -> dict[str, Any]:
    entry: dict[str, Any] = dict(zip(_ALWAYS, _always(finding), strict=True))
    if finding.client:
        entry["client"] = finding.client
    if finding.fingerprint:
        entry["fingerprint"] = finding.fingerprint
    if finding.position:
        where = finding.position
        entry["position"] = {"file": where.file, "line": where.line, "column": where.column}
    return entry


def _unseen(heard: Heard) -> dict[str, Any]:
    return {
        "server": heard.server,
        "completeness": heard.coverage.completeness,
        "reasons": list(heard.trouble),
    }
