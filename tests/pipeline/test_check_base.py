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
