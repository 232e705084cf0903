"""`check` tries what regressed under edits that mean nothing: what turns is fragile, the rest is the edit's doing."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.runner.scripted import Scripted
from toolwatch import runner
from toolwatch.cli.main import run
from toolwatch.model.trial import Ask, Choice

PLAIN = "Take goods back that have arrived."
CLAIM = "Use this for anything about getting money back."
TOOLS = {"refund": "Pay money back. Cannot be undone.", "return": PLAIN, "stock": "Look at the shelf."}
SUITE = """
server: shop
cases:
  - {id: lost, request: It got lost. Money please., expect: refund}
  - {id: hello, request: Hello there., expect: none}
"""
KINDS = 5
"""Controls on top of an edit; one more stands in its place where the edit wrote something."""

Texts = Mapping[str, str | None]
"""New descriptions by tool; None takes a tool away."""
Script = Callable[[dict[str, str], int], str | Exception]
"""Where the request about money goes: the descriptions by tool, and the number of the repeat."""


def tool_list(texts: Texts) -> str:
    return json.dumps(
        {
            "tools": [
                {"name": name, "description": text, "inputSchema": {"type": "object", "properties": {}}}
                for name, text in {**TOOLS, **texts}.items()
                if text is not None
            ]
        }
    )


class Shop:
    """A project whose model is scripted."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], provider: Scripted) -> None:
        self.folder, self.capsys, self.provider = folder, capsys, provider

    def check(self, *words: str, texts: Texts, form: str = "json") -> tuple[int, str]:
        (self.folder / "edited.json").write_text(tool_list(texts))
        self.capsys.readouterr()
        code = run(("check", "edited.json", "--base", "tools.json", "--suite", "suites/shop", "--format", form, *words))
        said = self.capsys.readouterr()
        assert said.out, said.err
        return code, said.out

    def lost(self, *words: str, texts: Texts) -> dict[str, Any]:
        _, out = self.check(*words, texts=texts)
        (case,) = [case for case in json.loads(out)["cases"] if case["id"] == "lost"]
        return dict(case)


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Shop]:
    monkeypatch.chdir(tmp_path)

    def made(script: Script, settings: str = "", *, keep: bool = False) -> Shop:
        if not keep:
            (tmp_path / ".toolwatch" / "answers.sqlite").unlink(missing_ok=True)

        def answer(ask: Ask, attempt: int) -> Choice | Exception:
            if "Money" not in ask.messages[-1].content:
                return Choice(None, text="Hello")
            said = script({tool.name: tool.description for tool in ask.tools}, ask.repeat)
            return said if isinstance(said, Exception) else Choice(None if said == "none" else said)

        provider = Scripted(answer)
        monkeypatch.setattr(runner, "load_provider", lambda *args, **kwargs: provider)
        (tmp_path / "toolwatch.toml").write_text(
            f'[run]\nmodel = "openai:scripted"\n{settings}\n[select]\nscorer = false\n'
        )
        (tmp_path / "tools.json").write_text(tool_list({}))
        (tmp_path / "suites" / "shop").mkdir(parents=True, exist_ok=True)
        (tmp_path / "suites" / "shop" / "suite.yaml").write_text(SUITE)
        return Shop(tmp_path, capsys, provider)

    return made


def by_meaning(said: dict[str, str], repeat: int) -> str:
    return "return" if "money" in said["return"] else "refund"


def by_the_last_word(said: dict[str, str], repeat: int) -> str:
    return "return" if said["return"].endswith("money back.") else "refund"


def by_length(said: dict[str, str], repeat: int) -> str:
    return "return" if len(said["return"].split()) > 8 else "refund"


def by_length_and_luck(said: dict[str, str], repeat: int) -> str:
    """Right by chance the first time that it reads a text that does not end with the claim."""
    lucky = repeat == 0 and not said["return"].endswith("money back.")
    return "refund" if lucky else by_meaning(said, repeat)


EDIT: Texts = {"return": f"{PLAIN} {CLAIM}"}


@pytest.mark.parametrize(
    ("script", "turned"),
    [
        pytest.param(by_meaning, [], id="the claim does it"),
        pytest.param(
            by_the_last_word,
            ["a neutral clause", "a trailing space", "the final full stop"],
            id="anything behind the claim undoes it",
        ),
        pytest.param(by_length, ["as much neutral text instead"], id="any more text does it"),
        pytest.param(by_length_and_luck, [], id="one lucky answer does not undo it"),
    ],
)
def test_what_turns_without_meaning_is_fragile(script: Script, turned: list[str], shop: Callable[..., Shop]) -> None:
    case = shop(script).lost(texts=EDIT)
    assert case["status"] == "regressed"
    assert len(case["controls"]) == KINDS + 1
    assert [one["what"] for one in case["controls"] if one["holds"] is False] == turned
    assert case.get("fragile", False) is bool(turned)


def test_a_solid_failure_blocks_and_a_fragile_one_asks_for_a_person(shop: Callable[..., Shop]) -> None:
    code, out = shop(by_meaning).check(texts=EDIT, form="markdown")
    assert code == 1
    assert "fragile" not in out.split("<details>")[0]
    assert f"holds under {KINDS + 1} edits without meaning" in out
    code, out = shop(by_the_last_word).check("--format", "json", texts=EDIT)
    verdict = json.loads(out)["verdict"]
    assert (code, verdict["decision"]) == (1, "review")
    assert f"turned by 3 of {KINDS + 1} meaningless edits" in verdict["reasons"][0]["text"]


def test_a_control_that_changes_nothing_costs_one_call(shop: Callable[..., Shop]) -> None:
    one = shop(by_meaning)
    one.check(texts=EDIT)
    asked = len(one.provider.calls)
    plain = shop(by_meaning, "controls = false")
    case = plain.lost(texts=EDIT)
    assert "controls" not in case
    assert asked - len(plain.provider.calls) == KINDS + 1


def test_a_second_run_pays_nothing_and_says_the_same(shop: Callable[..., Shop]) -> None:
    first = shop(by_the_last_word)
    cases = first.lost(texts=EDIT)
    again = shop(by_the_last_word, keep=True)
    repeated = again.lost(texts=EDIT)
    assert again.provider.calls == []
    assert all(trial.pop("stored") for trial in repeated["trials"])
    assert repeated == cases


def test_a_control_without_an_answer_proves_nothing_and_is_said(shop: Callable[..., Shop]) -> None:
    def moody(said: dict[str, str], repeat: int) -> str | Exception:
        if said["return"].startswith("Tool: "):
            return runner.Unreadable("an empty reply", again=False)
        return by_meaning(said, repeat)

    one = shop(moody)
    case = one.lost(texts=EDIT)
    assert [control["what"] for control in case["controls"] if control["holds"] is None] == ["a neutral word in front"]
    assert "fragile" not in case
    code, out = one.check(form="text", texts=EDIT)
    assert code == 1
    assert f"1 of {KINDS + 1} controls not answered" in " ".join(out.split())


def test_controls_keep_to_the_budget(shop: Callable[..., Shop]) -> None:
    plain = shop(by_meaning, "controls = false")
    plain.check(texts=EDIT)
    needed = len(plain.provider.calls)
    one = shop(by_meaning)
    case = one.lost("--budget", str(needed + 2), texts=EDIT)
    assert len(one.provider.calls) == needed + 2
    assert [control["holds"] for control in case["controls"]] == [True, True, None, None, None, None]
    assert case["status"] == "regressed"


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        pytest.param({"refund": None}, "its right tool is gone", id="removed"),
        pytest.param(EDIT, "toolwatch noise found it fragile", id="known"),
    ],
)
def test_nothing_is_asked_where_it_could_say_nothing(texts: Texts, why: str, shop: Callable[..., Shop]) -> None:
    def gone(said: dict[str, str], repeat: int) -> str:
        return by_meaning(said, repeat) if "refund" in said else "return"

    one = shop(gone)
    if "found" in why:
        (one.folder / "suites" / "shop" / "noise.yaml").write_text(
            "noise:\n- model: scripted:script\n  tools: x\n  cases: 2\n  placebos: [a, b]\n"
            "  fragile:\n    lost: {by: [a]}\n"
        )
    case = one.lost(texts=texts)
    assert case["status"] == "regressed", why
    assert "controls" not in case
    assert case.get("fragile", False) is ("found" in why)


def test_no_tool_at_all_is_tried_on_the_tool_that_was_right(shop: Callable[..., Shop]) -> None:
    def shy(said: dict[str, str], repeat: int) -> str:
        return "none" if said["refund"].startswith("Pay") and "ask first" in said["refund"] else "refund"

    case = shop(shy).lost(texts={"refund": "Pay money back, but ask first. Cannot be undone."})
    assert (case["after"], case["status"]) == ("none", "regressed")
    assert [(one["what"], one["tool"]) for one in case["controls"] if one["holds"] is False] == [
        ("a neutral word in front", "refund")
    ]
