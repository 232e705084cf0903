"""Names and schemas made to fit an API, each conversion noted, names never confused."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.model.tool import Tool
from toolwatch.model.wire import SentTool
from toolwatch.runner import load_provider, provider_names
from toolwatch.runner.wire import Rules, as_is, fit, without_secrets

ALL = sorted({load_provider(name, model="embedded:x").rules for name in provider_names()}, key=repr)
STRICT = Rules(letters="A-Za-z0-9_-", longest=64)


def fitted(*tools: Tool, rules: Rules = STRICT) -> tuple[SentTool, ...]:
    return fit(as_is(tools), rules)


@pytest.mark.parametrize(
    ("name", "rules", "sent"),
    [
        pytest.param("issue_refund", STRICT, "issue_refund", id="fits"),
        pytest.param("shop.refund", STRICT, "shop_refund", id="a dot"),
        pytest.param("возврат", STRICT, "_______", id="another script"),
        pytest.param("a" * 64, STRICT, "a" * 64, id="just short enough"),
        pytest.param("a" * 65, STRICT, "a" * 55 + "_635361c4", id="too long"),
        pytest.param("", STRICT, "_", id="empty"),
        pytest.param("1st", Rules(letters="A-Za-z0-9_.-", first="A-Za-z_", longest=64), "_1st", id="a digit first"),
        pytest.param("shop.refund", Rules(), "shop.refund", id="nothing is limited"),
    ],
)
def test_names(name: str, rules: Rules, sent: str) -> None:
    (tool,) = fitted(Tool.of(name, "x"), rules=rules)
    assert tool.name == sent
    assert tool.tool == name
    assert tool.notes == (() if sent == name else (f"name sent as {sent}",))


def test_two_names_that_become_one_are_kept_apart() -> None:
    names = [tool.name for tool in fitted(Tool.of("a.b"), Tool.of("a_b"), Tool.of("a b"))]
    assert names[0] == "a_b"
    assert len(set(names)) == 3


@settings(deadline=None, derandomize=True, max_examples=80)
@given(st.lists(st.text(max_size=80), max_size=6))
def test_any_names_fit_and_map_back(names: list[str]) -> None:
    for rules in ALL:
        sent = fitted(*(Tool.of(name) for name in names), rules=rules)
        assert [tool.tool for tool in sent] == names
        assert len({tool.name for tool in sent}) == len(names)
        for tool in sent:
            assert not rules.letters or re.fullmatch(f"[{rules.letters}]+", tool.name)
            assert not rules.longest or len(tool.name) <= rules.longest
            assert not rules.first or re.match(f"[{rules.first}]", tool.name)


@pytest.mark.parametrize(
    ("schema", "rules", "sent", "notes"),
    [
        pytest.param({"type": "object"}, Rules(), {"type": "object"}, 0, id="as it is"),
        pytest.param({}, Rules(), {"type": "object"}, 1, id="no type"),
        pytest.param(True, Rules(), {"type": "object", "properties": {}}, 1, id="a boolean"),
        pytest.param(
            {"type": "object", "properties": {"a": {"type": "array"}, "b": {"type": "object"}}},
            Rules(filled=True),
            {
                "type": "object",
                "properties": {"a": {"type": "array", "items": {}}, "b": {"type": "object", "properties": {}}},
            },
            2,
            id="arrays and objects without contents",
        ),
        pytest.param(
            {"type": "object", "properties": {"type": {"type": "string", "default": {"type": "array"}}}},
            Rules(filled=True),
            {"type": "object", "properties": {"type": {"type": "string", "default": {"type": "array"}}}},
            0,
            id="data that looks like a schema",
        ),
        pytest.param(
            {"type": "object", "oneOf": [{}], "properties": {"a": {"anyOf": [{}]}}},
            Rules(plain_top=True),
            {"type": "object", "properties": {"a": {"anyOf": [{}]}}},
            1,
            id="a union at the top",
        ),
    ],
)
def test_schemas(schema: Any, rules: Rules, sent: Any, notes: int) -> None:
    (tool,) = fitted(Tool({"name": "a", "inputSchema": schema}), rules=rules)
    assert tool.schema == sent
    assert len(tool.notes) == notes


def test_what_utf_8_has_no_bytes_for_is_replaced() -> None:
    (tool,) = fitted(Tool({"name": "a\ud800", "description": "x\udfff", "inputSchema": {"\ud800": ["\ud800"]}}))
    (tool.name + tool.description + str(tool.schema)).encode()


def test_the_client_s_own_conversion_comes_first() -> None:
    def client(tools: Any) -> tuple[SentTool, ...]:
        return tuple(SentTool(one.name, f"mcp__{one.name}", one.description[:3], {}, ("cut",)) for one in tools[:1])

    provider = load_provider("openai", model="m", url="http://127.0.0.1:9", convert=client)
    tools = (Tool.of("shop.refund", "Pay money back."), Tool.of("return"))
    assert provider.conversions(tools) == (
        "shop.refund: cut",
        "shop.refund: name sent as mcp__shop_refund",
        "shop.refund: schema without a type sent as an object",
        "shop.refund: schema completed at /",
        "return: not sent at all",
    )
    assert provider.original("mcp__shop_refund", tools) == "shop.refund"
    assert provider.original("made_up", tools) == "made_up"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://api.openai.com/v1/", "https://api.openai.com/v1"),
        ("https://me:secret@proxy.local:8443/v1?key=secret#x", "https://proxy.local:8443/v1"),
        ("", ""),
    ],
    ids=["plain", "with secrets", "none"],
)
def test_an_address_is_shown_without_secrets(url: str, shown: str) -> None:
    assert without_secrets(url) == shown
