"""A comment fits GitHub's limit by dropping detail in a stated order, and says what it dropped."""

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

import cmarkgfm  # type: ignore[import-untyped]
import pytest

from tests.report import hostile
from tests.report.cases import outcome
from tests.report.crowd import crowd
from tests.report.everything import EVERYTHING
from tests.report.lists import change, snapshot
from toolwatch import report
from toolwatch.model.consumer import ConsumerKind, Consumers, Use
from toolwatch.model.listing import Coverage
from toolwatch.model.outcome import Tally
from toolwatch.model.report import Compared, Report
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.tokens import TokenChange
from toolwatch.model.trial import ModelInfo
from toolwatch.model.verdict import Decision, Reason, Verdict
from toolwatch.report.detail import ORDER, Detail, steps

LIMIT = 65_536
URL = "https://github.com/octo/shop/actions/runs/7"


def test_what_fits_is_whole() -> None:
    assert report.render(EVERYTHING, "markdown", limit=LIMIT) == report.render(EVERYTHING, "markdown")


@pytest.mark.sample
@pytest.mark.parametrize("limit", [LIMIT, 30_000, 12_000, 6_000])
def test_a_thousand_cases_fit(limit: int) -> None:
    text = report.render(crowd(), "markdown", limit=limit, link=URL)
    assert len(text) <= limit
    assert text.startswith("## ❌ toolwatch: fail\n")
    assert f"more moved in [the whole report]({URL})" in text
    html = cmarkgfm.github_flavored_markdown_to_html(text)
    assert html.count("<details>") == html.count("</details>")


@pytest.mark.sample
def test_detail_goes_in_the_stated_order() -> None:
    marks = {
        "why each case was asked": "| Case | Why it was asked |",
        "the graph": "```mermaid",
        "wording": "<summary>Wording</summary>",
        "findings": "| Where | What |\n|---|---|---|\n| error |",
        "what was compared": "<summary>What was compared</summary>",
        "changes": "### Changes",
        "moved requests, mildest first": "### Requests that moved",
    }
    whole = crowd(cases=60, tools=40)
    size = len(report.render(whole, "markdown"))
    gone: list[str] = []
    for limit in range(size, 1_500, -400):
        text = report.render(whole, "markdown", limit=limit)
        assert len(text) <= limit
        gone += [part for part, mark in marks.items() if mark not in text and part not in gone]
    assert gone == [part for part in ORDER if part in marks]


MARKS = {
    r"[0-9]+ changes?": "### Changes",
    r"[0-9]+ findings?": "<summary>[0-9]+ new finding",
    "the graph": "```mermaid",
    r"the wording of [0-9]+ changes?": "<summary>Wording</summary>",
    "the prompt's size": "<summary>Prompt size</summary>",
    "what was compared": "<summary>What was compared</summary>",
    r"[0-9]+ commands? that approves?": "<summary>Approve what is meant</summary>",
    "[0-9]+ uses? of a name that is gone|[0-9]+ uses of names that are gone": "### Still used",
}


def test_every_part_that_is_dropped_is_told() -> None:
    """Whatever the room: a part stands there or is named among what was left out."""
    use = Use("shop", "find_order", "", ConsumerKind.SOURCE, "src/a.py", 3, 1, "find_order()")
    tokens = {"shop": TokenChange(10, 12)}
    whole = replace(crowd(cases=60, tools=40), consumers=Consumers(uses=(use,) * 3), tokens=tokens)
    seen: set[str] = set()
    size = len(report.render(whole, "markdown"))
    for limit in range(size, 1_500, -700):
        text = report.render(whole, "markdown", limit=limit, link=URL)
        told = re.search(r"Left out here to fit: (.*); \[the whole report\]", text)
        named = told[1].split(", ") if told else []
        if f"The rest does not fit here; [the whole report]({URL}) has it." in text:
            continue
        for name, mark in MARKS.items():
            assert bool(re.search(mark, text)) or any(re.fullmatch(name, one) for one in named), (limit, name)
        seen |= set(named)
    assert len(seen) >= len(MARKS)


HUGE = ("suites", "expected", "answers", "unseen", "drifted", "reasons", "approvals", "models", "tokens", "request")


@cache
def huge() -> dict[str, Report]:
    """Nine hundred of one thing each."""
    many = tuple(f"{'name' * 10}-{number}" for number in range(900))
    suites = tuple(replace(EVERYTHING.suites[0], name=name, server=name) for name in many)
    outcomes = tuple(outcome(f"case-{name}", suite=name) for name in many)
    failed = tuple(Compared(None, snapshot(name, coverage=Coverage(failure="gone " * 200))) for name in many)
    live = tuple(Compared(snapshot(name), _live(name)) for name in many)
    drifted = tuple(change(server=name) for name in many)
    reasons = tuple(Reason(f"{name} " * 50, number % 2 == 0, subject=name) for number, name in enumerate(many))
    review = tuple(Reason("x", True, review=True, subject=f"{number:016x}") for number in range(900))
    models = tuple(ModelInfo("openai", name) for name in many)
    tokens = {name: TokenChange(10, 12) for name in many}
    return {
        "suites": replace(EVERYTHING, suites=suites, outcomes=outcomes),
        "expected": replace(EVERYTHING, outcomes=(outcome(expected=many),) * 3),
        "answers": replace(EVERYTHING, outcomes=(outcome(after=Tally(tuple((name, 1) for name in many))),) * 9),
        "unseen": replace(EVERYTHING, servers=failed),
        "drifted": replace(EVERYTHING, servers=live, changes=drifted),
        "reasons": replace(EVERYTHING, verdict=Verdict(Decision.FAIL, reasons)),
        "approvals": replace(EVERYTHING, verdict=Verdict(Decision.REVIEW, review)),
        "models": replace(EVERYTHING, models=models),
        "tokens": replace(EVERYTHING, tokens=tokens),
        "request": replace(EVERYTHING, outcomes=tuple(outcome(name, request="` " * 9000) for name in many)),
    }


def _live(name: str) -> Snapshot:
    found = snapshot(name)
    return replace(found, listing=replace(found.listing, kind="stdio"))


@pytest.mark.sample
@pytest.mark.parametrize("limit", [57_536, 6_000, 1_000, 300])
@pytest.mark.parametrize("what", HUGE)
def test_many_of_anything_fit(what: str, limit: int) -> None:
    found = huge()[what]
    gone = ["gone " * 500] * 500
    text = report.render(found, "markdown", limit=limit, link=URL, resolved=gone)
    assert len(text) <= limit
    assert text.startswith("## ")
    html = cmarkgfm.github_flavored_markdown_to_html(text)
    assert html.count("<details>") == html.count("</details>")
    assert f"[the whole report]({URL})" in text or text == report.render(found, "markdown", resolved=gone)


def test_a_command_to_copy_is_never_cut() -> None:
    found = huge()["drifted"]
    assert found.servers[0].after.listing.live
    text = report.render(found, "markdown")
    assert "kept by `toolwatch snapshot SERVER` for each of" in text
    assert "and 896 more: commit what it writes" in text


def test_every_step_shows_less() -> None:
    everything = list(steps())
    for more, less in pairwise(everything):
        assert all(getattr(less, name) <= getattr(more, name) for name in Detail.__dataclass_fields__)
        assert less != more


@pytest.mark.sample
def test_hostile_text_fits_too() -> None:
    texts = hostile.strings(10**6)
    for _ in range(5):
        assert len(report.render(hostile.report(lambda: next(texts) * 40), "markdown", limit=LIMIT)) <= LIMIT


def test_resolved_is_said() -> None:
    text = report.render(EVERYTHING, "markdown", resolved=["helpdesk/old: 'a' before, 'b' after"])
    assert "**Resolved since the last run**\n\n- `helpdesk/old`: `a` before, `b` after" in text
