"""``toolwatch suite``, ``affected`` and ``noise`` as a user types them."""

import json
from pathlib import Path

import pytest

from toolwatch.cli.exits import Exit
from toolwatch.cli.main import run

TOOLS = {
    "tools": [
        {"name": "check_stock", "description": "Check what is on the shelf.", "inputSchema": {"type": "object"}},
        {"name": "issue_refund", "description": "Pay money back to the card.", "inputSchema": {"type": "object"}},
    ]
}
HELPDESK = Path(__file__).parents[2] / "suites" / "helpdesk"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one server, read from a file, and no suite yet."""
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    (tmp_path / "toolwatch.toml").write_text(
        '[servers.shop]\nfile = "tools.json"\n[select]\nscorer = false\n', encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_suite_is_begun_grown_and_counted(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["suite", "new", "shop"]) == Exit.PASS
    assert run(["suite", "new", "shop"]) == Exit.USAGE
    add = ["suite", "add", "shop", "--request", "I'm kim@mail.org, it never came", "--expect", "issue_refund"]
    assert run([*add, "--chosen", "check_stock", "--category", "lost"]) == Exit.PASS
    assert run(["suite", "add", "shop", "--request", "Thank you!", "--expect", "none", "--id", "thanks"]) == Exit.PASS
    assert run(["suite", "add", "shop", "--request", "Again", "--expect", "none", "--id", "thanks"]) == Exit.USAGE
    out, err = capsys.readouterr()
    assert "replaced: e-mail kim@mail.org -> sam1@example.com" in err
    assert "the id 'thanks' is taken" in err
    text = (project / "suites/shop/cases/added.yaml").read_text(encoding="utf-8")
    assert "kim@mail.org" not in text + out
    assert "note: went to check_stock" in text
    assert run(["suite", "stats", "--format", "json"]) == Exit.PASS
    (stats,) = json.loads(capsys.readouterr().out)["suites"]
    assert stats["tools"] == {"issue_refund": 1, "check_stock": 0}
    assert (stats["cases"], stats["categories"]) == (2, {"lost": 1})
    assert run(["suite", "stats"]) == Exit.PASS
    assert "0  check_stock" in capsys.readouterr().out


@pytest.mark.parametrize("known", ["file", "snapshot"])
@pytest.mark.parametrize(
    "wrong",
    [["--expect", "chek_stock"], ["--expect", "issue_refund", "--must-not", "chek_stock"]],
    ids=["right", "not"],
)
def test_a_case_for_a_tool_that_is_not_there_is_refused(
    known: str, wrong: list[str], project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if known == "snapshot":
        assert run(["snapshot", "shop"]) == Exit.PASS
        (project / "toolwatch.toml").write_text('[servers.shop]\ncommand = "no-such-program"\n', encoding="utf-8")
    assert run(["suite", "new", "shop"]) == Exit.PASS
    capsys.readouterr()
    assert run(["suite", "add", "shop", "--request", "Any left?", *wrong]) == Exit.USAGE
    assert "'chek_stock', which shop does not have; did you mean check_stock" in capsys.readouterr().err
    assert not (project / "suites/shop/cases/added.yaml").exists()


def test_what_stands_in_a_file_of_cases_is_kept(project: Path) -> None:
    run(["suite", "new", "shop"])
    file = project / "suites/shop/cases/added.yaml"
    file.parent.mkdir()
    file.write_text("# mine\ncases:\n  - {id: a, request: Hi, expect: none} # first\n", encoding="utf-8")
    assert run(["suite", "add", "shop", "--request", "Where is it?", "--expect", "check_stock"]) == Exit.PASS
    assert file.read_text(encoding="utf-8").startswith(
        "# mine\ncases:\n  - {id: a, request: Hi, expect: none} # first\n  - id: where"
    )
    before = "cases:\n  - {id: b, request: Ho, expect: none}\nboundaries: []\n"
    file.write_text(before, encoding="utf-8")
    assert run(["suite", "add", "shop", "--request", "And now?", "--expect", "check_stock"]) == Exit.USAGE
    assert file.read_text(encoding="utf-8") == before


def test_a_file_is_imported_into_a_new_suite(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = {"messages": [{"role": "user", "content": "Hi, it's lost"}, {"role": "assistant", "content": "Sorry"}]}
    (project / "log.jsonl").write_text(json.dumps(log) + "\n", encoding="utf-8")
    (project / "set.json").write_text(
        json.dumps([{"messages": log["messages"][:1], "expected": "issue_refund", "tools": TOOLS["tools"]}]),
        encoding="utf-8",
    )
    assert run(["suite", "import", "new", "log.jsonl"]) == Exit.USAGE
    assert "give --server" in capsys.readouterr().err
    assert run(["suite", "import", "new", "log.jsonl", "--server", "shop"]) == Exit.PASS
    assert "1 are marked REVIEW" in capsys.readouterr().out
    assert run(["suite", "import", "new", "log.jsonl"]) == Exit.USAGE
    assert "is there already" in capsys.readouterr().err
    assert run(["suite", "import", "new", "set.json", "--tools", "carried.json"]) == Exit.PASS
    assert json.loads((project / "carried.json").read_text(encoding="utf-8")) == TOOLS
    assert run(["suite", "lint", "new"]) == Exit.GATE_FAILED
    out = capsys.readouterr().out
    assert "TW610 not_reviewed" in out
    assert "TW607 duplicate_request" in out
    assert "suites/new/cases/log.yaml:3:5: warning TW610" in out.replace(str(project) + "/", "")


def test_lint_of_a_server_that_cannot_be_seen_is_no_pass(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = project / "suites" / "gone"
    folder.mkdir(parents=True)
    (folder / "suite.yaml").write_text("server: gone\ncases: []\n")
    assert run(["suite", "lint", "gone"]) == Exit.NOT_OBSERVED
    assert "cannot be looked at" in capsys.readouterr().out
    assert run(["suite", "lint", "gone", "--target", "tools.json"]) == Exit.GATE_FAILED


def test_lint_as_json(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["suite", "new", "shop"])
    capsys.readouterr()
    assert run(["suite", "lint", "--format", "json"]) == Exit.GATE_FAILED
    document = json.loads(capsys.readouterr().out)
    assert {finding["code"] for finding in document["findings"]} >= {"TW602", "TW604"}
    assert document["not_seen"] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["suite", "stats", "nothing"], "there is no suite 'nothing'; there are shop"),
        (["suite", "add", "shop", "--request", " ", "--expect", "none"], "the request is empty"),
        (["suite", "new", "../x"], "is no name for a suite"),
        (["suite", "new", "gone"], "no server is called gone: give --server, one of shop"),
        (["suite", "import", "shop", "tools.json"], "is of no format that is known here"),
        (["suite", "import", "shop", "tools.json", "--format", "x"], "--format x: there are apify"),
        (["noise"], "name a target"),
        (["noise", "shop"], "the suite has no cases yet"),
        (["noise", "nothing"], "neither a configured server"),
        (["affected", "tools.json", "shop", "--suite", "suites/shop"], "--suite goes with exactly one target"),
    ],
)
def test_bad_use_is_one_line(
    project: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    run(["suite", "new", "shop"])
    capsys.readouterr()
    code = run(arguments)
    err = capsys.readouterr().err.strip().splitlines()
    assert "Traceback" not in "".join(err)
    assert code == Exit.USAGE
    assert words in err[-1]


def test_affected_tells_the_cases_and_asks_nobody(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit = [str(HELPDESK / "edits/broad.json"), "--base", str(HELPDESK / "tools.json"), "--suite", str(HELPDESK)]
    assert run(["affected", *edit, "--format", "json"]) == Exit.PASS
    (server,) = json.loads(capsys.readouterr().out)["servers"]
    assert (server["server"], server["total"]) == ("helpdesk", 42)
    assert len(server["picked"]) + len(server["left_out"]) == 42
    assert 0 < server["share"] < 0.35
    assert 0 < server["bound"] < 1
    assert run(["affected", *edit]) == Exit.PASS
    first, *rest = capsys.readouterr().out.splitlines()
    assert "of 42 cases are run" in first
    assert "if no sentinel moves (95% confidence)" in first
    assert any("whose description changed" in line for line in rest)
    assert run(["affected", *edit, "--budget", "7", "--format", "json"]) == Exit.PASS
    assert len(json.loads(capsys.readouterr().out)["servers"][0]["picked"]) == 7
    assert run(["affected", *edit, "--select", "all", "-o", "out.txt"]) == Exit.PASS
    assert "42 of 42 cases are run (100%)" in (project / "out.txt").read_text(encoding="utf-8")


def test_affected_by_an_unchanged_list_is_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    same = str(HELPDESK / "tools.json")
    assert run(["affected", same, "--base", same, "--suite", str(HELPDESK)]) == Exit.PASS
    assert "every one of the 42 cases is the very same question as before" in capsys.readouterr().out
