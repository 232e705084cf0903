"""What an edit changes beside the tools: it is judged by the suites and settings that come with it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.helpdesk import git
from tests.pipeline.shop import CLAIM, PLAIN, SUITE, called, tool_list
from tests.runner.scripted import Scripted
from toolwatch import suites
from toolwatch.config.gate import GateSettings
from toolwatch.config.settings import load
from toolwatch.model.verdict import Action
from toolwatch.pipeline.rerun.expectations import changed

PAIR = SUITE[SUITE.index("  - id: goods-or-money") : SUITE.index("cases:\n  - {id: shelf")]
GOLDEN = """
  - id: two-calls
    request: Is it there? If so, money back.
    steps:
      - {tool: stock, arguments: {shelf: {equal: 4}, side: {equal: left}}, result: {there: [1, 2]}}
      - {tool: refund, arguments: {}}
"""
MORE_SERVERS = """
[servers.attic]
file = "attic.json"
[servers.store]
file = "store.json"
[servers.store.variants]
big = {file = "big.json"}
"""


@pytest.fixture
def project(shop: Path) -> Path:
    """The shop as it was committed, and the edit that sends a refund to the wrong tool."""
    (shop / ".gitignore").write_text(".toolwatch/\n")
    for name in ("store.json", "big.json", "attic.json"):
        (shop / name).write_text(tool_list())
    with (shop / "toolwatch.toml").open("a") as config:
        config.write(MORE_SERVERS)
    swap(("expect: stock}", "expect: [stock, refund]}"))(shop)
    with suite(shop).open("a") as file:
        file.write(GOLDEN)
    git(shop, "init", "-q")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "as it was")
    (shop / "tools.json").write_text(tool_list(**{"return": f"{PLAIN} {CLAIM}"}))
    return shop


def suite(project: Path) -> Path:
    return project / "suites" / "shop" / "suite.yaml"


def swap(*pairs: tuple[str, str], file: str = "suites/shop/suite.yaml") -> Callable[[Path], object]:
    def edit(project: Path) -> None:
        text = (project / file).read_text()
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new)
        (project / file).write_text(text)

    return edit


def settings(more: str) -> Callable[[Path], object]:
    return lambda project: (project / "toolwatch.toml").write_text((project / "toolwatch.toml").read_text() + more)


def told(found: dict[str, Any]) -> list[str]:
    return [one["text"] for one in found["verdict"]["reasons"] if one["blame"] == "expectations"]


def checked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code, out, err = called(capsys, "check", *words, "--format", "json")
    assert out, err
    return code, json.loads(out)


def gone(project: Path) -> None:
    suite(project).unlink()


def moved_to_a_file(project: Path) -> None:
    (suite(project).parent / "cases").mkdir()
    (suite(project).parent / "cases" / "more.yaml").write_text("boundaries:\n" + PAIR)
    swap(("boundaries:\n" + PAIR, ""))(project)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        pytest.param(swap((PAIR, "  - {id: goods-or-money, tools: [refund, return]}\n")),
                     "this edit takes cases out of the suite shop: lost, here", id="a pair is taken out"),
        pytest.param(swap(("  - {id: hello, request: Hello there., expect: none}\n", "")),
                     "this edit takes cases out of the suite shop: hello", id="a case is taken out"),
        pytest.param(swap(("Money please., expect: refund}", "Money please., expect: return}"),
                          ("too small., expect: return}", "too small., expect: refund}")),
                     "this edit changes what is right in the suite shop: lost (return, was refund), here ",
                     id="something else is right"),
        pytest.param(swap(("Money please., expect: refund}", "Money please., expect: [refund, return]}")),
                     "this edit changes what is right in the suite shop: lost (refund or return, was refund)",
                     id="more is right"),
        pytest.param(swap(("Hello there., expect: none}", "Hello there., expect: none, must_not: [refund]}")),
                     "this edit changes which calls count in the suite shop: hello", id="other calls count"),
        pytest.param(swap(("shelf: {equal: 4}", "shelf: {equal: 5}")),
                     "this edit changes which calls count in the suite shop: two-calls", id="another argument"),
        pytest.param(swap(("It got lost. Money please.", "It got lost.")),
                     "this edit changes the requests of the suite shop: lost", id="another request"),
        pytest.param(gone, "this edit takes cases out of the suite shop: lost, here, shelf, hello, two-calls",
                     id="no suite"),
        pytest.param(lambda project: (project / "suites/shop/prompt.md").write_text("Be brief.")
                     and swap(("server: shop\n", "server: shop\nsystem: prompt.md\n"))(project),
                     "this edit changes the system prompt of the suite shop: both sides", id="another prompt"),
        pytest.param(settings('[gate]\nregressed = "ignore"\n[lint]\nignore = ["TW184"]\n'),
                     "the settings by which this edit is judged change with it: [gate], [lint]", id="the settings"),
        pytest.param(swap(("[servers.attic]", "[servers.attic]\nenabled = false"), file="toolwatch.toml"),
                     "this edit takes servers out of toolwatch.toml, so that nobody looks at them: attic",
                     id="a server is switched off"),
        pytest.param(swap(('[servers.attic]\nfile = "attic.json"\n', ""), file="toolwatch.toml"),
                     "this edit takes servers out of toolwatch.toml, so that nobody looks at them: attic",
                     id="a server less"),
        pytest.param(swap(('[servers.store.variants]\nbig = {file = "big.json"}\n', ""), file="toolwatch.toml"),
                     "this edit takes servers out of toolwatch.toml, so that nobody looks at them: store:big",
                     id="a variant less"),
    ],
)  # fmt: skip
def test_what_an_edit_changes_beside_the_tools_is_told(
    edit: Callable[[Path], object], says: str, project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(project)
    _, found = checked(capsys)
    assert [text for text in told(found) if text.startswith(says)], told(found)
    code, page, _ = called(capsys, "check", "--format", "markdown")
    first = page.split("<details>")[0]
    assert "**Changed beside the tools**" in first
    assert code in (0, 1)


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(lambda project: None, id="nothing"),
        pytest.param(swap(("{id: shelf,", "{id: stock-of-blue,")), id="a case is called otherwise"),
        pytest.param(moved_to_a_file, id="cases move to another file"),
        pytest.param(lambda project: suite(project).parent.rename(project / "suites/store"), id="a suite is renamed"),
        pytest.param(swap(("[stock, refund]", "[refund, stock]")), id="the order of right tools"),
        pytest.param(swap(("shelf: {equal: 4}, side: {equal: left}", "side: {equal: left}, shelf: {equal: 4}")),
                     id="the order of arguments"),
        pytest.param(swap(("fact: whether it arrived", "fact: whether the parcel arrived")), id="words for people"),
        pytest.param(swap(("  - {id: shelf", "  - {id: new, request: What is new?, expect: none}\n  - {id: shelf")),
                     id="a case more"),
        pytest.param(swap(("[servers.store", "[servers.depot"), file="toolwatch.toml"), id="a server is renamed"),
        pytest.param(settings('[gate]\nmoved = "warn"  # as before\n'), id="a setting is spelt out"),
    ],
)  # fmt: skip
def test_what_means_the_same_is_no_change(
    edit: Callable[[Path], object], project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(project)
    assert told(checked(capsys)[1]) == []


@pytest.mark.parametrize(
    ("words", "telling"),
    [(("--base", "HEAD"), True), (("--base", "old.json"), False), (("other.json",), False)],
    ids=["a ref", "a list of its own", "another server's list"],
)
def test_what_is_compared_with_a_commit_is_told_of_that_commit(
    words: tuple[str, ...], telling: bool, project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("old.json", "other.json"):
        (project / name).write_text(tool_list())
    swap(("  - {id: hello, request: Hello there., expect: none}\n", ""))(project)
    _, found = checked(capsys, *(() if words[0] == "other.json" else ("shop",)), *words)
    assert bool(told(found)) is telling


def test_a_policy_from_elsewhere_is_not_the_edit_s(
    project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the file says of the gate is of no use then, and neither is telling it."""
    settings('[gate]\nregressed = "ignore"\n')(project)
    found = load(project / "toolwatch.toml")
    elsewhere = found.replaced(gate=GateSettings(moved=Action.BLOCK))
    asked = [list(changed(suites.load(project / "suites"), ["shop"], one, "HEAD")) for one in (found, elsewhere)]
    assert [[reason.text[-6:] for reason in one] for one in asked] == [["[gate]"], []]


def test_suites_that_could_not_be_read_then_are_said(
    project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    good = suite(project).read_text()
    suite(project).write_text("server: [")
    git(project, "commit", "-qam", "broken")
    suite(project).write_text(good)
    [text] = told(checked(capsys)[1])
    assert text.startswith("what this edit changes in the suites is not known: they cannot be read at HEAD: ")
    assert "toolwatch-" not in text, "where they were unpacked is nobody's business, and differs each time"
