"""JUnit XML: one test per case, change and finding, for any CI system that shows tests."""

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar
from xml.etree import ElementTree

from toolwatch.model.change import Compat
from toolwatch.model.finding import Severity
from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.report import Report
from toolwatch.report import facts
from toolwatch.report.base import Format, Part, Style
from toolwatch.report.escape import markup, unlogged
from toolwatch.report.moves import ranked
from toolwatch.report.phrase import words
from toolwatch.report.story import tell

_KINDS = {
    Status.REGRESSED: "failure",
    Status.NO_VERDICT: "error",
    Status.UNSTABLE: "skipped",
    Status.MOVED: "skipped",
}


class JunitFormat(Format):
    """JUnit XML for CI systems that show test results."""

    name, suffix = "junit", ".xml"
    parts: ClassVar[frozenset[Part]] = frozenset({Part.CHECK, Part.LINT})

    def render(self, report: Report, style: Style) -> str:
        """One suite for the gate, one for each of cases, changes and findings; the gate's test decides."""
        root = ElementTree.Element("testsuites", name="toolwatch")
        if style.part is Part.CHECK:
            _suite(root, "toolwatch.gate", [_gate(report)])
            _suite(root, "toolwatch.cases", [_case(outcome) for outcome in ranked(report.outcomes)])
            _suite(root, "toolwatch.changes", list(_changes(report)))
        _suite(root, "toolwatch.findings", list(_findings(report)))
        ElementTree.indent(root)
        return unlogged('<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n")


def _suite(root: ElementTree.Element, name: str, tests: list[ElementTree.Element]) -> None:
    counts = {kind: sum(test.find(kind) is not None for test in tests) for kind in ("failure", "error", "skipped")}
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=name,
        tests=str(len(tests)),
        failures=str(counts["failure"]),
        errors=str(counts["error"]),
        skipped=str(counts["skipped"]),
    )
    _numbered(tests)
    suite.extend(tests)


def _numbered(tests: list[ElementTree.Element]) -> None:
    """Of tests of one name readers keep the first alone, so each further one bears its number."""
    seen: Counter[tuple[str, str]] = Counter()
    for test in tests:
        group, name = test.get("classname", ""), test.get("name", "")
        seen[group, name] += 1
        if seen[group, name] > 1:
            test.set("name", f"{name} ({seen[group, name]})")


def _test(group: str, name: str, *, kind: str = "", message: str = "", text: str = "") -> ElementTree.Element:
    test = ElementTree.Element("testcase", classname=_line(group), name=_line(name))
    if kind:
        trouble = ElementTree.SubElement(test, kind, message=_line(message))
        trouble.text = markup(text) or None
    elif message:
        ElementTree.SubElement(test, "system-out").text = markup(message)
    return test


def _gate(report: Report) -> ElementTree.Element:
    story = tell(report)
    bad = [reason.text for reason in report.verdict.reasons if reason.blocks]
    kind = {"pass": "", "unknown": "error"}.get(story.decision.value, "failure")
    return _test("toolwatch.gate", "verdict", kind=kind, message=words(story.headline), text="\n".join(bad))


def _case(outcome: Outcome) -> ElementTree.Element:
    went = f"{words(facts.chosen(outcome.before))} before, {words(facts.chosen(outcome.after))} after"
    message = f"{outcome.status.value}: {went}; right is {words(facts.right(outcome))}"
    group = f"toolwatch.cases.{outcome.suite}"
    text = "\n".join([outcome.request, *outcome.reasons])
    return _test(
        group, f"{outcome.case} [{outcome.model}]", kind=_KINDS.get(outcome.status, ""), message=message, text=text
    )


def _changes(report: Report) -> Iterator[ElementTree.Element]:
    for change in facts.shown(report):
        where = words(facts.place(change.server, change.tool, change.path, servers=len(report.servers)))
        kind = "failure" if change.compat is Compat.BREAKING else "skipped" if change.compat is Compat.UNCLEAR else ""
        yield _test("toolwatch.changes", f"{change.code} {where}", kind=kind, message=words(facts.change_note(change)))


def _findings(report: Report) -> Iterator[ElementTree.Element]:
    for finding in facts.serious(report.findings):
        where = words(facts.place(finding.server, finding.tool, finding.path, servers=len(report.servers)))
        kind = "failure" if finding.severity is Severity.ERROR else "skipped"
        yield _test("toolwatch.findings", f"{finding.code} {where}", kind=kind, message=finding.message)


def _line(text: str) -> str:
    return markup(text.replace("\n", "⏎"))
