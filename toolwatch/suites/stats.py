"""What a suite holds, counted: how many cases each tool, boundary and kind has."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolwatch.model.inert import one_line
from toolwatch.model.suite import NO_TOOL, Suite


@dataclass(frozen=True, slots=True)
class Stats:
    """The figures of one suite."""

    suite: str
    server: str
    digest: str
    cases: int
    questions: int
    """With the later questions of golden traces."""
    tools: Mapping[str, int]
    """Cases for which each tool is right; a tool that no case expects has 0 where the server's tools are known."""
    abstain: Mapping[str, int]
    """Cases where no tool is right, by kind."""
    boundaries: Mapping[str, int]
    """Pairs of each boundary."""
    categories: Mapping[str, int]
    languages: Mapping[str, int]
    sources: Mapping[str, int]
    several: int
    """Cases with more than one right tool."""
    must_not: int
    optional: int
    arguments: int
    history: int
    traces: int


def count(suite: Suite, tools: Sequence[str] = ()) -> Stats:
    """Count a suite; ``tools`` are the names that the server has."""
    cases = [case for case in suite.cases if not case.step]
    right = Counter(name for case in cases for name in case.expected)
    pairs = {(case.boundary, case.pair) for case in cases if case.pair}
    return Stats(
        suite=suite.name,
        server=suite.server,
        digest=suite.digest,
        cases=len(cases),
        questions=len(suite.cases),
        tools={name: right[name] for name in sorted({*right, *tools}, key=lambda name: (-right[name], name))},
        abstain=_counted(case.abstain or "no kind" for case in cases if not case.expected),
        boundaries={each.id: sum(key[0] == each.id for key in pairs) for each in suite.boundaries},
        categories=_counted(case.category for case in cases),
        languages=_counted(case.language for case in cases),
        sources=_counted(case.source for case in cases),
        several=sum(len(case.expected) > 1 for case in cases),
        must_not=sum(bool(case.must_not) for case in cases),
        optional=sum(bool(case.optional) for case in cases),
        arguments=sum(bool(case.arguments) for case in cases),
        history=sum(bool(case.history) for case in cases),
        traces=sum(bool(case.steps) for case in cases),
    )


def text(stats: Stats) -> str:
    """For people."""
    lines = [f"{stats.suite} on {one_line(stats.server)}: {stats.cases} cases, {stats.questions} questions"]
    lines += _table("right tool", {**stats.tools, NO_TOOL: sum(stats.abstain.values())})
    lines += _table("no tool, by kind", stats.abstain)
    lines += _table("pairs of each boundary", stats.boundaries)
    for title, counts in (("category", stats.categories), ("language", stats.languages), ("source", stats.sources)):
        lines += _table(title, counts)
    kinds = {
        "several right tools": stats.several,
        "must not call": stats.must_not,
        "optional calls": stats.optional,
        "expected arguments": stats.arguments,
        "a history": stats.history,
        "golden traces": stats.traces,
    }
    lines += _table("cases with", {name: number for name, number in kinds.items() if number})
    return "\n".join(lines) + "\n"


def document(stats: Stats) -> dict[str, Any]:
    """For programs."""
    return {
        name: dict(value) if isinstance(value, Mapping) else value
        for name in Stats.__slots__
        for value in (getattr(stats, name),)
    }


def _counted(values: Any) -> dict[str, int]:
    counts = Counter(value for value in values if value)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _table(title: str, counts: Mapping[str, int]) -> list[str]:
    if not counts:
        return []
    return [f"  {title}", *(f"    {number:5}  {one_line(name, 80)}" for name, number in counts.items())]
