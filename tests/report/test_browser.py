"""The HTML report in a real browser: headless Chromium, driven by Playwright, judged by axe-core."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.report import hostile
from tests.report.crowd import crowd
from tests.report.everything import EVERYTHING, QUIET
from toolwatch import report
from toolwatch.model.report import Report

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here (Debian: apt-get install chromium)")


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="the playwright package is not installed")
    with sync_api.sync_playwright() as player:
        chromium = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Opened:
    """A report in a page, with everything that went wrong in it."""

    def __init__(self, page: "Page", file: Path) -> None:
        self.page = page
        self.trouble: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.trouble.append(message.text))
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(file.as_uri())
        self.own = file.as_uri()

    def shown(self, part: str) -> int:
        return self.page.locator(f"#{part} > .row:visible").count()


@pytest.fixture
def show(browser: "Browser", tmp_path: Path) -> Iterator["Shower"]:
    shower = Shower(browser, tmp_path)
    yield shower
    for context in browser.contexts:
        context.close()


class Shower:
    """Opens reports."""

    def __init__(self, browser: "Browser", folder: Path) -> None:
        self.browser, self.folder = browser, folder

    def __call__(self, what: Report, *, scheme: Literal["light", "dark"] = "light", **context: object) -> Opened:
        file = self.folder / "report.html"
        file.write_text(report.render(what, "html"), encoding="utf-8")
        page = self.browser.new_context(color_scheme=scheme, **context).new_page()  # type: ignore[arg-type]
        return Opened(page, file)


REPORTS = {"everything": EVERYTHING, "quiet": QUIET, "crowd": crowd(60, 40)}
SCHEMES: list[tuple[str, Literal["light", "dark"]]] = [
    ("everything", "light"),
    ("everything", "dark"),
    ("quiet", "light"),
    ("crowd", "dark"),
]


@pytest.mark.parametrize(("name", "scheme"), SCHEMES)
def test_no_error_no_request_and_no_barrier(name: str, scheme: Literal["light", "dark"], show: Shower) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    opened = show(REPORTS[name], scheme=scheme)
    found = axe.Axe().run(opened.page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    assert opened.trouble == []
    assert opened.requests == [opened.own]


def test_search_and_filters(show: Shower) -> None:
    opened = show(EVERYTHING)
    page = opened.page
    assert opened.shown("case-list") == 7
    form = page.locator("form[data-list=case-list]")
    form.locator("input[type=search]").fill("MONEY back")
    form.locator("output").filter(has_text="2 of 7 shown").wait_for()
    assert opened.shown("case-list") == 2
    form.get_by_label("regressed").uncheck()
    form.locator("output").filter(has_text="1 of 7 shown").wait_for()
    assert page.locator("#case-list > .row:visible").inner_text().startswith("same")
    assert opened.shown("finding-list") == 2


def test_the_keyboard_is_enough(show: Shower) -> None:
    page = show(EVERYTHING).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the report"
    page.keyboard.press("/")
    page.keyboard.type("blue one")
    page.locator("form[data-list=case-list] output").filter(has_text="1 of 7 shown").wait_for()
    page.keyboard.press("Escape")
    page.locator("form[data-list=case-list] output").filter(has_text="7 of 7 shown").wait_for()
    page.locator("#case-list summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("#case-list details").first.get_attribute("open") is not None
    page.locator("#theme").focus()
    page.keyboard.press("Enter")
    assert page.locator("html").get_attribute("data-theme") == "light"


def test_everything_is_there_without_scripts(show: Shower) -> None:
    opened = show(EVERYTHING, java_script_enabled=False)
    assert opened.shown("case-list") == 7
    assert opened.page.locator("form.filter:visible").count() == 0
    assert opened.page.locator("svg.map text").count() >= 4


def test_print_shows_the_folds(show: Shower) -> None:
    opened = show(EVERYTHING)
    opened.page.emulate_media(media="print")
    assert not opened.page.locator("nav").is_visible()
    assert opened.page.pdf()[:4] == b"%PDF"
    opened.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert opened.page.locator("details:not([open])").count() == 0


def test_a_thousand_cases_and_five_hundred_tools_are_smooth(show: Shower) -> None:
    opened = show(crowd(1000, 500))
    loaded = opened.page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    assert loaded < 2000, f"{loaded:.0f} ms to load"
    slowest = opened.page.evaluate(
        """async () => {
          const search = document.querySelector('form[data-list=case-list] input[type=search]');
          let slowest = 0;
          for (const text of ['m', 'mo', 'mon', 'money', '77', '']) {
            const start = performance.now();
            search.value = text;
            search.dispatchEvent(new Event('input', {bubbles: true}));
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            slowest = Math.max(slowest, performance.now() - start);
          }
          return slowest;
        }"""
    )
    assert slowest < 500, f"{slowest:.0f} ms for one keystroke"


def test_hostile_text_runs_nothing(show: Shower) -> None:
    texts = hostile.strings(10**6)
    for _ in range(2):
        opened = show(hostile.report(lambda: next(texts)))
        assert opened.trouble == []
        assert opened.requests == [opened.own]


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize(
    "word", ["x" * 3000, "\u6f22" * 3000, "https://evil.test/" + "a" * 900, "a`" * 900, "\u200b" * 300]
)
def test_a_word_without_end_makes_the_page_no_wider(word: str, width: int, show: Shower) -> None:
    texts = hostile.strings(10**6)
    page = show(hostile.report(lambda: f"{word}{next(texts)[:9]}"), viewport={"width": width, "height": 800}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
