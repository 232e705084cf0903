"""What the runner says: which event started the job, and which two commits it is about."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolwatch.errors import UsageError

NOTHING = "0" * 40
"""How a push event writes "there was no commit before"."""


@dataclass(frozen=True, slots=True)
class Event:
    """The part of GITHUB_* and of the event's payload that a check needs."""

    name: str
    repository: str
    """``owner/name`` of the repository that the workflow runs in."""
    sha: str = ""
    """The commit that was checked out."""
    base: str = ""
    """The commit to compare with by the event; empty where the event has none."""
    branch: str = ""
    """The branch or tag that the job runs on."""
    default_branch: str = ""
    """The repository's, which a branch without a commit before it is compared with."""
    head: str = ""
    """Of a pull request: the last commit of its branch, which is not the merge commit that was checked out."""
    head_owner: str = ""
    head_branch: str = ""
    number: int = 0
    """Of a pull request; 0 for anything else."""
    fork: bool = False
    """The head lies in another repository, so the token can only read."""
    run_url: str = ""


def read(environ: Mapping[str, str]) -> Event:
    """Read the event from the runner's environment.

    Raises:
        UsageError: this is no job of GitHub Actions, or the payload cannot be read.
    """
    name, repository = environ.get("GITHUB_EVENT_NAME", ""), environ.get("GITHUB_REPOSITORY", "")
    if not name or not repository:
        raise UsageError("GITHUB_EVENT_NAME and GITHUB_REPOSITORY are not set: this runs inside GitHub Actions")
    payload = _payload(environ.get("GITHUB_EVENT_PATH", ""))
    pull, run = _object(payload, "pull_request"), _object(payload, "workflow_run")
    head, base = _object(pull, "head"), _object(pull, "base")
    owner = _object(_object(run, "head_repository"), "owner")
    return Event(
        name=name,
        repository=repository,
        sha=environ.get("GITHUB_SHA", ""),
        base=_base(name, payload, base),
        branch=environ.get("GITHUB_REF_NAME", ""),
        default_branch=_text(_object(payload, "repository"), "default_branch"),
        head=_text(head, "sha") or _text(run, "head_sha"),
        head_owner=_text(owner, "login"),
        head_branch=_text(run, "head_branch"),
        number=pull["number"] if isinstance(pull.get("number"), int) else 0,
        fork=bool(pull) and _text(_object(head, "repo"), "full_name") != _text(_object(base, "repo"), "full_name"),
        run_url=run_url({**environ, "GITHUB_RUN_ID": str(run["id"])} if isinstance(run.get("id"), int) else environ),
    )


def run_url(environ: Mapping[str, str]) -> str:
    """Where the run shows its artifacts; empty outside a job."""
    run, repository = environ.get("GITHUB_RUN_ID", ""), environ.get("GITHUB_REPOSITORY", "")
    server = environ.get("GITHUB_SERVER_URL", "https://github.com").rstrip("/")
    return f"{server}/{repository}/actions/runs/{run}" if run.isdigit() and repository else ""


def _payload(path: str) -> Mapping[str, Any]:
    if not path:
        return {}
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"the event's payload at GITHUB_EVENT_PATH cannot be read: {error}") from None
    return data if isinstance(data, dict) else {}


def _base(name: str, payload: Mapping[str, Any], pull_base: Mapping[str, Any]) -> str:
    if pull_base:
        return _text(pull_base, "sha")
    if name == "push":
        before = _text(payload, "before")
        return "" if before == NOTHING else before
    if name == "merge_group":
        return _text(_object(payload, "merge_group"), "base_sha")
    return ""


def _object(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""
