"""The script that another interpreter runs, as far as it can be tried without one."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toolwatch.sources.booting import serve


def class_named(name: str, module: str) -> Any:
    return type(name, (), {"__module__": module})()


MCP = class_named("FastMCP", "mcp.server.fastmcp.server")


def module_of(**members: Any) -> ModuleType:
    module = ModuleType("shop")
    vars(module).update(members)
    return module


FOUND = {
    "usual name first": ({"mcp": MCP, "other": class_named("Server", "mcp.server")}, ""),
    "the only one": ({"anything": MCP, "text": "x"}, ""),
    "one under two names": ({"a": MCP, "b": MCP}, ""),
    "by name": ({"a": MCP, "b": 1}, "a"),
}


@pytest.mark.parametrize(("members", "name"), FOUND.values(), ids=FOUND)
def test_the_server_is_found(members: dict[str, Any], name: str) -> None:
    assert serve.find(module_of(**members), name) is MCP


def test_a_dotted_name() -> None:
    holder = class_named("Holder", "shop")
    holder.inner = MCP
    assert serve.find(module_of(holder=holder), "holder.inner") is MCP


@pytest.mark.parametrize(
    ("members", "name", "reason"),
    [
        ({}, "", "shop holds 0 MCP servers ()"),
        ({"a": MCP, "b": class_named("FastMCP", "fastmcp.server")}, "", "shop holds 2 MCP servers (a, b)"),
        ({"a": MCP}, "b", "shop has no b"),
        ({"a": MCP}, "a.b", "shop has no a.b"),
    ],
)
def test_what_cannot_be_found_is_said(members: dict[str, Any], name: str, reason: str) -> None:
    with pytest.raises(SystemExit) as raised:
        serve.find(module_of(**members), name)
    assert str(raised.value).startswith(reason)


def test_servers_are_known_by_their_classes() -> None:
    inherited = type("Mine", (type(MCP),), {"__module__": "shop"})()
    assert serve.is_server(inherited)
    assert not serve.is_server(class_named("Server", "http.server"))
    assert not serve.is_server(class_named("Tool", "mcp.types"))


def test_files_are_loaded_alone_and_inside_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "bootpkg/inner").mkdir(parents=True)
    for folder in ("bootpkg", "bootpkg/inner"):
        (tmp_path / folder / "__init__.py").write_text("")
    (tmp_path / "bootpkg/value.py").write_text("X = 5\n")
    (tmp_path / "bootpkg/inner/mod.py").write_text("from ..value import X\n")
    (tmp_path / "bootalone.py").write_text("Y = 6\n")
    assert serve.load_file(str(tmp_path / "bootpkg/inner/mod.py")).X == 5
    assert serve.load_file(str(tmp_path / "bootalone.py")).Y == 6
    for name in ("bootpkg", "bootpkg.inner", "bootpkg.inner.mod", "bootpkg.value", "bootalone"):
        del sys.modules[name]
    with pytest.raises(SystemExit, match="no such file"):
        serve.load_file(str(tmp_path / "gone.py"))
