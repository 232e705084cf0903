"""Suite files become suites; what is wrong with one is said with file, line and field."""

from pathlib import Path

import pytest

from toolwatch import suites
from toolwatch.errors import SuiteError
from toolwatch.model.listing import Listing
from toolwatch.model.suite import Cost, Message, Suite
from toolwatch.model.tool import Tool

WHOLE = """\
server: shop
system: system.md
cost: {issue_refund: high, "*": low}
boundaries:
  - id: money
    tools: [start_return, issue_refund]
    why: both pay
    pairs:
      - id: arrived
        fact: whether it arrived
        cases:
          - {id: lost, request: It never came., expect: issue_refund}
          - {id: here, request: It came broken., expect: [start_return], must_not: issue_refund}
    cases:
      - {id: open, request: Repay me., expect: none, abstain: underspecified}
cases:
  - id: rich
    request: And in green?
    expect: [check_stock, lookup_order]
    optional: start_return
    arguments:
      article: lamp
      size: {one_of: [S, M]}
      shop: {absent: true}
    history:
      - {role: user, content: In blue?}
      - {role: assistant, tool: check_stock, arguments: {article: lamp}}
      - {role: tool, tool: check_stock, content: sold out}
      - {role: assistant, content: No.}
    category: stock
    language: en
    source: interview
    risk: high
    weight: 2.5
    note: seen twice
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "suites" / "shop"
    folder.mkdir(parents=True)
    (folder / "system.md").write_text("Be brief.\r\n", encoding="utf-8")
    (folder / "suite.yaml").write_text(WHOLE, encoding="utf-8")
    return folder


def read(folder: Path, text: str) -> Suite:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "suite.yaml").write_text(text, encoding="utf-8")
    return suites.read(folder / "suite.yaml")


def test_everything_that_a_suite_may_say(home: Path) -> None:
    (suite,) = suites.load(home.parent)
    assert (suite.name, suite.server, suite.system, suite.file) == ("shop", "shop", "Be brief.", "shop/suite.yaml")
    assert suite.cost == {"issue_refund": Cost.HIGH, "*": Cost.LOW}
    lost, here, unclear, rich = suite.cases
    assert (lost.boundary, lost.pair, lost.fact, lost.expected) == (
        "money",
        "arrived",
        "whether it arrived",
        ("issue_refund",),
    )
    assert here.must_not == ("issue_refund",)
    assert (unclear.boundary, unclear.pair, unclear.expected, unclear.abstain) == ("money", "", (), "underspecified")
    assert rich.expected == ("check_stock", "lookup_order")
    assert rich.arguments == {"article": {"equal": "lamp"}, "size": {"one_of": ["S", "M"]}, "shop": {"absent": True}}
    assert rich.history[1] == Message("assistant", "", "check_stock", {"article": "lamp"})
    assert (rich.optional, rich.risk, rich.weight) == (("start_return",), Cost.HIGH, 2.5)
    assert (rich.category, rich.language, rich.source, rich.note) == ("stock", "en", "interview", "seen twice")
    assert rich.position is not None
    assert rich.position.line == 17
    assert [message.content for message in rich.messages][-1] == "And in green?"


def test_a_suite_is_found_by_its_file_its_folder_and_the_folder_of_all(home: Path) -> None:
    found = [suites.load(place) for place in (home / "suite.yaml", home, home.parent)]
    assert {each[0].digest for each in found} == {found[0][0].digest}
    assert all(len(each) == 1 for each in found)


def test_the_digest_is_of_what_is_said(home: Path, tmp_path: Path) -> None:
    first = suites.read(home / "suite.yaml").digest
    moved = "# a comment\n\n" + WHOLE.replace("note: seen twice", "note: seen thrice")
    other = tmp_path / "elsewhere" / "shop"
    other.mkdir(parents=True)
    (other / "system.md").write_text("Be brief.", encoding="utf-8")
    assert read(other, moved).digest == first
    assert read(other, WHOLE.replace("It never came.", "It has not come.")).digest != first
    (other / "system.md").write_text("Be long.", encoding="utf-8")
    assert read(other, WHOLE).digest != first


def test_further_files_lie_in_the_folder_cases(home: Path) -> None:
    (home / "cases").mkdir()
    (home / "cases" / "b.yaml").write_text("cases:\n  - {id: more, request: Hello, expect: none}\n", encoding="utf-8")
    assert suites.read(home / "suite.yaml").cases[-1].id == "more"
    (home / "cases" / "c.yaml").write_text("cases:\n  - {id: lost, request: Hello, expect: none}\n", encoding="utf-8")
    with pytest.raises(SuiteError, match=r"cases/c.yaml:2:5: the case id 'lost' is taken \(.*suite.yaml:12:13\)"):
        suites.read(home / "suite.yaml")


CASE = "cases:\n  - {id: a, request: Hi, expect: t}\n"


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("cases: []", "1:1", "server: is missing"),
        ("- a", "1:1", "must be a mapping"),
        ("server: s\nservr: x", "2:8", "servr: is not a field that a suite knows"),
        ("server: s\ncases:\n  - {id: a, request: Hi, expects: t}", "3:35", "cases.0.expects: is not a field"),
        ("server: s\ncases:\n  - {id: a, request: Hi}", "3:5", "must say one of `expect` and `steps`"),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: }", "3:5", "must say one of"),
        ("server: s\ncases:\n  - {id: a, request: 5, expect: t}", "3:22", "cases.0.request: `5` is read by YAML"),
        ("server: s\ncases:\n  - {id: a, request: '', expect: t}", "3:22", "is empty"),
        ("server: s\ncases:\n  - {id: a b, request: Hi, expect: t}", "3:10", "may hold letters, digits"),
        ("server: s\ncases:\n  - {id: 7, request: Hi, expect: t}", "3:10", "`7` is read by YAML as something else"),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: [t, t]}", "3:34", "names a tool twice"),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: [t, none]}", "3:34", "a right tool or none"),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: []}", "3:34", "has too few entries"),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: t, must_not: t}", "3:47", "also right or allowed"),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: t, abstain: chat}", "3:46", "where no tool is right"),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: none, abstain: bored}", "3:49", "'underspecified'"),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: t, risk: huge}", "3:43", "'high', 'medium' or 'low'"),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: t, weight: 0}", "3:45", "greater than 0"),
        (
            "server: s\ncases:\n  - {id: a, request: Hi, expect: t, arguments: {x: {like: y}}}",
            "3:52",
            "exactly one of equal",
        ),
        (
            "server: s\ncases:\n  - {id: a, request: Hi, expect: t, arguments: {x: {regex: '('}}}",
            "3:52",
            "no regular expression",
        ),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: t, arguments: {x: {one_of: 5}}}", "3:52", "takes a list"),
        (
            "server: s\ncases:\n  - {id: a, request: Hi, expect: t, arguments: {x: {present: 5}}}",
            "3:52",
            "present: true",
        ),
        ("server: s\ncases:\n  - {id: a, request: Hi, expect: t, history: [{role: user}]}", "3:47", "says nothing"),
        (
            "server: s\ncases:\n  - {id: a, request: Hi, expect: t, history: [{role: tool, content: x}]}",
            "3:47",
            "names its tool",
        ),
        (
            "server: s\ncases:\n  - {id: a, request: Hi, expect: t, history: [{role: boss, content: x}]}",
            "3:54",
            "'user', 'assistant'",
        ),
        ("server: s\nboundaries:\n  - {id: b, tools: [x]}", "3:20", "has too few entries"),
        ("server: s\n" + CASE + "  - {id: a, request: Ho, expect: t}", "4:5", "the case id 'a' is taken"),
        ("server: s\nsystem: missing.md\n" + CASE, "2:9", "there is no file missing.md"),
        ("server: s\nsystem: ../../secret.md\n" + CASE, "2:9", "lies outside"),
        ("server: s\nsystem: /etc/hostname\n" + CASE, "2:9", "lies outside"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_field(tmp_path: Path, text: str, place: str, words: str) -> None:
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    with pytest.raises(SuiteError) as caught:
        read(tmp_path / "shop" / "deep", text)
    assert f"suite.yaml:{place}: " in str(caught.value)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_pair_goes_to_different_tools(tmp_path: Path) -> None:
    text = WHOLE.replace("expect: [start_return], must_not: issue_refund", "expect: issue_refund")
    with pytest.raises(SuiteError, match=r"suite.yaml:9:9: .*pair 'arrived' all go to the same tool"):
        read(tmp_path / "shop", text.replace("system: system.md\n", "system: null\n"))


def test_no_folder_and_twins_are_said(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="toolwatch suite new"):
        suites.load(tmp_path / "none")
    for place in ("one/shop", "two/shop"):
        read(tmp_path / place, "server: s\n")
    with pytest.raises(SuiteError, match="a second suite is called 'shop'"):
        suites.load(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("expect: issue_refund}", "expect: issue_refunds}", r"suite.yaml:12:13: the case 'lost' names the tool"),
        ("optional: start_return", "optional: begin", r"suite.yaml:17:5: the case 'rich' names the tool 'begin'"),
        ("[start_return, issue_refund]", "[start_return, refund]", r"suite.yaml:5:5: the boundary 'money' names"),
        ("{issue_refund: high", "{refund: high", "`cost` names the tool 'refund'"),
    ],
)
def test_a_tool_that_is_not_there_is_named_with_its_place(home: Path, old: str, new: str, words: str) -> None:
    names = ("start_return", "issue_refund", "check_stock", "lookup_order")
    listing = Listing("shop", tuple(Tool.of(name) for name in names))
    suites.check(suites.read(home / "suite.yaml"), listing)
    assert old in WHOLE
    suite = read(home, WHOLE.replace(old, new))
    with pytest.raises(SuiteError, match=words) as caught:
        suites.check(suite, listing)
    assert "did you mean" in str(caught.value)
    gone = Listing("shop", tuple(Tool.of(name) for name in ("refund", "begin", "issue_refunds")))
    suites.check(suite, listing, gone)


def test_a_server_without_tools_is_said(home: Path) -> None:
    with pytest.raises(SuiteError, match="and shop has no tools"):
        suites.check(suites.read(home / "suite.yaml"), Listing("shop"))


READ = {"shop/suite.yaml", "shop/cases/more.yaml", "deep/er/suite.yaml"}


@pytest.mark.parametrize(
    ("name", "text", "stray"),
    [
        ("shop.yaml", "server: shop\ncases: []\n", True),
        ("shop.yml", "boundaries: []\n", True),
        ("other/suite.yml", "server: other\ncases: []\n", True),
        ("other/Suite.YAML", "server: other\ncases : []\n", True),
        ("other/cases.yaml", "server: other\ncases: []\n", True),
        ("shop/cases/more.yml", "cases: []\n", True),
        ("shop/cases/deep/more.yaml", "cases: []\n", True),
        ("shop/added.yaml", "cases: []\n", True),
        ("cases/more.yaml", "cases: []\n", True),
        ("shop/cases/extra.yaml", "cases: []\n", False),
        ("shop/golden.yaml", "tasks:\n  - {task: x, calls: []}\n", False),
        ("shop/noise.yaml", "noise:\n  - model: m\n    cases: 3\n", False),
        ("promptfoo.yaml", "prompts: [x]\ntests: []\n", False),
        ("shop/notes.md", "cases:\n", False),
        ("shop/tools.json", "cases:\n", False),
    ],
)
def test_cases_that_nobody_reads_are_an_error(name: str, text: str, stray: bool, tmp_path: Path) -> None:
    for file in READ:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("cases: []\n" if "/cases/" in file else "server: shop\ncases: []\n")
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(text)
    if not stray:
        assert [suite.name for suite in suites.load(tmp_path)] == ["er", "shop"]
        return
    with pytest.raises(SuiteError, match="is not read") as error:
        suites.load(tmp_path)
    assert str(error.value).startswith(str(tmp_path / name))
    assert len(str(error.value).splitlines()) == 1
