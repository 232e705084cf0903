"""Every rule there is, of the linter, the diff and the suites, as people read it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from inspect import cleandoc

from toolwatch.errors import UsageError
from toolwatch.lint.base import Relisted, Rule, Sample
from toolwatch.lint.catalogue import catalogue, find
from toolwatch.lint.manual import manual, summary
from toolwatch.lint.options import Suppressed
from toolwatch.model.tool import Json, Tool

UNKNOWN = "no rule, rule name or family is called {!r}; `toolwatch rules` lists them"
COMPAT, SUITE = "compat", "suite"
"""Families of the rules that are not the linter's."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule, without its code."""

    code: str
    name: str
    family: str
    severity: str
    """Of a compatibility rule its verdicts: on input and on output, or the one it has."""
    summary: str
    manual: str
    recommended: bool = True
    bad: str = ""
    good: str = ""
    before: str = ""
    after: str = ""


def rules(texts: Sequence[str] = ()) -> tuple[Entry, ...]:
    """The rules that ``texts`` name (codes, prefixes, names, families), by code; all without any.

    Raises:
        UsageError: a text names no rule.
    """
    others = (*_compat(), *_suites())
    if not texts:
        return (*(_lint(rule) for rule in catalogue().values()), *others)
    found = {entry.code: entry for text in texts for entry in _found(text, others)}
    return tuple(entry for _, entry in sorted(found.items()))


def _found(text: str, others: Sequence[Entry]) -> tuple[Entry, ...]:
    linted = tuple(_lint(rule) for rule in find(text) or find(text.upper()))
    beside = tuple(
        entry for entry in others if text in (entry.name, entry.family) or entry.code.startswith(text.upper())
    )
    if not text or (not linted and not beside):
        raise UsageError(UNKNOWN.format(text))
    return (*linted, *beside)


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


def _compat() -> Iterator[Entry]:
    from toolwatch.diff.base import CompatRule
    from toolwatch.diff.engine import rules as compat_rules

    for code, rule in compat_rules().items():
        if issubclass(rule, CompatRule):
            verdict = f"input {rule.on_input}, output {rule.on_output}"
        else:
            verdict = str(getattr(rule, "compat", ""))
        text = cleandoc(rule.__doc__ or "")
        yield Entry(
            code,
            rule.name(),
            COMPAT,
            verdict,
            text.partition("\n")[0].rstrip("."),
            text,
            before=_shown(rule.before),
            after=_shown(rule.after),
        )


def _suites() -> Iterator[Entry]:
    from toolwatch.suites.lint import rules as suite_rules

    for code, rule in suite_rules().items():
        text = cleandoc(rule.__doc__ or "")
        yield Entry(code, rule.name, SUITE, rule.severity, text.partition("\n")[0].rstrip("."), text)


def _shown(example: Json) -> str:
    return json.dumps(example, indent=2, ensure_ascii=True)


def _sample(sample: Sample) -> str:
    """A tool as the JSON that a server would send; a listing is told by its tools."""
    return "\n".join(_shown(tool.raw) for tool in _tools(sample))


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
