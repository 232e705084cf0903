"""Our workflow files and those that init writes: valid, without a finding of zizmor's, and doing what they say."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.action.conftest import Job
from tests.action.runner import Runner
from tests.conftest import ROOT
from tests.github.fake import REPOSITORY, Fake
from tests.report import hostile
from tests.report.everything import EVERYTHING
from toolwatch import report
from toolwatch.config.settings import Settings
from toolwatch.pipeline.init import plan
from toolwatch.pipeline.lists.surroundings import Around

PINNED = "octo/toolwatch@" + "0123456789" * 4
PROGRAMS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every workflow that init can write, and our own files beside them."""
    folder = tmp_path_factory.mktemp("workflows")
    around = Around({}, {}, Settings(), "github", "toolwatch")
    for number, action in enumerate(("", PINNED)):
        for one in plan(folder, around, (), action=action):
            if one.path.startswith(".github/workflows"):
                file = folder / str(number) / one.path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(one.text)
    shutil.copytree(ROOT / ".github" / "workflows", folder / "own" / ".github" / "workflows")
    shutil.copy(ROOT / "action.yml", folder / "own" / "action.yml")
    return folder


def check(program: str, *arguments: str) -> None:
    if not (PROGRAMS / program).exists():
        pytest.skip(f"{program} is not installed")
    ran = subprocess.run(
        [str(PROGRAMS / program), *arguments], capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_they_are_valid(written: Path) -> None:
    check(
        "check-jsonschema", "--builtin-schema", "vendor.github-workflows", *map(str, written.rglob("workflows/*.yml"))
    )
    check("check-jsonschema", "--builtin-schema", "vendor.github-actions", str(ROOT / "action.yml"))
    check("pre-commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"))


def test_zizmor_finds_nothing(written: Path) -> None:
    check("zizmor", "--offline", "--no-progress", "--quiet", "--persona", "pedantic", str(written))


def test_other_actions_are_pinned_and_scripts_have_no_expressions(written: Path) -> None:
    for file in (*written.rglob("*.yml"), ROOT / "action.yml"):
        for step in _steps(yaml.safe_load(file.read_text())):
            uses = step.get("uses", "")
            assert not uses or uses == "$/" or len(uses.rpartition("@")[2]) == 40, f"{file.name}: {uses}"
            assert "${{" not in step.get("run", ""), file.name


def _steps(data: dict[str, Any]) -> list[dict[str, Any]]:
    jobs = data.get("jobs", {"action": data.get("runs", {})})
    return [step for job in jobs.values() for step in job["steps"]]


FORK_RUN = {
    "workflow_run": {
        "id": 5,
        "event": "pull_request",
        "head_sha": "a" * 40,
        "head_branch": "patch",
        "head_repository": {"full_name": "mallory/shop", "owner": {"login": "mallory"}},
    }
}


@pytest.fixture
def comment_job(written: Path) -> dict[str, Any]:
    text = (written / "0" / ".github" / "workflows" / "toolwatch-comment.yml").read_text()
    job: dict[str, Any] = yaml.safe_load(text)["jobs"]["comment"]
    assert job["permissions"] == {"actions": "read", "pull-requests": "write"}
    assert not any("checkout" in step.get("uses", "") for step in job["steps"])
    job["steps"] = [step for step in job["steps"] if step.get("name") != "Install toolwatch"]
    return job


def run_comment(job: Job, comment_job: dict[str, Any], artifact: str, tmp_path: Path) -> tuple[int, str]:
    temp = tmp_path / "temp"
    (temp / "report").mkdir(parents=True)
    (temp / "report" / "report.json").write_text(artifact)
    env = job.env("workflow_run", FORK_RUN)
    runner = Runner(tmp_path, temp, env={**env, "PATH": f"{PROGRAMS}:/usr/bin:/bin"})
    ran = runner.steps(comment_job["steps"])
    assert ran.step("Fetch the report").given["name"] == "toolwatch-report"
    last = ran.step("Comment")
    return last.code, last.stdout + last.stderr


def pull(sha: str = "a" * 40) -> dict[str, Any]:
    return {"number": 12, "label": "mallory:patch", "head": {"sha": sha}}


def test_a_forks_pull_request_gets_its_comment(
    comment_job: dict[str, Any], job: Job, github: Fake, tmp_path: Path
) -> None:
    github.pulls += [{"number": 3, "label": "octo:patch", "head": {"sha": "a" * 40}}, pull()]
    code, said = run_comment(job, comment_job, report.render(EVERYTHING, "json"), tmp_path)
    assert (code, said) == (0, "toolwatch: comment created\n")
    [comment] = github.comments
    assert comment["issue"] == 12
    assert comment["body"].splitlines()[1] == "## ❌ toolwatch: fail"
    assert f"/{REPOSITORY}/actions/runs/9" not in comment["body"]


def test_a_forged_artifact_is_written_anew(comment_job: dict[str, Any], job: Job, github: Fake, tmp_path: Path) -> None:
    github.pulls.append(pull())
    texts = hostile.strings(10**6)
    code, said = run_comment(job, comment_job, report.render(hostile.report(lambda: next(texts)), "json"), tmp_path)
    assert code == 0, said
    assert len(github.comments) == 1


@pytest.mark.parametrize("artifact", ["", "{", "[]", '{"verdict": 1}', "\x00" * 100])
def test_a_broken_artifact_is_said_in_one_line(
    artifact: str, comment_job: dict[str, Any], job: Job, github: Fake, tmp_path: Path
) -> None:
    github.pulls.append(pull())
    code, said = run_comment(job, comment_job, artifact, tmp_path)
    assert code == 2
    assert "report.json" in said
    assert "Traceback" not in said
    assert github.comments == []


def test_a_push_since_then_is_not_commented_on(
    comment_job: dict[str, Any], job: Job, github: Fake, tmp_path: Path
) -> None:
    github.pulls.append(pull("b" * 40))
    code, said = run_comment(job, comment_job, report.render(EVERYTHING, "json"), tmp_path)
    assert code == 0
    assert "about no open pull request" in said
    assert github.comments == []


@pytest.mark.parametrize("file", ["uv.toml", "pyproject.toml"])
def test_no_file_of_the_checkout_says_where_packages_come_from(file: str, tmp_path: Path) -> None:
    steps = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]
    [install] = [step["run"] for step in steps if step.get("name") == "Install toolwatch"]
    start = install.partition("venv=")[0]
    assert not re.search(r"^[^#]*\b(?:uv|pip)\b", start, re.MULTILINE)
    uv = shutil.which("uv", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))
    if uv is None:
        pytest.skip("uv is not installed")
    table = "" if file == "uv.toml" else "[tool.uv]\n"
    (tmp_path / "checkout").mkdir()
    (tmp_path / "checkout" / file).write_text(f"{table}index-url = 7\n")
    (tmp_path / "temp").mkdir()
    asked = f"{shlex.quote(uv)} pip list --offline --python {shlex.quote(sys.executable)}"
    told = {}
    for name, script in (("before", asked), ("after", f"{start}\n{asked}")):
        told[name] = subprocess.run(
            ["bash", "-c", script],
            cwd=tmp_path / "checkout",
            env={**os.environ, "RUNNER_TEMP": str(tmp_path / "temp")},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        ).stderr
    assert file in told["before"]
    assert file not in told["after"]


def test_the_workflows_of_init_take_no_file_of_the_checkout_for_a_module() -> None:
    for file in (ROOT / "toolwatch" / "github" / "workflows").glob("*.yml"):
        assert set(re.findall(r"\bpython (\S+)", file.read_text())) <= {"-I"}, file.name
