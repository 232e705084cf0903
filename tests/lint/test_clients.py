"""Clients: the data files, and what they make of a list."""

from datetime import date
from typing import Any

import pytest

from toolwatch.errors import UsageError
from toolwatch.lint.clients import Client, Verb, client_named, clients, convert
from toolwatch.model.tool import Tool

WANTED = {
    "openai", "openai-strict", "anthropic", "gemini", "bedrock", "bedrock-agents", "claude-code", "claude-desktop",
    "cursor", "vscode", "windsurf", "gemini-cli",
}  # fmt: skip


def _tool(name: str = "count", description: str = "Count.", **properties: Any) -> Tool:
    return Tool.of(name, description, {"type": "object", "properties": properties})


def _losses(client: str, *tools: Tool, server: str = "shop", **more: str) -> set[tuple[str, str]]:
    found = convert(tools, client_named(client), server=server, instructions=more.get("instructions"))
    return {(loss.kind, loss.verb.value) for loss in found.losses}


def test_every_client_has_its_file() -> None:
    assert set(clients()) == WANTED


@pytest.mark.parametrize("client", clients().values(), ids=clients())
def test_every_file_says_when_and_from_where(client: Client) -> None:
    assert date(2026, 1, 1) <= client.checked <= date(2027, 12, 31)
    assert client.sources
    assert all(len(source) > 10 for source in client.sources)
    assert client.title


def test_an_unknown_client_lists_those_there_are() -> None:
    with pytest.raises(UsageError, match="windsurf"):
        client_named("emacs")


@pytest.mark.parametrize(
    ("client", "name", "server", "passed", "verbs"),
    [
        ("claude-code", "count", "shop", "mcp__shop__count", set()),
        ("claude-code", "shop.count", "my shop", "mcp__my_shop__shop_count", {Verb.RENAMED}),
        ("claude-code", "x" * 120, "shop", "mcp__shop__" + "x" * 120, {Verb.DROPPED}),
        ("vscode", "count", "a-server-with-a-long-name", "mcp_a-server-with_count", set()),
        ("vscode", "a.b", "shop", "mcp_shop_a_b", {Verb.RENAMED}),
        ("gemini-cli", "a" * 40 + "b" * 40, "s", "mcp_s_" + "a" * 24 + "..." + "b" * 30, {Verb.CUT}),
        ("cursor", "x" * 52, "posthog", "x" * 52, set()),
        ("cursor", "x" * 53, "posthog", "x" * 53, {Verb.DROPPED}),
        ("openai", "x" * 64, "shop", "x" * 64, set()),
        ("openai", "x" * 65, "shop", "x" * 65, {Verb.REFUSED}),
        ("openai", "shop.count", "shop", "shop.count", {Verb.REFUSED}),
        ("gemini", "1st", "shop", "1st", {Verb.REFUSED}),
        ("windsurf", "shop.count", "shop", "shop.count", set()),
    ],
)
def test_names(client: str, name: str, server: str, passed: str, verbs: set[Verb]) -> None:
    from toolwatch.lint.clients.names import named

    found = named(name, client_named(client).names, server)
    assert found.passed == passed
    assert {trouble.verb for trouble in found.troubles} == verbs


@pytest.mark.parametrize(
    ("client", "tool", "kind", "verb"),
    [
        ("claude-code", _tool(description="x" * 2049), "description_too_long", "cut"),
        ("openai", _tool(description="x" * 1025), "description_too_long", "refused"),
        ("bedrock", _tool(description=" "), "description_empty", "refused"),
        ("openai", _tool(list={"type": "array"}), "array_items_missing", "refused"),
        ("openai", Tool.of("a", "b", {"type": "object"}), "properties_missing", "refused"),
        ("anthropic", Tool.of("a", "b", {"type": "object", "anyOf": [{}]}), "root_combinator", "refused"),
        (
            "anthropic",
            Tool.of("a", "b", {"type": "object", "properties": {"a[b]": {}}}),
            "property_name_refused",
            "refused",
        ),
        ("gemini-cli", Tool.of("a", "b", {"type": "object", "$schema": "x"}), "keyword_stripped", "stripped"),
        ("gemini", _tool(a={"type": ["string", "null"]}), "type_list_refused", "refused"),
        ("openai-strict", _tool(a={"type": "string"}), "strict_optional_parameter", "refused"),
    ],
)
def test_losses(client: str, tool: Tool, kind: str, verb: str) -> None:
    assert (kind, verb) in _losses(client, tool)


@pytest.mark.parametrize("client", clients())
def test_a_plain_tool_passes(client: str) -> None:
    closed = {
        "type": "object",
        "properties": {"sku": {"type": "string", "description": "Number."}},
        "required": ["sku"],
        **({} if client == "gemini" else {"additionalProperties": False}),
    }
    found = _losses(client, Tool.of("count", "Count one article.", closed))
    assert found <= {("keyword_stripped", "stripped")}


def test_tools_beyond_the_limit_are_left_out() -> None:
    found = convert([_tool(f"count_{n}") for n in range(41)], client_named("cursor"), server="s")
    assert len(found.tools) == 40
    assert [loss.kind for loss in found.losses] == ["too_many_tools"]


def test_instructions_are_cut() -> None:
    found = convert([], client_named("claude-code"), instructions="x" * 3000)
    assert found.instructions == "x" * 2048
    assert [loss.kind for loss in found.losses] == ["instructions_cut"]


def test_two_names_that_become_one() -> None:
    assert ("names_collide", "dropped") in _losses("vscode", _tool("a.b"), _tool("a_b"))


def test_what_is_refused_is_not_among_what_arrives_and_the_rest_is_told_to_be_lost() -> None:
    found = convert([_tool("a"), _tool("b", "x" * 1025)], client_named("openai"))
    assert found.origins == ("a",)
    assert [loss.kind for loss in found.refused] == ["description_too_long"]


def test_conversion_changes_what_the_client_changes_and_nothing_else() -> None:
    schema = {
        "$schema": "x",
        "type": "object",
        "properties": {
            "additionalProperties": {"type": "object", "additionalProperties": False},
            "list": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
        },
    }
    tool = Tool.of("count", "Count.", schema, title="Count", annotations={"readOnlyHint": True})
    (passed,) = convert([tool], client_named("gemini-cli"), server="shop").tools
    assert passed.raw == {
        "name": "mcp_shop_count",
        "description": "Count.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "additionalProperties": {"type": "object"},
                "list": {"type": "array", "items": {"type": "object"}},
            },
        },
    }
    assert tool.raw["inputSchema"] == schema
