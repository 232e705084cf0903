"""The JSON contract of ``toolwatch lint``; keys beyond the named ones are left out where they say nothing."""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from json.encoder import encode_basestring_ascii as quoted
from operator import attrgetter
from typing import Any

from toolwatch.lint.result import Heard, Linted
from toolwatch.model.finding import Finding

SCHEMA_VERSION = 1
_OFTEN = ("code", "name", "family", "severity", "server", "tool", "path")
"""Keys whose values many findings share."""
_often = attrgetter(*_OFTEN)
_quoted = lru_cache(maxsize=1 << 12)(quoted)
_opening = "".join(("{{", *(f'"{key}": {{}}, ' for key in _OFTEN))).format


def render(linted: Linted) -> str:
    """One entry a line, in ASCII, so that no terminal or log obeys what a stranger wrote."""
    unseen = [json.dumps(_unseen(heard)) for heard in linted.heard if heard.blind]
    fields = [
        f'"schema_version": {SCHEMA_VERSION}',
        f'"findings": {_list(map(_finding, linted.findings))}',
        *([f'"unseen": {_list(unseen)}'] if unseen else ()),
    ]
    written = ",\n".join(f"  {field}" for field in fields)
    return f"{{\n{written}\n}}\n".replace("##[", "#\\u0023[").replace("\x7f", "\\u007f")


def document(linted: Linted) -> dict[str, Any]:
    """The document as JSON data."""
    data: dict[str, Any] = json.loads(render(linted))
    return data


def _list(entries: Iterable[str]) -> str:
    lines = ",".join(f"\n    {entry}" for entry in entries)
    return f"[{lines}\n  ]" if lines else "[]"


def _finding(finding: Finding) -> str:
    """One object; the encoder takes twice as long for thousands of them."""
    return "".join(_parts(finding))


def _parts(finding: Finding) -> Iterator[str]:
    yield _opening(*map(_quoted, _often(finding)))
    yield f'"message": {quoted(finding.message)}'
    if finding.client:
        yield f', "client": {_quoted(finding.client)}'
    if finding.fingerprint:
        yield f', "fingerprint": {quoted(finding.fingerprint)}'
    if finding.position:
        where = finding.position
        yield f', "position": {{"file": {_quoted(where.file)}, "line": {where.line}, "column": {where.column}}}'
    yield "}"


def _unseen(heard: Heard) -> dict[str, Any]:
    return {
        "server": heard.server,
        "completeness": heard.coverage.completeness,
        "reasons": list(heard.trouble),
    }
