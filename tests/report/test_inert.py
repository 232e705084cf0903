"""Nothing a stranger writes can break a report: Markdown, HTML, XML, JSON, a terminal, a CI log.

Every text of a report is replaced, by hostile strings in one copy and by harmless words in another; both must have
the same structure. ``TOOLWATCH_HOSTILE=20000`` sets how many strings are tried, ``TOOLWATCH_SEED`` varies them.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import count
from xml.etree import ElementTree

import cmarkgfm  # type: ignore[import-untyped]
import html5lib  # type: ignore[import-untyped]
import pytest

from tests.report import hostile
from toolwatch import report as room
from toolwatch.model.report import Report

pytestmark = pytest.mark.sample

STRINGS = int(os.environ.get("TOOLWATCH_HOSTILE", "3000"))
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
FORMATS = room.known_formats()


def _takes(strings: Iterator[str]) -> Callable[[], str]:
    return lambda: next(strings)


def _reports() -> Iterator[Report]:
    used = 0

    def numbered() -> Iterator[str]:
        nonlocal used
        for text in hostile.strings(10**9, seed=int(os.environ.get("TOOLWATCH_SEED", "20261129"))):
            used += 1
            yield text

    take = _takes(numbered())
    while used < STRINGS:
        yield hostile.report(take)


@pytest.fixture(scope="module")
def harmless() -> Report:
    return hostile.report(_takes(f"word{number}" for number in count()))


class Elements(HTMLParser):
    """Counts elements with their attributes' names."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: Counter[tuple[str, ...]] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[(tag, *sorted(name for name, _ in attrs))] += 1

    def handle_comment(self, data: str) -> None:
        self.seen[("comment",)] += 1

    def handle_decl(self, decl: str) -> None:
        self.seen[("declaration", decl)] += 1

    def handle_pi(self, data: str) -> None:
        self.seen[("instruction",)] += 1


def _elements(html: str, *, but: tuple[str, ...] = ()) -> Counter[tuple[str, ...]]:
    parser = Elements()
    parser.feed(html)
    parser.close()
    return Counter({element: times for element, times in parser.seen.items() if element[0] not in but})


def _markdown_elements(text: str) -> Counter[tuple[str, ...]]:
    html = cmarkgfm.github_flavored_markdown_to_html(text, options=UNSAFE)
    return _elements(html, but=("code",))


def _check_markdown(text: str, harmless: str) -> None:
    assert _markdown_elements(text) == _markdown_elements(harmless)
    lines = re.search(r"```mermaid\n(.*?)\n```", text, re.DOTALL)
    assert lines is not None
    for line in lines[1].splitlines():
        assert MERMAID.fullmatch(line), line


UNSAFE = 1 << 17
"""CMARK_OPT_UNSAFE: raw HTML is shown, so that none can hide in a comment."""
LABEL = r'"(?:[A-Za-z0-9 _.-]|#[0-9]+;)*"'
MERMAID = re.compile(
    rf"graph LR|  t[0-9]+\[{LABEL}\](:::changed)?|  t[0-9]+ (==>|-\.-)\|{LABEL}\| t[0-9]+|  classDef changed .*"
)


def _check_html(text: str, harmless: str) -> None:
    def tree(markup: str) -> Counter[tuple[str, ...]]:
        document = html5lib.parse(markup, namespaceHTMLElements=False)
        return Counter((str(node.tag), *sorted(node.attrib)) for node in document.iter())

    assert _elements(text) == _elements(harmless)
    assert tree(text) == tree(harmless)


def _check_xml(text: str, harmless: str) -> None:
    def tree(markup: str) -> list[tuple[str, ...]]:
        return [(node.tag, *node.attrib) for node in ElementTree.fromstring(markup).iter()]

    assert sorted(tree(text)) == sorted(tree(harmless))


def _check_json(text: str, harmless: str) -> None:
    assert text.isascii()
    assert type(json.loads(text)) is type(json.loads(harmless))


CHECKS: dict[str, Callable[[str, str], None]] = {
    ".md": _check_markdown,
    ".html": _check_html,
    ".xml": _check_xml,
    ".json": _check_json,
    ".txt": lambda text, harmless: None,
}


@pytest.mark.parametrize("format_name", FORMATS)
def test_hostile_text_changes_no_structure(format_name: str, harmless: Report) -> None:
    check = CHECKS[FORMATS[format_name].suffix]
    expected = room.render(harmless, format_name)
    for infected in _reports():
        text = room.render(infected, format_name)
        _check_lines(text)
        check(text, expected)


def _check_lines(text: str) -> None:
    assert not CONTROL.search(text), "a control character"
    text.encode("utf-8")
    for line in re.split(r"[\n\r\v\f\x85\u2028\u2029]", text):
        assert not line.lstrip().startswith("::"), line
        assert "##[" not in line, line


SGR = re.compile(r"\x1b\[[0-9;]*m")


def test_a_coloured_terminal_gets_our_colours_only() -> None:
    for infected in _reports():
        text = room.render(infected, "text", colour=True, width=120)
        assert SGR.search(text)
        _check_lines(SGR.sub("", text))


def test_every_text_of_the_report_was_replaced() -> None:
    """The proof is worth nothing for a place that kept its harmless text."""
    written = room.document(hostile.report(_takes(f"zz{number}" for number in count())))
    kept = {text for text in _texts(written) if not text.startswith("zz")}
    assert kept - {""} <= set(WORDS)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


WORDS = """fail pass gate models observation expectations breaking unclear safe none yes no cosmetic input output tool
server error warning info regressed same fixed moved unstable no_verdict high low before after new gone affected
sentinel complete partial tools prompts skill""".split()  # noqa: SIM905 (a list of forty lines says no more)
