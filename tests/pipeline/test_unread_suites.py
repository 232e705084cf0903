"""A suite that nobody would ask is refused: a check without it would pass."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pipeline.helpdesk import git
from tests.pipeline.shop import CLAIM, PLAIN, called, tool_list
from tests.runner.scripted import Scripted


@pytest.fixture
def project(shop: Path) -> Path:
    """The shop under git, after an edit that moves a case."""
    git(shop, "init", "-q")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "as it was")
    (shop / "tools.json").write_text(tool_list(**{"return": f"{PLAIN} {CLAIM}"}))
    (shop / "empty").mkdir()
    (shop / "wordings.yaml").write_text("tool: return\ncandidates: [{id: a, text: b}]\n")
    return shop


def elsewhere(project: Path) -> None:
    config = project / "toolwatch.toml"
    config.write_text('suites = "suits"\n' + config.read_text())


def renamed(project: Path) -> None:
    (project / "suites/shop/suite.yaml").rename(project / "suites/shop/suite.yml")


ASKING = [("check",), ("affected",), ("run",), ("noise",), ("blame",), ("try", "wordings.yaml")]


@pytest.mark.parametrize("words", ASKING, ids=[words[0] for words in ASKING])
@pytest.mark.parametrize(
    ("spoil", "more", "said"),
    [
        pytest.param(elsewhere, (), "suits", id="a folder that is not there"),
        pytest.param(renamed, (), "suite.yml: is not read under that name", id="a file that is not read"),
        pytest.param(lambda _: None, ("--suite", "empty"), "--suite empty: there is no suite", id="none in a folder"),
    ],
)
def test_no_job_goes_on_without_the_suite_that_is_meant(
    spoil: Callable[[Path], None],
    more: tuple[str, ...],
    said: str,
    words: tuple[str, ...],
    project: Path,
    keeper: Scripted,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert called(capsys, "check", "shop")[0] == 1
    keeper.calls.clear()
    spoil(project)
    code, out, err = called(capsys, *words, "shop", *more)
    assert (code, out, keeper.calls) == (2, "", [])
    assert said in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("words", [("check",), ("affected",), ("blame",)], ids=lambda words: words[0])
def test_without_a_target_a_suite_of_a_server_that_is_not_configured_is_refused(
    words: tuple[str, ...], project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = project / "suites/shop/suite.yaml"
    suite.write_text(suite.read_text().replace("server: shop", "server: shpo"))
    code, out, err = called(capsys, *words)
    assert (code, out, keeper.calls) == (2, "", [])
    assert "the suite shop is for the server shpo, which is not configured" in err
