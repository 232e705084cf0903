"""A shop whose model is scripted, for tests of the commands that ask."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolwatch.cli.main import run
from toolwatch.model.trial import Ask, Choice

PLAIN = "Take goods back that have arrived."
CLAIM = "Use this for anything about getting money back."
TOOLS: dict[str, Any] = {
    "refund": "Pay money back. Cannot be undone.",
    "return": PLAIN,
    "stock": "Look at the shelf.",
}
SUITE = """
server: shop
boundaries:
  - id: goods-or-money
    tools: [refund, return]
    pairs:
      - id: here-or-lost
        fact: whether it arrived
        cases:
          - {id: lost, request: It got lost. Money please., expect: refund}
          - {id: here, request: It is here but too small., expect: return}
cases:
  - {id: shelf, request: Do you have it in blue?, expect: stock}
  - {id: hello, request: Hello there., expect: none}
"""


def tool_list(**texts: str) -> str:
    tools = [
        {"name": name, "description": text, "inputSchema": {"type": "object", "properties": {}}}
        for name, text in {**TOOLS, **texts}.items()
    ]
    return json.dumps({"tools": tools})


def shopkeeper(ask: Ask, attempt: int) -> Choice:
    """Goes by words: a claim in `return` draws requests for money there; so does one in `stock`, for those in blue."""
    request = ask.messages[-1].content
    said = {tool.name: tool.description for tool in ask.tools}
    if "Money" in request:
        return Choice("return" if "money" in said["return"] and "Not for lost" not in said["return"] else "refund")
    if "blue" in request:
        return Choice("stock" if "everything" not in said["refund"] else "refund")
    return Choice("return" if "here but" in request else None, text="Hello")


def edited(shop: Path, **texts: str) -> str:
    (shop / "edited.json").write_text(tool_list(**texts))
    return "edited.json"


def called(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(words)
    said = capsys.readouterr()
    return code, said.out, said.err


AGAINST = ("--base", "tools.json", "--suite", "suites/shop")


def calls_told(err: str) -> int:
    return int(err.rsplit("toolwatch: ", 1)[1].split()[0])


CANDIDATES = f"""
tool: return
candidates:
  - id: louder
    text: {CLAIM} And about money for the lost.
  - id: careful
    text: {PLAIN} Not for lost parcels, though they are about money.
  - id: both
    wordings:
      - text: {PLAIN}
      - {{tool: refund, text: Good for everything about cash.}}
"""
