"""Ways in which a check could come to a wrong verdict without noticing: each of them ends as it must."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.helpdesk import git
from tests.runner.scripted import Scripted
from toolwatch import runner
from toolwatch.cli.main import run
from toolwatch.errors import ModelError
from toolwatch.model.trial import Ask, Choice, Edition, Trial

Texts = Mapping[str, str]
Answer = Callable[[Ask], str | None]

TOOLS: Texts = {"look": "Look an order up by its number.", "stop": "Cancel an order.", "pay": "Pay money back."}
EDIT: Texts = {**TOOLS, "look": "Look an order up by its number. Use it for everything about orders."}
CASES = """
cases:
  - {id: where, request: where is it, expect: look}
  - {id: cancel, request: cancel it, expect: stop}
  - {id: repay, request: repay me, expect: pay}
  - {id: hello, request: hello, expect: none}
"""
WORDS = {"where": "look", "cancel": "stop", "repay": "pay"}


def good(ask: Ask) -> str | None:
    """Always right, as long as the tool is there."""
    return WORDS.get(ask.messages[-1].content.split()[0])


def drawn(ask: Ask) -> str | None:
    """Goes to `look` for everything as soon as that claims everything."""
    claims = any("everything" in tool.description for tool in ask.tools if tool.name == "look")
    return "look" if claims and good(ask) == "stop" else good(ask)


class Model(Scripted):
    """Scripted under a name of its own, or not to be used at all."""

    def __init__(self, name: str, answer: Answer, trouble: str = "") -> None:
        super().__init__(lambda ask, attempt: Choice(answer(ask)))
        object.__setattr__(self.setup, "model", name)
        self.trouble = trouble

    def prepare(self) -> None:
        if self.trouble:
            raise ModelError(self.trouble)


class Project:
    """A folder with servers, suites and scripted models."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.models: dict[str, Model] = {}
        self.suite("shop")
        self.tools("old.json", TOOLS)
        self.tools("new.json", EDIT)

    def tools(self, name: str, texts: Texts, *more: str) -> None:
        listed = [(tool, texts[tool]) for tool in (*texts, *more)]
        schema = {"type": "object", "properties": {}}
        tools = [{"name": tool, "description": text, "inputSchema": schema} for tool, text in listed]
        (self.folder / name).write_text(json.dumps({"tools": tools}))

    def suite(self, name: str, cases: str = CASES, server: str = "shop") -> None:
        folder = self.folder / "suites" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "suite.yaml").write_text(f"server: {server}\n{cases}")

    def configure(self, *models: Model, settings: str = "") -> None:
        self.models = {model.setup.model: model for model in models}
        tables = "\n".join(f'[models.{name}]\nprovider = "openai"\nmodel = "{name}"' for name in self.models)
        (self.folder / "toolwatch.toml").write_text(
            f"[run]\nmodels = {json.dumps(list(self.models))}\n{tables}\n[select]\nscorer = false\n{settings}"
        )

    def call(self, *words: str) -> tuple[int, str, str]:
        self.capsys.readouterr()
        code = run(words)
        said = self.capsys.readouterr()
        return int(code), said.out, said.err

    def check(self, *words: str) -> tuple[int, dict[str, Any]]:
        code, out, err = self.call("check", *(words or ("new.json", "--base", "old.json")), "--format", "json")
        assert out, err
        return code, json.loads(out)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Project:
    monkeypatch.chdir(tmp_path)
    made = Project(tmp_path, capsys)
    monkeypatch.setattr(runner, "load_provider", lambda name, *, setup, **fields: made.models[setup.model])
    return made


ONE = ("new.json", "--base", "old.json", "--suite", "suites/shop")


def statuses(document: Mapping[str, Any], model: str = "") -> dict[str, str]:
    return {case["id"]: case["status"] for case in document["cases"] if model in case["model"]}


def test_a_model_that_cannot_be_used_hides_nothing_of_another(project: Project) -> None:
    for models in ((Model("a", drawn), Model("c", good, "no key")), (Model("c", good, "no key"), Model("a", drawn))):
        project.configure(*models)
        code, found = project.check(*ONE)
        assert (code, statuses(found)["cancel"]) == (1, "regressed")
        assert any("no key" in reason["text"] for reason in found["verdict"]["reasons"])


def test_an_empty_suite_hides_nothing_of_a_full_one(project: Project) -> None:
    project.suite("empty", "cases: []\n")
    project.configure(Model("a", drawn), settings='[servers.shop]\nfile = "new.json"\n')
    code, found = project.check("shop", "--base", "old.json")
    assert (code, statuses(found)["cancel"]) == (1, "regressed")
    assert any("the suite empty has no case" in reason["text"] for reason in found["verdict"]["reasons"])


def test_a_suite_that_is_named_is_asked_whatever_it_calls_its_server(project: Project) -> None:
    project.suite("bank", server="bank")
    project.configure(
        Model("a", drawn), settings='[servers.shop]\nfile = "new.json"\n[servers.bank]\nfile = "old.json"\n'
    )
    code, found = project.check("shop", "--base", "old.json", "--suite", "suites/bank")
    assert (code, statuses(found)["cancel"]) == (1, "regressed")
    _, out, _ = project.call("affected", "shop", "--base", "old.json", "--suite", "suites/bank", "--model", "a")
    assert "cancel" in out


def test_a_tool_that_was_not_sent_is_never_right(project: Project) -> None:
    project.tools("new.json", {name: text for name, text in TOOLS.items() if name != "stop"})
    project.suite("shop", CASES.replace("expect: stop", "expect: [stop, pay]"))
    project.configure(Model("a", good))
    _, found = project.check(*ONE)
    (case,) = [case for case in found["cases"] if case["id"] == "cancel"]
    assert (case["status"], case["after"], case["right_after"]) == ("regressed", "stop (no such tool)", False)
    assert "there is no such tool" in case["cost_reason"]


@pytest.mark.parametrize("expected", ["stop", "end_order"], ids=["suite as it was", "suite updated"])
@pytest.mark.parametrize(("after", "status"), [("end_order", "same"), ("look", "regressed")], ids=["follows", "strays"])
def test_a_renamed_tool_is_still_that_tool(expected: str, after: str, status: str, project: Project) -> None:
    project.tools("new.json", {"look": TOOLS["look"], "end_order": TOOLS["stop"], "pay": TOOLS["pay"]})
    project.suite("shop", CASES.replace("expect: stop", f"expect: {expected}"))

    def follows(ask: Ask) -> str | None:
        chosen = good(ask)
        return after if chosen == "stop" and any(tool.name == "end_order" for tool in ask.tools) else chosen

    project.configure(Model("a", follows))
    _, found = project.check(*ONE)
    assert any(change["tool_before"] == "stop" for change in found["changes"] if "tool_before" in change)
    assert statuses(found)["cancel"] == status


def test_a_move_between_two_right_tools_is_no_noise(project: Project) -> None:
    project.suite("shop", CASES.replace("expect: look", "expect: [look, stop]"))

    def first(ask: Ask) -> str | None:
        chosen = good(ask)
        return next(tool.name for tool in ask.tools if tool.name in ("look", "stop")) if chosen == "look" else chosen

    project.configure(Model("a", first))
    code, out, err = project.call("noise", "old.json", "--suite", "suites/shop", "--format", "json")
    assert (code, json.loads(out)["noise"][0]["fragile"]) == (0, {}), err


def test_noise_counts_only_for_what_was_asked_then(project: Project) -> None:
    def by_order(ask: Ask) -> str | None:
        return "look" if good(ask) == "stop" and ask.tools[0].name != "look" else drawn(ask)

    project.configure(Model("a", by_order))
    assert project.call("noise", "old.json", "--suite", "suites/shop")[0] == 0
    _, found = project.check(*ONE)
    assert next(case for case in found["cases"] if case["id"] == "cancel")["placebo_rate"] > 0
    project.suite("shop", CASES.replace("request: cancel it", "request: cancel that one"))
    _, found = project.check(*ONE)
    case = next(case for case in found["cases"] if case["id"] == "cancel")
    assert (case["status"], "placebo_rate" in case) == ("regressed", False)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- {model: m, tools: x, cases: 0, placebos: [a]}", "greater than or equal to 1"),
        ("- {model: m, tools: x, cases: 3, placebos: []}", "too few"),
        ("- {model: m, tools: x, cases: 3, placebos: [a], fragile: {where: {by: [b]}}}", "not among the placebos"),
        ("- {model: m, tools: x, cases: 1, placebos: [a], fragile: {a: {by: [a]}, b: {by: [a]}}}", "more cases"),
        ("- {model: m, tools: x, cases: 1, placebos: [a]}\n- {model: m, tools: x, cases: 1, placebos: [a]}", "twice"),
        ("- {model: m, tools: x, cases: 1, placebos: [a], x: 1}", "is not a field that a noise file knows"),
    ],
)
def test_a_noise_file_that_cannot_be_is_refused(text: str, why: str, project: Project) -> None:
    (project.folder / "suites" / "shop" / "noise.yaml").write_text(f"noise:\n{text}\n")
    project.configure(Model("a", drawn))
    code, out, err = project.call("check", *ONE)
    assert (code, out) == (2, "")
    assert why in err
    assert "noise.yaml:" in err


def test_an_approved_flip_is_asked_for_again_after_another_edit(project: Project) -> None:
    def by_last_word(ask: Ask) -> str | None:
        text = next(tool.description for tool in ask.tools if tool.name == "look")
        return "look" if good(ask) == "stop" and text.endswith(("orders.", "shipped.")) else good(ask)

    project.configure(Model("a", by_last_word))
    code, found = project.check(*ONE)
    assert (code, found["verdict"]["decision"]) == (1, "review")
    _, out, _ = project.call("check", *ONE)
    assert "toolwatch approve shop/cancel --reason WHY" in " ".join(out.split())
    (project.folder / "run.json").write_text(json.dumps(found))
    code, _, err = project.call("approve", "shop/cancel", "--run", "run.json", "--reason", "meant", "--by", "me")
    assert code == 0, err
    code, found = project.check(*ONE)
    assert (code, found["verdict"]["reasons"][0]["text"].startswith("approved: ")) == (0, True)
    project.tools("new.json", {**TOOLS, "look": "Looks up, stops and changes orders of any kind, not yet shipped."})
    assert project.check(*ONE)[0] == 1


def test_approve_knows_what_a_stored_answer_did(project: Project) -> None:
    """The run that asked is enough: nothing has to be stored as a file, and nothing is asked again."""

    def by_last_word(ask: Ask) -> str | None:
        text = next(tool.description for tool in ask.tools if tool.name == "look")
        return "look" if good(ask) == "stop" and text.endswith("orders.") else good(ask)

    server = '[servers.shop]\nfile = "new.json"\n'
    project.configure(Model("a", by_last_word), settings=server)
    assert project.check("shop", "--base", "old.json")[0] == 1
    asked = len(project.models["a"].calls)
    code, out, err = project.call(
        "approve", "--all", "--target", "shop", "--base", "old.json", "--reason", "meant", "--by", "me"
    )
    assert (code, "approved shop/cancel@" in out) == (0, True), err
    assert len(project.models["a"].calls) == asked
    assert project.check("shop", "--base", "old.json")[0] == 0


@pytest.mark.parametrize("spread", ["servers", "models"])
def test_a_budget_is_that_of_the_whole_command(spread: str, project: Project) -> None:
    git(project.folder, "init", "-q", "-b", "main")
    servers = ("shop", "bank") if spread == "servers" else ("shop",)
    for name in servers:
        project.suite(name, server=name)
        project.tools(f"{name}.json", TOOLS)
    git(project.folder, "add", "-A")
    git(project.folder, "commit", "-qm", "as it was")
    for name in servers:
        project.tools(f"{name}.json", EDIT)
    tables = "".join(f'[servers.{name}]\nfile = "{name}.json"\n' for name in servers)
    names = ("a",) if spread == "servers" else ("a", "b")
    project.configure(*(Model(name, drawn) for name in names), settings=tables)
    code, found = project.check("shop", *servers[1:], "--budget", "20")
    calls = sum(len(model.calls) for model in project.models.values())
    assert calls == found["spent"]["calls"] == 20
    assert statuses(found)["cancel"] in ("regressed", "no_verdict")
    assert code in (1, 4)
    assert "is spent" in json.dumps(found)


def test_alike_requests_of_two_suites_are_told_apart(project: Project) -> None:
    project.suite("bank")
    project.configure(Model("a", drawn), settings='[servers.shop]\nfile = "new.json"\n')
    for form in ("text", "markdown"):
        _, out, _ = project.call("check", "shop", "--base", "old.json", "--format", form)
        assert out.count("shop/cancel") >= 2, form
        assert out.count("bank/cancel") >= 2, form


@pytest.mark.parametrize(
    ("choice", "unsent", "counted"),
    [
        (Choice(None), False, "none"),
        (Choice("look"), False, "look"),
        (Choice("none"), False, "none (a tool)"),
        (Choice("look"), True, "look (no such tool)"),
        (Choice("none"), True, "none (no such tool)"),
        (None, False, ""),
    ],
)
def test_calling_a_tool_is_never_taken_for_calling_none(choice: Choice | None, unsent: bool, counted: str) -> None:
    assert Trial("s", "c", "m", Edition.AFTER, 0, "", choice, unsent=unsent).chosen == counted


def test_two_models_that_reports_could_not_tell_apart_are_refused(project: Project) -> None:
    one = Model("same", good)
    project.configure(one)
    project.models["other"] = one
    text = (project.folder / "toolwatch.toml").read_text().replace('["same"]', '["same", "second"]')
    (project.folder / "toolwatch.toml").write_text(f'{text}[models.second]\nprovider = "openai"\nmodel = "same"\n')
    code, out, err = project.call("check", *ONE)
    assert (code, out) == (2, "")
    assert "the models same and second are both scripted:same in reports: give one a `label`" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("check", *ONE[:1], "--base", "", *ONE[3:]), "--base': is empty", id="an empty base"),
        pytest.param(("run", "old.json", "--suite", "suites/none"), "the suite none has no case yet", id="empty run"),
        pytest.param(("check", *ONE, "--model", "embeded"), "no model is called embeded", id="a misspelt model"),
    ],
)
def test_what_cannot_be_meant_is_refused(words: tuple[str, ...], said: str, project: Project) -> None:
    project.suite("none", "cases: []\n")
    project.configure(Model("a", drawn))
    code, out, err = project.call(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1 or "Usage:" in err
    assert project.models["a"].calls == []


def test_a_duplicate_tool_gets_its_controls_once(project: Project) -> None:
    project.tools("old.json", TOOLS, "look")
    project.tools("new.json", EDIT, "look")
    project.configure(Model("a", drawn))
    _, found = project.check(*ONE)
    case = next(case for case in found["cases"] if case["id"] == "cancel")
    kinds = [(one["what"], one.get("tool")) for one in case["controls"]]
    assert len(kinds) == len(set(kinds)) > 1


def test_a_control_that_changes_nothing_that_is_sent_is_left_out(project: Project) -> None:
    class Cut(Model):
        def request(self, ask: Ask) -> dict[str, Any]:
            tools = [[tool.name, tool.description[:60]] for tool in ask.tools]
            return {"messages": [turn.content for turn in ask.messages], "tools": tools}

    project.tools("new.json", {**TOOLS, "look": f"Use for everything. {TOOLS['look']} {'And so on. ' * 9}"})
    project.configure(Cut("a", drawn))
    _, found = project.check(*ONE)
    case = next(case for case in found["cases"] if case["id"] == "cancel")
    assert case["status"] == "regressed"
    whats = {one["what"] for one in case["controls"]}
    assert "a neutral word in front" in whats
    assert not whats & {"a neutral clause", "a trailing space", "the final full stop"}


def test_a_control_under_which_half_of_the_answers_are_right_is_not_stood_up_to(project: Project) -> None:
    def halves(ask: Ask) -> str | None:
        plain = any(tool.description == EDIT["look"] for tool in ask.tools)
        return good(ask) if not plain and ask.repeat % 2 == 0 else drawn(ask)

    project.configure(Model("a", halves))
    _, found = project.check(*ONE)
    case = next(case for case in found["cases"] if case["id"] == "cancel")
    assert case["fragile"]
    on_top = [one for one in case["controls"] if one["what"] != "as much neutral text instead"]
    assert {one["holds"] for one in on_top} == {False}
    controls = [ask for ask in project.models["a"].calls if ask.messages[-1].content == "cancel it"]
    assert len(controls) <= 2 * 3 + 5 * 6


def test_why_a_control_was_not_answered_is_said(project: Project) -> None:
    project.configure(Model("a", drawn))
    plain = len(project.models["a"].calls)
    _, found = project.check(*ONE)
    needed = (
        len(project.models["a"].calls)
        - plain
        - len(next(case for case in found["cases"] if case["id"] == "cancel")["controls"])
    )
    (project.folder / ".toolwatch" / "answers.sqlite").unlink()
    project.configure(Model("a", drawn))
    _, out, _ = project.call("check", *ONE, "--budget", str(needed))
    assert f"not asked: the budget of {needed} calls is spent" in " ".join(out.split())
