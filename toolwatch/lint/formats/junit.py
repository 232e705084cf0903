"""JUnit XML: a suite a target, a case a rule and place; errors and warnings are failures, information is not."""

from collections import Counter
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from toolwatch.lint.formats._markup import plain
from toolwatch.lint.formats.text import place
from toolwatch.lint.result import Linted
from toolwatch.model.finding import Finding, Severity


def render(linted: Linted) -> str:
    """A target without findings is a suite with one passing case; one that could not be seen has an error."""
    root = Element("testsuites", name="toolwatch lint")
    by_server: dict[str, list[Finding]] = {}
    for finding in linted.findings:
        by_server.setdefault(finding.server, []).append(finding)
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
    for number, reason in enumerate(trouble, start=1):
        title = "observed" if number == 1 else f"observed ({number})"
        case = SubElement(suite, "testcase", classname=plain(name), name=title)
        SubElement(case, "error", message=plain(reason), type="not observed")
    named: Counter[str] = Counter()
    for finding in findings:
        title = f"{finding.code} {finding.name} {finding.tool}{finding.path}"
        named[title] += 1
        _case(suite, finding, title if named[title] == 1 else f"{title} ({named[title]})")
    if not findings and not trouble:
        SubElement(suite, "testcase", classname=plain(name), name="no findings")


def _case(suite: Element, finding: Finding, title: str) -> None:
    """Of cases of one name readers keep the first alone, so ``title`` is another one for each."""
    where = finding.position
    about = {"classname": plain(finding.server or "settings"), "name": plain(title)}
    if where:
        about |= {"file": plain(where.file), "line": str(where.line)}
    case = SubElement(suite, "testcase", about)
    body = plain(f"{place(finding)}: {finding.message}")
    if finding.severity is Severity.INFO:
        SubElement(case, "system-out").text = body
        return
    SubElement(case, "failure", message=plain(finding.message), type=finding.severity.value).text = body
