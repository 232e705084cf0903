"""A real upgrade, both sides started over stdio: the noise is quiet, the break is loud and proven."""

import json
from pathlib import Path

import pytest

from tests.sources.test_real_servers import python_server
from toolwatch.cli.main import run

pytestmark = pytest.mark.integration


def test_git_server_upgrade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Issue 2: twelve schema titles are not breaking, the new minItems is, the reworded description is there."""
    old, new = python_server("mcp-server-git==2025.11.25", "mcp<2"), python_server("mcp-server-git==2026.10.19")
    (tmp_path / "toolwatch.toml").write_text(
        f'[servers.old]\ncommand = "{old}/mcp-server-git"\n[servers.new]\ncommand = "{new}/mcp-server-git"\n'
    )
    monkeypatch.chdir(tmp_path)
    assert run(["diff", "old", "new", "--format", "json"]) == 1
    changes = json.loads(capsys.readouterr().out)["changes"]
    breaking = [change for change in changes if change["compat"] == "breaking"]
    assert [(change["tool"], change["path"]) for change in breaking] == [
        ("git_add", "/inputSchema/properties/files/minItems")
    ]
    assert breaking[0]["after"] == 1
    assert breaking[0]["witness"]["instance"]["files"] == []
    titles = [change for change in changes if change["path"].endswith("/inputSchema/title")]
    assert len(titles) == 12
    assert {change["compat"] for change in titles} == {"none"}
    reworded = [change["tool"] for change in changes if change["path"] == "/description"]
    assert reworded == ["git_show"]
