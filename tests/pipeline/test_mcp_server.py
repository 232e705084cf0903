"""What the MCP server can be asked to read, and that whatever it is asked it answers in one line."""

import json
import os
from pathlib import Path
from typing import Any

import anyio
import pytest

from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.pipeline.mcp_server import Desk, build

TOOL = {"name": "refund", "description": "x", "inputSchema": {"type": "object"}}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A project with links that lead out of it, beside a folder that is nobody's business."""
    project, outside = tmp_path / "pro[j]ect", tmp_path / "outside"
    for folder in (project / "own", project / "lists", project / "linked", outside):
        folder.mkdir(parents=True)
    (project / "tools.json").write_text(json.dumps([TOOL]))
    (project / "own" / "tools.json").write_text(json.dumps([TOOL]))
    (outside / "tools.json").write_text(json.dumps([{**TOOL, "name": "canary"}]))
    (project / "lists" / "l.json").symlink_to(outside / "tools.json")
    (project / "linked" / "folder").symlink_to(outside)
    (project / "own" / "tools.json@main").symlink_to(outside / "tools.json")
    (project / "alias").symlink_to(project / "own")
    (project / "alias.json").symlink_to(project / "tools.json")
    monkeypatch.chdir(project)
    return Settings({"servers": {"shop": {"file": "tools.json"}}}, root=project)


def call(settings: Settings, name: str, **arguments: Any) -> Any:
    async def ask() -> Any:
        from mcp import Client

        async with Client(build(settings)) as client:
            return await client.call_tool(name, arguments)

    return anyio.run(ask)


OUTSIDE = {
    "file": "../outside/tools.json",
    "link": "lists/l.json",
    "link and pointer": "lists/l.json#/0",
    "folder of links": "lists",
    "pattern of links": "lists/*.json",
    "linked folder": "linked/folder",
    "link that looks like a git ref": "own/tools.json@main",
    "the same by way of a link inside": "alias/tools.json@main",
    "pattern below a linked folder": "linked/*/tools.json",
    "pattern of any depth": "linked/**/*.json",
    "pattern that leads out": "own/../../outside/*.json",
    "pattern of folders that leads out": "*/../../outside/*.json",
}


@pytest.mark.parametrize("target", OUTSIDE.values(), ids=OUTSIDE)
def test_no_way_leads_outside_the_project(target: str, shop: Settings) -> None:
    for ask in (Desk(shop).lint_tools, lambda it: Desk(shop).diff_tools("shop", it)):
        with pytest.raises(UsageError, match="is neither a configured server"):
            ask(target)
    for tool in ("list_affected_cases", "check_edit"):
        answer = call(shop, tool, server="shop", base=target)
        assert answer.is_error
        assert "canary" not in answer.content[0].text


@pytest.mark.parametrize(
    "target",
    [
        "tools.json",
        "alias.json",
        "own",
        "own/*.json",
        "own/**/*.json",
        "./own/../tools.json",
        "alias/*.json",
        "tools.json#/",
    ],
)
def test_every_way_inside_is_open(target: str, shop: Settings) -> None:
    text = Desk(shop).lint_tools(target)
    assert "canary" not in text
    assert json.loads(text)["findings"] or target.endswith("#/")


def test_paths_start_at_the_project_wherever_the_server_was_started(
    shop: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path / "outside")
    assert "canary" not in Desk(shop).lint_tools("tools.json")


WORDS = {
    "long name": "x" * 300,
    "long path": "x/" * 1500,
    "longer path": "x" * 5000,
    "very long": "x" * 150_000,
    "long ref": "tools.json@" + "x" * 150_000,
    "long pattern": "x" * 5000 + "*",
    "long pointer": "tools.json#/" + "x" * 5000,
    "zero byte": "a\0b",
    "zero byte in a ref": "tools.json@a\0b",
    "nothing": "",
    "a sign": "@",
    "address": "http://h/" + "x" * 5000,
}


@pytest.mark.parametrize("word", WORDS.values(), ids=WORDS)
@pytest.mark.parametrize("tool", ["lint_tools", "list_affected_cases", "check_edit", "base"])
def test_any_word_has_an_answer_in_one_line(word: str, tool: str, shop: Settings) -> None:
    asked = {
        "lint_tools": ("lint_tools", {"target": word}),
        "list_affected_cases": ("list_affected_cases", {"server": word}),
        "check_edit": ("check_edit", {"server": word}),
        "base": ("check_edit", {"server": "shop", "base": word}),
    }
    name, arguments = asked[tool]
    answer = call(shop, name, **arguments)
    text = answer.content[0].text
    assert not answer.is_error or "\n" not in text
    assert "Traceback" not in text
    assert "report this" not in text


def test_a_bug_is_one_line_with_its_reason(shop: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def trip(*_: object) -> object:
        raise OSError(36, "File name\ntoo long")

    monkeypatch.setattr(Desk, "_target", trip)
    answer = call(shop, "lint_tools", target="x")
    assert answer.is_error
    assert "please report this: OSError: [Errno 36] File name⏎too long" in answer.content[0].text


def test_relative_paths_stay_relative(shop: Settings) -> None:
    assert str(Desk(shop)._target("own/tools.json")) == os.path.join("own", "tools.json")


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("lint_tools", {}, "lint_tools: needs the argument 'target'"),
        ("diff_tools", {"before": "shop"}, "diff_tools: needs the argument 'after'"),
        ("lint_tools", {"path": "tools.json"}, "lint_tools: takes no argument 'path'; it takes target"),
        ("lint_tools", {"target": "shop", "strict": True}, "lint_tools: takes no argument 'strict'; it takes target"),
        ("check_edit", {"server": "shop", "ref": "main"}, "check_edit: takes no argument 'ref'; it takes server, base"),
        ("check_edit", {"server": "shop", "a\n\u202eb": ""}, r"check_edit: takes no argument 'a⏎\\u{202e}b'; it takes"),
        ("lint_tools", {"target": 5}, "lint_tools: target must be a string"),
        ("lint_tools", {"target": ["shop"]}, "lint_tools: target must be a string"),
        ("lint_tools", {"target": None}, "lint_tools: target must be a string"),
        ("check_edit", {"server": "shop", "base": {}}, "check_edit: base must be a string"),
        ("explain_rule", {"code": ""}, "no rule, rule name or family is called ''"),
        ("explain_rule", {"code": "TW1"}, "'TW1' names "),
        ("explain_rule", {"code": "security"}, "'security' names "),
        ("explain_rule", {"code": "TW99999"}, "no rule, rule name or family is called 'TW99999'"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(
    tool: str, arguments: dict[str, Any], says: str, shop: Settings
) -> None:
    answer = call(shop, tool, **arguments)
    text = answer.content[0].text
    assert answer.is_error
    assert says in text
    assert len(text.splitlines()) == 1


@pytest.mark.parametrize("code", ["TW101", "tw101", "missing_description", "TW301"])
def test_one_rule_is_explained(code: str, shop: Settings) -> None:
    answer = call(shop, "explain_rule", code=code)
    assert not answer.is_error
    assert answer.content[0].text.count("code: TW") == 1
