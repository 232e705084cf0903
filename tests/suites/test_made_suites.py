"""What ``suite new``, ``add`` and ``import`` leave behind can always be read; what cannot be is refused whole."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwatch import suites
from toolwatch.cli.exits import Exit
from toolwatch.cli.main import run
from toolwatch.config.settings import load
from toolwatch.errors import UsageError
from toolwatch.pipeline import suite as making

TOOLS = [{"name": name, "description": name, "inputSchema": {"type": "object"}} for name in ("a", "b")]
SECRET = "sk-" + "abc1" * 6
GITHUB = "ghp_" + "a1B2" * 9


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "deep" / "project"
    folder.mkdir(parents=True)
    (folder / "tools.json").write_text(json.dumps({"tools": TOOLS}), encoding="utf-8")
    (folder / "toolwatch.toml").write_text('[servers.shop]\nfile = "tools.json"\n', encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def left(folder: Path) -> set[str]:
    """Every file below the project's parents, as far as the project does not bring it."""
    brought = {"tools.json", "toolwatch.toml", "in"}
    return {path.name for path in folder.parents[1].rglob("*") if path.is_file() and path.stem not in brought} - brought


def put(folder: Path, name: str, data: Any) -> None:
    (folder / name).write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")


CSV = "request,expected,must not\n"
LOG = {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]}
REFUSED_FILES: dict[str, tuple[str, Any, str]] = {
    "right and wrong": ("in.csv", f"{CSV}Hi,a,b\nHo,a,a\n", "in.csv:3:1: must_not: 'a' is also right"),
    "a tool and none": ("in.csv", f"{CSV}Hi,a;none,\n", "in.csv:2:1: expect: names tools and 'none'"),
    "no tool's name": ("in.json", [{"tool": "", "description": "x"}], "in.json:1:1: "),
    "an empty tool among the right": ("in.json", {**LOG, "corrected": ["a", ""]}, "in.json:1:1: expect.1: is empty"),
    "corrected by no text": ("in.json", {**LOG, "corrected": [1, None]}, "`corrected` must be a tool or a list"),
    "corrected by none and a tool": ("in.json", {**LOG, "corrected": ["none", "a"]}, "names tools and 'none'"),
    "an unknown kind of abstention": (
        "in.json",
        [{"messages": [{"role": "user", "content": "Hi"}], "expected": [], "abstain": "often"}],
        "in.json:1:2: abstain: ",
    ),
}


@pytest.mark.parametrize("name", REFUSED_FILES)
def test_an_import_that_could_not_be_read_leaves_nothing(
    name: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, data, words = REFUSED_FILES[name]
    put(project, file, data)
    assert run(["suite", "import", "new", file, "--server", "shop"]) == Exit.USAGE
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert words in line
    assert left(project) == set()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new", "in.csv", "--server", "shop", "--tools", "t.json"], "carries no tool definitions"),
        (["../../esc", "in.csv", "--server", "shop"], "is no name for a suite"),
        (["../../esc", "in.csv"], "there is no suite '../../esc' yet"),
        (["/tmp/no-such-suite", "in.csv", "--server", "shop"], "is no name for a suite"),
        (["new", "in.csv", "--server", "nosuch"], "no server is called nosuch"),
        (["x" * 300, "in.csv", "--server", "shop"], "is no name for a suite"),
        (["x\x1b[31m", "in.csv", "--server", "shop"], "is no name for a suite"),
        (["new", "in.csv", "--server", "shop", "--replace", ""], "--replace is empty"),
        (["new", "in.csv", "--server", "shop", "--replace", " "], "--replace is empty"),
    ],
)
def test_an_import_is_looked_at_before_anything_is_written(
    words: list[str], said: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(project, "in.csv", f"{CSV}Hi,a,b\n")
    assert run(["suite", "import", *words]) == Exit.USAGE
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert said in line
    assert "\x1b" not in line
    assert len(line) < 400
    assert left(project) == set()


def test_an_import_into_a_suite_of_another_server_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "toolwatch.toml").write_text(
        '[servers.shop]\nfile = "tools.json"\n[servers.till]\nfile = "tools.json"\n'
    )
    put(project, "in.csv", f"{CSV}Hi,a,b\n")
    assert run(["suite", "new", "shop"]) == Exit.PASS
    assert run(["suite", "import", "shop", "in.csv", "--server", "till"]) == Exit.USAGE
    assert "is for the server shop" in capsys.readouterr().err
    assert run(["suite", "import", "suites/shop", "in.csv", "--server", "shop"]) == Exit.PASS
    assert [case.request for case in suites.read(project / "suites/shop/suite.yaml").cases] == ["Hi"]


@pytest.mark.parametrize("name", ["a\nb", "x\x1b[31m", "x" * 300, "", ".a", "a/b", "..", "a:b", "ä", "a b", "\udcff"])
def test_a_name_that_is_none_makes_no_suite(name: str, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["suite", "new", "--server", "shop", name]) == Exit.USAGE
    err = capsys.readouterr().err
    assert "is no name for a suite" in err
    assert "\x1b" not in err
    assert left(project) == set()


@pytest.mark.parametrize("command", [["stats"], ["lint"], ["add", "--request", "x", "--expect", "none"]])
@pytest.mark.parametrize("name", ["x" * 300, "a\x1b[31m", "no\nwhere"])
def test_a_suite_of_an_odd_name_is_one_line(
    command: list[str], name: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["suite", *command, name]) == Exit.USAGE
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert "there is no suite" in line
    assert "\x1b" not in line


@pytest.mark.parametrize(
    "server", ["shop", "on", "1e3", "a: b", "#x", "a\nb", "null", "'", '"', "é", "\x1b[31m", "{", "x" * 500]
)
def test_a_suite_is_for_the_server_that_was_named(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["suite", "new", "some", "--server", server]) == Exit.PASS
    assert suites.read(tmp_path / "suites/some/suite.yaml").server == server


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--expect", "a", "--must-not", "a"], "must_not: 'a' is also right or allowed"),
        (["--expect", "none", "--expect", "a"], "--expect names tools and none"),
        (["--expect", ""], "a tool without a name"),
        (["--expect", "a", "--must-not", " "], "a tool without a name"),
        (["--expect", "a", "--id", "an id"], "id: may hold letters, digits"),
        (["--expect", "a", "--id", "x" * 200], "id: may hold letters, digits"),
        (["--expect", "a", "--note", "bad \udcff"], "is no UTF-8 text"),
        (["--expect", "a", "--replace", ""], "--replace is empty"),
    ],
)
def test_a_case_that_could_not_be_read_is_refused(
    words: list[str], said: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["suite", "new", "shop"])
    assert run(["suite", "add", "shop", "--request", "w3", *words]) == Exit.USAGE
    assert said in capsys.readouterr().err
    assert "added.yaml" not in left(project)
    assert run(["suite", "add", "shop", "--request", "w3", "--expect", "a", "--expect", "a"]) == Exit.PASS
    assert [case.expected for case in suites.read(project / "suites/shop/suite.yaml").cases] == [("a",)]


def test_a_file_of_cases_that_is_no_text_is_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["suite", "new", "shop"])
    (project / "suites/shop/cases").mkdir()
    (project / "suites/shop/cases/added.yaml").write_bytes(b"cases: []\n# \xff\n")
    assert run(["suite", "add", "shop", "--request", "w3", "--expect", "a"]) == Exit.USAGE
    assert "added.yaml: is no UTF-8 text (byte 12)" in capsys.readouterr().err


def test_half_a_character_of_a_log_that_was_cut_is_replaced(project: Path) -> None:
    log = {"messages": [{"role": "user", "content": "nice \ud83d"}, {"role": "assistant", "content": "Ho"}]}
    put(project, "in.json", [log])
    assert run(["suite", "import", "new", "in.json", "--server", "shop"]) == Exit.PASS
    assert [case.request for case in suites.read(project / "suites/new/suite.yaml").cases] == ["nice \ufffd"]


def test_a_call_without_arguments_and_a_tool_named_twice_come_in(project: Path) -> None:
    call = {"id": "1", "function": {"name": "a", "arguments": "{}"}}
    turns = [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "1", "content": ""},
        {"role": "user", "content": "And now?"},
    ]
    put(project, "in.json", [{"messages": turns, "expected": ["b", "b"]}])
    assert run(["suite", "import", "new", "in.json", "--server", "shop"]) == Exit.PASS
    (case,) = suites.read(project / "suites/new/suite.yaml").cases
    assert case.expected == ("b",)
    assert [(turn.tool, turn.arguments) for turn in case.history] == [("", None), ("a", {}), ("a", None)]


@pytest.mark.sample
@given(request=st.text(min_size=1, max_size=30), note=st.text(max_size=30), tool=st.text(max_size=8))
@settings(
    derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150
)
def test_any_text_is_kept_as_it_is_or_refused(request: str, note: str, tool: str, project: Path) -> None:
    (project / "toolwatch.toml").write_text("", encoding="utf-8")
    found = load(None)
    folder = project / "suites/shop"
    if not folder.exists():
        making.new(found, "shop", "shop")
    case = making.Misrouted(request, (tool,), note=note, redact=False)
    try:
        making.add(found, "shop", case)
    except UsageError:
        suites.read(folder / "suite.yaml")
        return
    last = suites.read(folder / "suite.yaml").cases[-1]
    assert (last.request, last.note, last.expected) == (request, note, () if tool == "none" else (tool,))
    (folder / "cases/added.yaml").unlink()


FIELDS = ("note", "source", "category", "language")


def test_what_is_added_holds_no_personal_data_in_any_field(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["suite", "new", "shop"])
    personal = f"{SECRET} {GITHUB} mail bob@corp.io tel +49 170 1234567"
    words = [word for field in FIELDS for word in (f"--{field}", f"{field}: {personal}")]
    add = ["suite", "add", "shop", "--expect", "none", "--request", f"my key is {personal}", "--chosen", "a"]
    assert run([*add, *words]) == Exit.PASS
    out, err = capsys.readouterr()
    text = (project / "suites/shop/cases/added.yaml").read_text(encoding="utf-8")
    for value in (SECRET, GITHUB):
        assert value not in text + out + err
    for value in ("bob@corp.io", "+49 170 1234567"):
        assert value not in text
    assert "replaced: secret -> example-secret-1" in err
    assert "replaced: e-mail bob@corp.io -> sam1@example.com" in err


def test_what_is_imported_holds_no_personal_data_in_any_field(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heads = ("id", "request", "expected", *FIELDS)
    cell = f"{SECRET} bob@corp.io"
    put(project, "in.csv", f"{','.join(heads)}\n{','.join('a' if head == 'expected' else cell for head in heads)}\n")
    assert run(["suite", "import", "new", "in.csv", "--server", "shop"]) == Exit.PASS
    out, err = capsys.readouterr()
    text = (project / "suites/new/cases/in.yaml").read_text(encoding="utf-8")
    assert SECRET not in text + out + err
    assert "bob@corp.io" not in text


def test_a_name_that_one_case_tells_is_replaced_in_all(project: Path) -> None:
    put(project, "in.csv", f"{CSV}It is for Bob Smith,a,\nMy name is Bob Smith. Bob Smith waits,a,\n")
    assert run(["suite", "import", "new", "in.csv", "--server", "shop"]) == Exit.PASS
    requests = [case.request for case in suites.read(project / "suites/new/suite.yaml").cases]
    assert requests == ["It is for Sam Taylor", "My name is Sam Taylor. Sam Taylor waits"]
