"""toolwatch's own tools: what the server says is what is committed, it lints clean, and it answers over MCP."""

import json
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.conftest import ROOT
from toolwatch import suites
from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.model.verdict import Decision
from toolwatch.pipeline.check import Ask, check
from toolwatch.pipeline.lint import Ask as LintAsk
from toolwatch.pipeline.lint import lint
from toolwatch.pipeline.lists.targets import Target
from toolwatch.pipeline.mcp_server import Desk, build
from toolwatch.snapshot import store

COMMITTED = ROOT / "snapshots" / "toolwatch.json"


@pytest.fixture
def settings() -> Settings:
    server = {"command": sys.executable, "args": ["-m", "toolwatch", "mcp"], "cwd": str(ROOT)}
    return Settings({"servers": {"toolwatch": server}}, root=ROOT)


def test_what_the_server_says_is_what_is_committed(settings: Settings) -> None:
    found = check(Ask((Target("toolwatch"),), base=str(COMMITTED)), settings)
    assert found.changes == (), "the tools have changed: look at `toolwatch check`, then run `toolwatch snapshot`"
    assert found.verdict.decision is Decision.PASS
    assert lint(LintAsk((Target("toolwatch"),), settings.lint.options()), settings).findings == ()


def test_every_boundary_of_its_suite_has_two_pairs() -> None:
    [suite] = suites.load(ROOT / "suites" / "toolwatch")
    tools = {tool.name for tool in store.read(COMMITTED).tools}
    for boundary in suite.boundaries:
        assert set(boundary.tools) <= tools
        pairs = {case.pair for case in suite.cases if case.boundary == boundary.id}
        assert len(pairs) >= 2, boundary.id


@pytest.fixture
def shop(tmp_path: Path) -> Settings:
    tool = {"name": "refund", "description": "x", "inputSchema": {"type": "object"}}
    (tmp_path / "tools.json").write_text(json.dumps([tool]))
    (tmp_path / "old.json").write_text(json.dumps([{**tool, "description": "Pays back one order in full."}]))
    return Settings({"servers": {"shop": {"file": "tools.json"}}}, root=tmp_path)


def call(settings: Settings, name: str, **arguments: Any) -> Any:
    async def ask() -> Any:
        from mcp import Client

        async with Client(build(settings)) as client:
            return await client.call_tool(name, arguments)

    return anyio.run(ask)


def test_the_tools_answer_over_mcp(shop: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shop.root)
    found = json.loads(call(shop, "lint_tools", target="shop").content[0].text)
    assert {finding["tool"] for finding in found["findings"]} == {"refund"}
    changed = json.loads(call(shop, "diff_tools", before="old.json", after="tools.json").content[0].text)
    assert [change["path"] for change in changed["changes"]] == ["/description"]
    assert "TW101" in call(shop, "explain_rule", code="TW101").content[0].text


def test_a_list_that_cannot_be_read_is_no_list_without_faults(shop: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shop.root)
    (shop.root / "tools.json").write_text("{")
    desk = Desk(shop)
    for told in (desk.lint_tools("shop"), desk.diff_tools("old.json", "shop"), desk.diff_tools("shop", "old.json")):
        (unseen,) = json.loads(told)["unseen"]
        assert (unseen["completeness"], len(unseen["reasons"])) == ("failed", 1)


@pytest.mark.parametrize(
    "target",
    ["../secret.json", "/etc/passwd", "https://evil.test/mcp", "python:os", "shop:variant", ".."],
)
def test_nothing_outside_the_project_can_be_named(target: str, shop: Settings) -> None:
    with pytest.raises(UsageError, match="neither a configured server"):
        Desk(shop).lint_tools(target)
    answer = call(shop, "lint_tools", target=target)
    assert answer.is_error
    assert "neither a configured server" in answer.content[0].text
