"""What is particular to SARIF: a failed invocation, links in plain text, and how much a run may hold."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.report import hostile
from tests.report.crowd import crowd
from tests.report.everything import EVERYTHING, QUIET
from tests.report.lists import FINDINGS
from toolwatch import report
from toolwatch.lint import formats as lint_formats
from toolwatch.lint.formats import sarif as lint_sarif
from toolwatch.lint.result import Heard, Linted
from toolwatch.model.finding import Severity
from toolwatch.model.report import Report
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict
from toolwatch.report.formats import sarif

LINK = re.compile(r"\[(?:[^\[\]\\]|\\[\[\]\\])*\]\(")
"""An embedded link by SARIF 2.1.0, 3.11.6, up to its destination."""
LINKS = ("[x](javascript:alert(1))", "[a](1)", "[](2)", "[\\[b\\]](https://evil.test)", "![i](https://evil.test/i)")


def run_of(text: str) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(text)["runs"][0]
    return run


def messages(value: object) -> Iterator[str]:
    """Every text that a viewer reads as a message."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "text":
                yield item
            else:
                yield from messages(item)
    elif isinstance(value, list):
        for item in value:
            yield from messages(item)


def test_no_text_of_a_stranger_is_a_link() -> None:
    texts = hostile.strings(10**6)
    for link in LINKS:
        infected = hostile.report(lambda link=link: f"{link}{next(texts)}{link}")  # type: ignore[misc]
        found = tuple(replace(one, message=f"{link} {next(texts)}", tool=link, server=link) for one in FINDINGS)
        linted = Linted(found, (Heard(link, link, 3),))
        for text in (report.render(infected, "sarif"), lint_formats.render(linted, "sarif")):
            said = list(messages(run_of(text)))
            assert len(said) > 3
            assert not [one for one in said if LINK.search(one)]


@pytest.mark.parametrize("blame", [Blame.OBSERVATION, Blame.MODELS])
def test_a_run_that_cannot_tell_has_failed(blame: Blame) -> None:
    blind = Report(Verdict(Decision.UNKNOWN, (Reason("no [x](y) at all", True, blame), Reason("a note", False, blame))))
    [invocation] = run_of(report.render(blind, "sarif"))["invocations"]
    assert invocation == {
        "executionSuccessful": False,
        "toolExecutionNotifications": [{"level": "error", "message": {"text": "no [x]\\u{28}y) at all"}}],
    }
    [invocation] = run_of(report.render(QUIET, "sarif"))["invocations"]
    assert invocation == {"executionSuccessful": True}


def test_what_is_left_out_of_a_run_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MOST", 50)
    monkeypatch.setattr(lint_sarif, "MOST", 50)
    many = crowd(200, 100)
    whole = len(many.changes) + len(many.findings) + sum(one.status == "regressed" for one in many.outcomes)
    run = run_of(report.render(many, "sarif"))
    assert len(run["results"]) == 50
    assert {result["level"] for result in run["results"]} == {"error"}
    *_, note = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"].startswith(f"{whole - 50} more results, the mildest, are left out")
    found = tuple(replace(FINDINGS[0], severity=Severity.ERROR, fingerprint=f"{number:08x}") for number in range(60))
    run = run_of(lint_formats.render(Linted(found, (Heard("shop", "shop", 3),)), "sarif"))
    assert len(run["results"]) == 50
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"].startswith("10 more findings")
    assert "left out" not in report.render(EVERYTHING, "sarif")
