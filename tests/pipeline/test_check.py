"""The main job, whole, on real files and a real git repository."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pipeline.helpdesk import TOOLS, Check, edit, git
from toolwatch.cli.main import run


def test_the_unedited_list_passes_and_asks_nothing(project: Path, check: Check) -> None:
    code, document, _ = check()
    assert (code, document["verdict"]["status"], document["changes"], document["cases"]) == (0, "pass", [], [])
    assert not (project / ".toolwatch").exists(), "nothing was asked, so nothing is kept"


def test_the_broad_edit_regresses_a_boundary_case(project: Path, check: Check) -> None:
    edit(project, "broad")
    code, document, _ = check()
    assert (code, document["verdict"]["status"]) == (1, "fail")
    regressed = {
        case["id"]: (case["before"], case["after"]) for case in document["cases"] if case["status"] == "regressed"
    }
    assert regressed
    assert all(after == "start_return" != before for before, after in regressed.values())
    pairs = {case["pair"] for case in document["cases"] if case["id"] in regressed}
    assert pairs
    assert "" not in pairs
    assert None not in pairs
    for pair in pairs:
        assert len([case for case in document["cases"] if case["pair"] == pair]) == 2, "both sides of a torn pair"


def test_the_helpful_edit_passes(project: Path, check: Check) -> None:
    edit(project, "helpful")
    code, document, _ = check()
    assert (code, document["verdict"]["status"]) == (0, "pass")
    assert document["changes"]
    assert document["cases"]


@pytest.mark.parametrize("name", ["markdown", "text", "json"])
def test_twice_is_the_same_bytes_and_costs_nothing(
    name: str, project: Path, check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(project, "broad")
    check()
    outputs = set()
    for _ in range(2):
        run(["check", "--format", name])
        outputs.add(capsys.readouterr().out)
    assert len(outputs) == 1
    _, document, _ = check()
    assert document["spent"].get("calls", 0) == 0


@pytest.mark.parametrize(
    ("client", "note"),
    [
        ("", None),
        ("cursor", None),
        ("gemini", "lookup_order: not sent at all"),  # refuses additionalProperties
    ],
)
def test_what_the_model_was_not_sent_is_said(client: str, note: str | None, project: Path, check: Check) -> None:
    with (project / "toolwatch.toml").open("a") as file:
        file.write(f'[models.embedded]\nprovider = "embedded"\nclient = "{client}"\n')
    edit(project, "broad")
    code, document, _ = check()
    said = [reason["text"] for reason in document["verdict"]["reasons"] if "otherwise" in reason["text"]]
    assert [note in text for text in said] == ([True] if note else [])
    if client == "gemini":
        assert {case["after"] for case in document["cases"]} == {"none"}, "nothing was sent, so nothing was chosen"
        assert code == 4, "no verdict on cases whose tool no model saw"
    else:
        assert code == 1


def test_no_case_is_asked_when_the_order_of_keys_changed(project: Path, check: Check) -> None:
    document = json.loads(TOOLS.read_text())
    tools = document["tools"] if isinstance(document, dict) else document
    turned = [dict(reversed(list(tool.items()))) for tool in tools]
    (project / "suites/helpdesk/tools.json").write_text(json.dumps({"tools": turned}))
    code, found, _ = check()
    assert (code, found["verdict"]["status"], found["cases"]) == (0, "pass", [])


def test_a_suite_for_a_server_that_nobody_configured_is_not_left_out_in_silence(project: Path, check: Check) -> None:
    suite = project / "suites/helpdesk/suite.yaml"
    suite.write_text(suite.read_text().replace("server: helpdesk", "server: helpdsk", 1))
    code, _, err = check()
    assert code == 2
    assert "helpdsk, which is not configured" in err
    code, found, _ = check("helpdesk")
    assert code == 0, "other servers' suites are nobody's business where a target is named"
    assert "is for the server helpdsk, which is neither configured nor" in json.dumps(found["verdict"])


@pytest.mark.parametrize("select", ["all", "none", "affected"])
def test_select(select: str, project: Path, check: Check) -> None:
    edit(project, "broad")
    code, document, _ = check("--select", select)
    asked = len(document["cases"])
    total = document["selection"]["total"]
    expected = {"all": asked == total, "none": asked == 0, "affected": 0 < asked < total}
    assert expected[select], asked
    assert code == {"all": 1, "affected": 1, "none": 0}[select]
    if select == "none":
        assert "were not asked" in json.dumps(document["verdict"])


def test_an_edit_that_only_reorders_counts(project: Path, check: Check) -> None:
    document = json.loads(TOOLS.read_text())
    tools = document["tools"] if isinstance(document, dict) else document
    (project / "suites/helpdesk/tools.json").write_text(json.dumps({"tools": tools[::-1]}))
    _, found, _ = check()
    assert found["cases"], "another order is another question"


def test_a_broken_after_list_is_blind_not_empty(project: Path, check: Check) -> None:
    (project / "suites/helpdesk/tools.json").write_text("{")
    code, document, _ = check()
    assert (code, document["verdict"]["status"]) == (3, "unknown")
    assert document["changes"] == []
    assert document["cases"] == []


def test_a_server_that_exits_is_blind(project: Path, check: Check) -> None:
    (project / "toolwatch.toml").write_text('[servers.helpdesk]\ncommand = "false"\n')
    snapshot = project / "snapshots/helpdesk.json"
    assert run(["snapshot", str(TOOLS), "--output", str(snapshot)]) == 0
    git(project, "add", "-A")
    git(project, "commit", "-qm", "snapshot")
    code, document, _ = check()
    assert (code, document["verdict"]["status"]) == (3, "unknown")


BAD = [
    pytest.param(("nothing-here",), 2, ("nothing-here",), id="unknown target"),
    pytest.param(("--base", "no-such-ref"), 3, ("no-such-ref",), id="unknown ref"),
    pytest.param(("--model", "gpt:x"), 2, ("gpt:x", "embedded"), id="unknown model"),
    pytest.param(("--suite", "suites/helpdesk"), 2, ("--suite", "one target"), id="suite without a target"),
    pytest.param(("--config", "none.toml"), 2, ("none.toml",), id="no such configuration"),
    pytest.param(("--output", "/proc/none/x"), 2, ("/proc",), id="a place that cannot be written"),
]


@pytest.mark.parametrize(("arguments", "code", "says"), BAD)
def test_bad_usage_is_one_line(
    arguments: tuple[str, ...], code: int, says: tuple[str, ...], project: Path, check: Check
) -> None:
    edit(project, "broad")
    got, document, err = check(*arguments)
    assert (got, document) == (code, {}), err
    assert all(words in err for words in says), err
    assert "Traceback" not in err
    assert len([line for line in err.splitlines() if line and not line.startswith(("Usage:", "Try "))]) == 1, err


def test_a_suite_that_names_an_unknown_tool_is_named_with_its_line(project: Path, check: Check) -> None:
    suite = project / "suites/helpdesk/suite.yaml"
    suite.write_text(suite.read_text().replace("expect: check_stock", "expect: check_stok", 1))
    code, _, err = check()
    assert code == 2
    assert "suite.yaml:" in err
    assert "check_stok" in err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[servers.x]\n", "servers.x"),
        ("[gate]\nregresed = 'warn'\n", "gate.regresed: unknown setting"),
        ("[gate]\nmoved = 'maybe'\n", "gate.moved"),
        ("[run]\nrepeats = 0\n", "run.repeats"),
        ("servers = 3\n", "servers"),
        ("[", "is no TOML"),
    ],
)
def test_a_bad_configuration_names_file_and_field(text: str, says: str, project: Path, check: Check) -> None:
    (project / "toolwatch.toml").write_text(text)
    code, _, err = check()
    assert code == 2
    assert "toolwatch.toml" in err
    assert says in err
    assert len(err.splitlines()) == 1


def test_a_model_that_never_answers_gives_no_verdict(project: Path, check: Check) -> None:
    (project / "toolwatch.toml").write_text(
        '[servers.helpdesk]\nfile = "suites/helpdesk/tools.json"\n'
        '[models.dead]\nprovider = "command"\ncommand = ["false"]\ntries = 1\n'
    )
    edit(project, "broad")
    code, document, _ = check()
    assert (code, document["verdict"]["status"]) == (4, "unknown")
    assert {case["status"] for case in document["cases"]} == {"no_verdict"}


def test_an_empty_suite_proves_nothing(project: Path, check: Check) -> None:
    (project / "suites/helpdesk/suite.yaml").write_text("server: helpdesk\nsystem: system.md\n")
    assert check()[0] == 0, "nothing changed, so there is nothing to prove"
    edit(project, "broad")
    code, document, _ = check()
    assert (code, document["verdict"]["status"]) == (4, "unknown")
    assert "has no case" in json.dumps(document["verdict"])
    assert "`toolwatch suite add helpdesk`" in json.dumps(document["verdict"]), "what to do"
    assert check("--select", "none")[0] == 0, "no case was to be asked"


def test_a_target_that_is_named_twice_is_checked_once(project: Path, check: Check) -> None:
    edit(project, "broad")
    _, once, _ = check("helpdesk")
    _, twice, _ = check("helpdesk", "helpdesk")
    assert [case["id"] for case in twice["cases"]] == [case["id"] for case in once["cases"]]
    assert twice["changes"] == once["changes"]
    assert len(twice["servers"]) == 1


@pytest.mark.parametrize(("rule", "code"), [("all", 1), ("any", 0), ("stubborn", 0), ("nobody", 1)])
def test_two_models(rule: str, code: int, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "other.py").write_text('print(\'{"tool": "lookup_order"}\')\n')
    (project / "toolwatch.toml").write_text(
        '[servers.helpdesk]\nfile = "suites/helpdesk/tools.json"\n'
        f'[models.stubborn]\nprovider = "command"\ncommand = ["{sys.executable}", "other.py"]\n'
        f'[gate]\nmodels = "{rule}"\n'
    )
    edit(project, "broad")
    assert run(["check", "--model", "embedded", "--model", "stubborn"]) == code
    out = capsys.readouterr().out
    assert "the models agree on" in out
    assert ("was not asked" in out) is (rule == "nobody")


def test_a_full_disk_is_one_line(project: Path) -> None:
    edit(project, "helpful")
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "toolwatch", "check", "--format", "json"],
            cwd=project, stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr
