"""A comment fits GitHub's limit by dropping detail in a stated order, and says what it dropped."""

from itertools import pairwise

import cmarkgfm  # type: ignore[import-untyped]
import pytest

from tests.report import hostile
from tests.report.crowd import crowd
from tests.report.everything import EVERYTHING
from toolwatch import report
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
