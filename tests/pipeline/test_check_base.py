"""What a check compares with: a ref, the file as it was, the snapshot that is committed."""

import json
import shutil
from pathlib import Path

import pytest

from tests.pipeline.helpdesk import TOOLS, Check, edit, git
from toolwatch.cli.main import run


def test_a_pull_request_is_compared_with_its_base(project: Path, check: Check) -> None:
    git(project, "checkout", "-qb", "edit")
    edit(project, "broad")
    git(project, "commit", "-qam", "one helpful sentence")
    assert check()[0] == 0, "HEAD holds the edit already"
    code, document, _ = check("--base", "main")
    assert (code, document["verdict"]["status"]) == (1, "fail")


def test_a_first_run_has_no_base_and_says_so(project: Path, check: Check) -> None:
    shutil.copy(TOOLS, project / "new.json")
    (project / "toolwatch.toml").write_text('[servers.fresh]\nfile = "new.json"\n')
    code, document, _ = check("fresh")
    assert (code, document["verdict"]["status"]) == (0, "pass")
    assert "no base yet" in json.dumps(document["verdict"])


HERE = '[servers.helpdesk]\nfile = "suites/helpdesk/tools.json"\n'
MOVES = [
    pytest.param(HERE, "tools.json", '[servers.helpdesk]\nfile = "tools.json"\n', id="the file was moved"),
    pytest.param(HERE, "lists/a.json", '[servers.helpdesk]\nfile = "lists/*.json"\n', id="and is a pattern now"),
]


@pytest.mark.parametrize(("then", "moved", "now"), MOVES)
def test_a_server_whose_file_is_moved_keeps_its_base(
    then: str, moved: str, now: str, project: Path, check: Check
) -> None:
    (project / "toolwatch.toml").write_text(then)
    git(project, "commit", "-qam", "configured so")
    (project / moved).parent.mkdir(exist_ok=True)
    (project / "suites/helpdesk/tools.json").rename(project / moved)
    (project / "toolwatch.toml").write_text(now)
    code, document, _ = check("--select", "none")
    assert (code, document["changes"]) == (0, [])
    assert "no base yet" not in json.dumps(document["verdict"])
    (project / moved).write_text('{"tools": []}')
    code, document, _ = check("--select", "none")
    assert code == 1
    assert {change["compat"] for change in document["changes"]} == {"breaking"}


@pytest.mark.parametrize(
    "file",
    [
        pytest.param("{here}/built.json", id="absolute"),
        pytest.param("built.json", id="ignored by git"),
        pytest.param("../built.json", id="outside the repository"),
        pytest.param("{here}/../built.json", id="outside, absolute"),
    ],
)
def test_the_base_of_a_list_that_is_not_committed_is_its_snapshot(file: str, project: Path, check: Check) -> None:
    (project / ".gitignore").write_text("built.json\n.toolwatch/\n")
    file = file.replace("{here}", str(project))
    built = project / file
    shutil.copy(TOOLS, built)
    (project / "toolwatch.toml").write_text(f'[servers.helpdesk]\nfile = "{file}"\n')
    assert run(["snapshot"]) == 0
    git(project, "add", "-A")
    git(project, "commit", "-qm", "a list that is built, and its snapshot")
    code, document, _ = check("--select", "none")
    assert (code, document["changes"]) == (0, [])
    assert "no base yet" not in json.dumps(document["verdict"])
    assert run(["log"]) == 0
    built.write_text('{"tools": []}')
    assert check("--select", "none")[0] == 1


def configured(project: Path, name: str, file: str) -> None:
    (project / "toolwatch.toml").write_text(f'[servers.{name}]\nfile = "{file}"\n')
    suite = project / "suites/helpdesk/suite.yaml"
    suite.write_text(suite.read_text().replace("server: helpdesk", f"server: {name}", 1))


@pytest.mark.parametrize(
    ("to", "name", "words"),
    [
        pytest.param("api.json", "helpdesk", (), id="in the configuration too"),
        pytest.param("lists/api.json", "desk", (), id="its server renamed too"),
        pytest.param("api.json", "other", ("api.json",), id="a file that is not configured"),
        pytest.param("lists/api.json", "other", ("{here}/lists/api.json",), id="an absolute path"),
        pytest.param("api.json", "other", ("api.json#/tools",), id="a part of a file"),
    ],
)
def test_a_list_that_was_moved_is_compared_with_what_it_was(
    to: str, name: str, words: tuple[str, ...], project: Path, check: Check
) -> None:
    """Only a list that is new has nothing to be compared with: a move must not hide what is broken on the way."""
    words = tuple(word.replace("{here}", str(project)) for word in words)
    (project / to).parent.mkdir(exist_ok=True)
    git(project, "mv", "suites/helpdesk/tools.json", to)
    if name == "other":
        (project / "toolwatch.toml").unlink()
    else:
        configured(project, name, to)
    git(project, "add", "-A")
    for ref in ("HEAD", "HEAD~1"):
        code, document, err = check(*words, "--base", ref, "--select", "none")
        assert (code, document["changes"], err) == (0, [], "")
        assert "no base yet" not in json.dumps(document["verdict"])
        git(project, "commit", "-qm", "moved", "--allow-empty")
    text = (project / to).read_text().replace('"required": [', '"required": ["ticket", ', 1)
    (project / to).write_text(text)
    code, document, _ = check(*words, "--base", "HEAD~1", "--select", "none")
    assert code == 1
    assert any(change["compat"] == "breaking" for change in document["changes"])


def test_what_only_looks_moved_is_new(project: Path, check: Check) -> None:
    (project / "toolwatch.toml").unlink()
    shutil.copy(TOOLS, project / "copy.json")
    git(project, "add", "-A")
    _, document, _ = check("copy.json")
    assert "no base yet" in json.dumps(document["verdict"]), "the first is still there, so this is another"


@pytest.mark.parametrize("base", ["HEAD", "both.json#/old"])
def test_a_part_of_a_file_has_a_base_and_is_one(base: str, project: Path, check: Check) -> None:
    tools = json.loads(TOOLS.read_text())["tools"]
    both = project / "both.json"
    both.write_text(json.dumps({"old": tools, "new": tools}))
    git(project, "add", "-A")
    git(project, "commit", "-qm", "two lists in one file")
    assert check("both.json#/new", "--base", base, "--select", "none")[0] == 0
    both.write_text(json.dumps({"old": tools, "new": tools[1:]}))
    code, document, _ = check("both.json#/new", "--base", base, "--select", "none")
    assert (code, [change["code"] for change in document["changes"] if change["compat"] == "breaking"]) == (
        1,
        ["TW361"],
    )
