"""The recorded exchanges, and a provider that asks a local server instead of its vendor."""

import json
from pathlib import Path
from typing import Any

from tests.runner.endpoint import Endpoint, Script, serving
from tests.runner.scripted import file
from toolwatch import runner
from toolwatch.model.suite import Message
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Ask, Edition, Trial

FOLDER = Path(__file__).parent / "exchanges"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
OFFLINE = {"command", "embedded", "replay"}
"""Providers without HTTP; each has a test file of its own."""
QUICK = runner.Options(first_wait=0.0)
KEY = "key-that-nobody-may-see"


def exchange(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return data


def ask_of(data: dict[str, Any]) -> Ask:
    turns = tuple(
        Message(turn["role"], turn["content"], turn.get("tool", ""), turn.get("arguments"))
        for turn in data["ask"]["messages"]
    )
    return Ask(data["ask"]["system"], turns, tuple(Tool(raw) for raw in data["ask"]["tools"]))


def provider_at(name: str, endpoint: Endpoint, **fields: Any) -> runner.Provider:
    path = "/v1" if name.startswith("openai") else ""
    key = {} if name == "bedrock" else {"key_env": "TEST_KEY"}
    setup: dict[str, Any] = {"timeout": 5.0, **key, **exchange(name)["setup"], **fields}
    return runner.load_provider(name, model="m-1", url=endpoint.url + path, **setup)


def asked(
    name: str, script: Script, folder: Path, options: runner.Options = QUICK, **fields: Any
) -> tuple[Trial, Endpoint]:
    ask = ask_of(exchange(name))
    with serving(script) as endpoint, runner.AnswerStore(file(folder)) as store:
        provider = provider_at(name, endpoint, **fields)
        (trial,) = runner.run([runner.Job("shop", "lamp", Edition.AFTER, 0, ask)], provider, store, options=options)
    return trial, endpoint
