"""JUnit XML: a suite a target, a case a rule and place; errors and warnings are failures, information is not."""

from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from toolwatch.lint.formats._markup import plain
from toolwatch.lint.formats.text import place
from toolwatch.lint.result import Linted
from toolwatch.model.finding import Finding, Severity


def render(linted: Linted) -> str:
    """A target without findings is a suite with one passing case; one that could not be seen has an error."""
    root = Element("testsuites", name="toolwatch lint")
    by_server = {name: list(group) for name, group in groupby(linted.findings, key=lambda one: one.server)}
    for heard in linted.heard:
        _suite(root, heard.server, by_server.pop(heard.server, []), heard.trouble)
    for name, findings in by_server.items():
        _suite(root, name or "settings", findings, ())
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, name: str, findings: list[Finding], trouble: tuple[str, ...]) -> None:
    failures = [finding for finding in findings if finding.severity is not Severity.INFO]
    suite = SubElement(
        root,
        "testsuite",
        name=plain(name),
        tests=str(max(len(findings) + len(trouble), 1)),
        failures=str(len(failures)),
        errors=str(len(trouble)),
        skipped="0",
    )
    for reason in trouble:
        case = SubElement(suite, "testcase", classname=plain(name), name="observed")
        SubElement(case, "error", message=plain(reason), type="not observed")
    for finding in findings:
        _case(suite, finding)
    if not findings and not trouble:
        SubElement(suite, "testcase", classname=plain(name), name="no findings")


def _case(suite: Element, finding: Finding) -> None:
    where = finding.position
    name = plain(f"{finding.code} {finding.name} {finding.tool}{finding.path}")
    about = {"classname": plain(finding.server or "settings"), "name": name}
    if where:
        about |= {"file": plain(where.file), "line": str(where.line)}
    case = SubElement(suite, "testcase", about)
    body = plain(f"{place(finding)}: {finding.message}")
    if finding.severity is Severity.INFO:
        SubElement(case, "system-out").text = body
        return
    SubElement(case, "failure", message=plain(finding.message), type=finding.severity.value).text = body
