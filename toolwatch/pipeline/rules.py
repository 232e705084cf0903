"""Every rule there is, as people read it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolwatch.errors import UsageError
from toolwatch.lint.base import Relisted, Rule, Sample
from toolwatch.lint.catalogue import catalogue, find
from toolwatch.lint.manual import manual, summary
from toolwatch.lint.options import Suppressed
from toolwatch.model.tool import Tool

UNKNOWN = "no rule, rule name or family is called {!r}; `toolwatch rules` lists them"


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule of the linter or of the diff, without its code."""

    code: str
    name: str
    family: str
    severity: str
    summary: str
    manual: str
    recommended: bool = True
    bad: str = ""
    good: str = ""


def rules(texts: Sequence[str] = ()) -> tuple[Entry, ...]:
    """The rules that ``texts`` name (codes, prefixes, names, families), by code; all without any.

    Raises:
        UsageError: a text names no rule.
    """
    if not texts:
        return tuple(_lint(rule) for rule in catalogue().values())
    found = {rule.code: rule for text in texts for rule in _found(text)}
    return tuple(_lint(rule) for _, rule in sorted(found.items()))


def _found(text: str) -> tuple[type[Rule], ...]:
    rules = find(text) or find(text.upper())
    if not rules:
        raise UsageError(UNKNOWN.format(text))
    return rules


def _lint(rule: type[Rule]) -> Entry:
    return Entry(
        rule.code,
        rule.name,
        rule.family,
        rule.severity,
        summary(rule),
        manual(rule),
        rule.recommended,
        _sample(rule.bad),
        _sample(rule.good),
    )


def _sample(sample: Sample) -> str:
    """A tool as the JSON that a server would send; a listing is told by its tools."""
    return "\n".join(json.dumps(tool.raw, indent=2, ensure_ascii=True) for tool in _tools(sample))


def _tools(sample: Sample) -> Iterator[Tool]:
    if isinstance(sample, Tool):
        yield sample
        return
    if isinstance(sample, Relisted):
        sample = (sample.first, sample.second)
    if isinstance(sample, Suppressed):
        return
    for listing in (sample,) if not isinstance(sample, tuple) else sample:
        yield from listing.tools
