"""A small shop whose tools are kept in a definition file, and the command line on it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.snapshot.repositories import Repository
from toolwatch.cli.main import run

CONFIG = '[servers.shop]\nfile = "tools.json"\n'


def tool(name: str, description: str, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {key: value for key, value in properties.items()}}
    return {"name": name, "description": description, "inputSchema": schema}


FIND = tool("find_order", "Finds an order by its number.", number={"type": "string"})
REFUND = tool("issue_refund", "Pays an order back.", number={"type": "string"}, cents={"type": "integer"})
STOCK = tool("check_stock", "Says how many are left.")


def listed(*tools: dict[str, Any]) -> str:
    return json.dumps({"tools": list(tools)}, ensure_ascii=False)


class Shop:
    """A repository with a configuration, and what running a command in it gives."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str], config: str = CONFIG) -> None:
        self.repository = Repository(root)
        self.root = root
        self._capsys = capsys
        self.write("toolwatch.toml", config)

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def tools(self, *tools: dict[str, Any]) -> None:
        self.write("tools.json", listed(*tools))

    def commit(self, message: str, *tools: dict[str, Any], author: str = "") -> str:
        if tools:
            self.tools(*tools)
        return self.repository.commit({}, message, author=author)

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """Exit code, stdout and stderr."""
        self._capsys.readouterr()
        code = run(arguments)
        output, trouble = self._capsys.readouterr()
        assert "Traceback" not in trouble
        return code, output, trouble

    def says(self, *arguments: str) -> str:
        """Stdout of a command that passes and has nothing to complain of."""
        code, output, trouble = self.run(*arguments)
        assert (code, trouble) == (0, "")
        return output

    def fails(self, code: int, *arguments: str) -> str:
        """Stderr of a command that fails with ``code`` and prints no result."""
        found, output, trouble = self.run(*arguments)
        assert (found, output) == (code, ""), trouble
        assert trouble.count("\n") == 1, "trouble is one line"
        return trouble

    def snapshot(self, name: str = "shop") -> dict[str, Any]:
        parsed: dict[str, Any] = json.loads((self.root / f"snapshots/{name}.json").read_text(encoding="utf-8"))
        return parsed


def lines(text: str) -> Sequence[str]:
    return text.rstrip("\n").split("\n")
