"""What the runner's environment says about an event."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolwatch.errors import UsageError
from toolwatch.github import event

A, B = "a" * 40, "b" * 40


def pull(head: str = "octo/shop") -> dict[str, Any]:
    side = {"sha": B, "repo": {"full_name": head}}
    return {"pull_request": {"number": 7, "head": side, "base": {"sha": A, "repo": {"full_name": "octo/shop"}}}}


OF_A_PULL_REQUEST = ("_target", "_review", "_review_comment")
RUN = {
    "workflow_run": {"id": 5, "head_sha": B, "head_branch": "fix", "head_repository": {"owner": {"login": "fork"}}},
}


@pytest.mark.parametrize(
    ("name", "payload", "expected"),
    [
        ("pull_request", pull(), {"base": A, "head": B, "number": 7, "fork": False}),
        ("pull_request", pull("fork/shop"), {"fork": True, "number": 7}),
        ("push", {"before": A}, {"base": A, "number": 0, "fork": False}),
        ("push", {"before": "0" * 40}, {"base": ""}),
        ("push", {"repository": {"default_branch": "trunk"}}, {"default_branch": "trunk", "branch": "fix"}),
        ("push", {"repository": []}, {"default_branch": ""}),
        *((f"pull_request{what}", pull(), {"base": A, "head": B, "number": 7}) for what in OF_A_PULL_REQUEST),
        ("merge_group", {"merge_group": {"base_sha": A}}, {"base": A}),
        ("schedule", {}, {"base": ""}),
        ("workflow_dispatch", {"inputs": None}, {"base": ""}),
        ("workflow_run", RUN, {"head": B, "head_owner": "fork", "head_branch": "fix", "number": 0}),
        ("workflow_run", RUN, {"run_url": "https://github.com/octo/shop/actions/runs/5"}),
        ("pull_request", {"pull_request": {"number": "7", "head": None, "base": []}}, {"base": "", "number": 0}),
    ],
)
def test_events(name: str, payload: dict[str, Any], expected: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(payload))
    found = event.read(
        {
            "GITHUB_EVENT_NAME": name,
            "GITHUB_REPOSITORY": "octo/shop",
            "GITHUB_EVENT_PATH": str(file),
            "GITHUB_RUN_ID": "3",
            "GITHUB_REF_NAME": "fix",
        }
    )
    assert {key: getattr(found, key) for key in expected} == expected


def test_outside_github_is_said() -> None:
    with pytest.raises(UsageError, match="this runs inside GitHub Actions"):
        event.read({})


@pytest.mark.parametrize("text", ["{", "\udcff"], ids=["broken", "no utf-8"])
def test_a_broken_payload_is_said(text: str, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UsageError, match="payload"):
        event.read({"GITHUB_EVENT_NAME": "push", "GITHUB_REPOSITORY": "o/r", "GITHUB_EVENT_PATH": str(file)})
