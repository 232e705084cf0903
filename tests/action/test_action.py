"""The steps of action.yml, run as they are written, on a real repository, against GitHub's API as it is described."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.action.conftest import EXAMPLE, Job, Origin
from tests.conftest import ROOT
from tests.github.fake import REPOSITORY, Fake
from toolwatch.github.event import NOTHING

pytestmark = [pytest.mark.integration, pytest.mark.slow]


def pull(base: str, head: str, *, fork: bool = False) -> dict[str, Any]:
    return {
        "pull_request": {
            "number": 7,
            "head": {"sha": head, "repo": {"full_name": "mallory/shop" if fork else REPOSITORY}},
            "base": {"sha": base, "repo": {"full_name": REPOSITORY}},
        }
    }


def broad(origin: Origin) -> tuple[str, str]:
    """Main and a branch with the broad edit on it: (base, head)."""
    base = origin.git("rev-parse", "main")
    origin.git("checkout", "-q", "-B", "edit", base)
    shutil.copy(EXAMPLE / "edits" / "broad.json", origin.work / "suites" / "helpdesk" / "tools.json")
    head = origin.commit("broad edit")
    origin.push("edit")
    return base, head


def test_a_pull_request_red_then_green(origin: Origin, job: Job, github: Fake, tmp_path: Path) -> None:
    base, head = broad(origin)
    origin.git("checkout", "-q", "main")
    (origin.work / "README.md").write_text("what others did meanwhile\n")
    shutil.copy(origin.work / "suites/helpdesk/tools.json", origin.work / "other.json")
    moved_on = origin.commit("meanwhile")
    origin.push("main")
    workspace = origin.checkout(tmp_path / "one", origin.merge(moved_on, head))

    ran = job.run(workspace, "pull_request", pull(base, head))
    assert ran.step("Check").code == 0, ran.step("Check").stderr
    assert ran.outputs["verdict"] == "fail"
    assert ran.outputs["exit-code"] == "1"
    assert int(ran.outputs["regressed"]) >= 1
    assert ran.step("Gate").code == 1
    assert ran.step("Keep the reports").given["path"] == ran.outputs["report"]
    assert ran.step("Show findings in code scanning").skipped
    assert ran.summary.startswith("## ❌ toolwatch: fail")
    [comment] = github.comments
    assert comment["issue"] == 7
    assert "actions/runs/9" not in comment["body"] or "[the whole report]" in comment["body"]
    stored = json.loads(Path(ran.outputs["json"]).read_text())
    assert stored["servers"][0]["before"]["target"] == f"helpdesk@{moved_on}"
    assert {file.name for file in Path(ran.outputs["report"]).iterdir()} >= {
        "report.json",
        "report.html",
        "report.sarif",
    }

    origin.git("checkout", "-q", "edit")
    origin.git("checkout", "-q", "main", "--", "suites")
    mended = origin.commit("take it back")
    workspace = origin.checkout(tmp_path / "two", origin.merge(moved_on, mended))
    ran = job.run(workspace, "pull_request", pull(base, mended))
    assert not ran.failed, [step.stderr for step in ran.steps]
    assert ran.outputs["verdict"] == "pass"
    assert len(github.comments) == 1
    assert "## ✅ toolwatch: pass" in github.comments[0]["body"]
    assert "**Resolved since the last run**" in github.comments[0]["body"]


def test_a_fork_gets_summary_and_artifact_only(origin: Origin, job: Job, github: Fake, tmp_path: Path) -> None:
    base, head = broad(origin)
    workspace = origin.checkout(tmp_path / "checkout", origin.merge(base, head))
    ran = job.run(workspace, "pull_request", pull(base, head, fork=True))
    assert ran.step("Gate").code == 1
    assert ran.step("Comment").code == 0
    assert "from a fork" in ran.step("Comment").stdout
    assert github.asked == []
    assert "toolwatch: fail" in ran.summary
    assert not ran.step("Keep the reports").skipped


def test_a_branch_that_is_checked_out_itself(origin: Origin, job: Job, tmp_path: Path) -> None:
    """``ref: head.sha`` and a clone of one commit: where the branch left main is fetched."""
    base, head = broad(origin)
    workspace = origin.checkout(tmp_path / "checkout", head)
    ran = job.run(workspace, "pull_request", pull(base, head), token="")
    assert ran.outputs["verdict"] == "fail", ran.step("Check").stderr
    assert "there is no token" in ran.step("Comment").stdout
    stored = json.loads(Path(ran.outputs["json"]).read_text())
    assert stored["servers"][0]["before"]["target"] == f"helpdesk@{base}"


@pytest.mark.parametrize("name", ["schedule", "workflow_dispatch"])
def test_a_schedule_compares_with_what_is_committed(
    name: str, origin: Origin, job: Job, github: Fake, tmp_path: Path
) -> None:
    workspace = origin.checkout(tmp_path / "checkout", origin.git("rev-parse", "main"))
    ran = job.run(workspace, name, {})
    assert not ran.failed
    assert ran.outputs["verdict"] == "pass"
    assert github.comments == []
    shutil.copy(EXAMPLE / "edits" / "broad.json", workspace / "suites" / "helpdesk" / "tools.json")
    assert job.run(workspace, name, {}).outputs["verdict"] == "fail"


def test_the_first_run_of_all(origin: Origin, job: Job, tmp_path: Path) -> None:
    """A new branch has no commit before it, and the tool list stands at no earlier commit either."""
    workspace = origin.checkout(tmp_path / "checkout", origin.git("rev-parse", "main"))
    ran = job.run(workspace, "push", {"before": NOTHING})
    assert not ran.failed, ran.step("Check").stderr
    origin.git("checkout", "-q", "--orphan", "fresh")
    origin.git("rm", "-q", "-r", "--cached", ".")
    (origin.work / ".gitignore").write_text("*\n!.gitignore\n")
    empty = origin.commit("nothing yet")
    (origin.work / ".gitignore").write_text("")
    full = origin.commit("everything")
    origin.push("fresh")
    workspace = origin.checkout(tmp_path / "fresh", full)
    ran = job.run(workspace, "push", {"before": empty})
    assert ran.outputs["verdict"] == "pass", ran.step("Check").stdout + ran.step("Check").stderr
    assert "nothing to compare with" in ran.summary


def test_no_file_of_the_checkout_is_taken_for_a_module(origin: Origin, job: Job, tmp_path: Path) -> None:
    workspace = origin.checkout(tmp_path / "checkout", origin.git("rev-parse", "main"))
    for name in ("hashlib", "os", "pathlib", "json", "venv", "ensurepip", "click", "toolwatch"):
        (workspace / f"{name}.py").write_text("raise SystemExit('run by mistake')\n")
    ran = job.run(workspace, "schedule", {})
    assert not [step.name for step in ran.steps if "run by mistake" in step.stdout + step.stderr]
    assert ran.outputs["verdict"] == "pass"
    steps = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]
    calls = [call for step in steps for call in re.findall(r'"\$\{?(?:python|PYTHON)[^"]*" (\S+)', step.get("run", ""))]
    assert calls, "the steps are written otherwise now"
    assert set(calls) <= {"-I", '"$venv"'}, "without -I the working directory is searched first"


@pytest.mark.parametrize("before", [NOTHING, "e" * 40], ids=["new", "forced"])
def test_a_new_branch_is_compared_with_where_it_left_the_default_branch(
    before: str, origin: Origin, job: Job, tmp_path: Path
) -> None:
    _, head = broad(origin)
    workspace = origin.checkout(tmp_path / "checkout", head)
    ran = job.run(workspace, "push", {"before": before, "repository": {"default_branch": "main"}})
    assert ran.outputs["verdict"] == "fail", ran.step("Check").stdout + ran.step("Check").stderr


@pytest.mark.parametrize("name", ["pull_request_review", "pull_request_review_comment"])
def test_what_happens_to_a_pull_request_is_about_its_edit(name: str, origin: Origin, job: Job, tmp_path: Path) -> None:
    base, head = broad(origin)
    workspace = origin.checkout(tmp_path / "checkout", origin.merge(base, head))
    assert job.run(workspace, name, pull(base, head)).outputs["verdict"] == "fail"


def test_a_push_fetches_the_commit_before(origin: Origin, job: Job, tmp_path: Path) -> None:
    base, head = broad(origin)
    workspace = origin.checkout(tmp_path / "checkout", head)
    assert job.run(workspace, "push", {"before": base}).outputs["verdict"] == "fail"


def test_a_base_that_is_gone_is_said(origin: Origin, job: Job, tmp_path: Path) -> None:
    workspace = origin.checkout(tmp_path / "checkout", origin.git("rev-parse", "main"))
    ran = job.run(workspace, "merge_group", {"merge_group": {"base_sha": "e" * 40}})
    assert ran.outputs["verdict"] == "error"
    assert ran.step("Gate").code == 3
    assert "fetch-depth: 0" in ran.summary
    assert "::error title=toolwatch could not check::" in ran.step("Check").stdout


def test_bad_usage_fails_with_its_own_code(origin: Origin, job: Job, github: Fake, tmp_path: Path) -> None:
    base, head = broad(origin)
    workspace = origin.checkout(tmp_path / "checkout", origin.merge(base, head))
    ran = job.run(workspace, "pull_request", pull(base, head), target="nowhere", sarif="true")
    assert ran.step("Gate").code == 2
    assert ran.step("Show findings in code scanning").skipped, "an empty upload would close every alert there is"
    assert "## ⚠️ toolwatch: no verdict\n\n**nothing was checked**" in github.comments[0]["body"]
    assert "nowhere" in github.comments[0]["body"]


def test_what_was_seen_in_part_closes_no_alert(origin: Origin, job: Job, tmp_path: Path) -> None:
    base, _ = broad(origin)
    tools = origin.work / "suites" / "helpdesk" / "tools.json"
    document = json.loads(tools.read_text())
    tools.write_text(json.dumps({**document, "tools": [*document["tools"], 5]}))
    head = origin.commit("one entry is no tool")
    origin.push("edit")
    workspace = origin.checkout(tmp_path / "checkout", origin.merge(base, head))
    ran = job.run(workspace, "pull_request", pull(base, head), sarif="true")
    assert (ran.outputs["verdict"], ran.step("Gate").code) == ("unknown", 3)
    assert ran.step("Show findings in code scanning").skipped


def test_fail_on_never_only_reports(origin: Origin, job: Job, tmp_path: Path) -> None:
    base, head = broad(origin)
    workspace = origin.checkout(tmp_path / "checkout", origin.merge(base, head))
    ran = job.run(workspace, "pull_request", pull(base, head), fail_on="never", comment="never", sarif="true")
    assert not ran.failed
    assert ran.outputs["verdict"] == "fail"
    assert ran.step("Show findings in code scanning").given["sarif_file"] == ran.outputs["sarif"]


def test_a_refused_comment_does_not_lose_the_verdict(origin: Origin, job: Job, github: Fake, tmp_path: Path) -> None:
    base, head = broad(origin)
    workspace = origin.checkout(tmp_path / "checkout", origin.merge(base, head))
    github.fail("POST", 403)
    ran = job.run(workspace, "pull_request", pull(base, head))
    assert ran.step("Comment").code == 0
    assert "::warning title=toolwatch::" in ran.step("Comment").stdout
    assert "pull-requests: write" in ran.step("Comment").stderr
    assert ran.step("Gate").code == 1
