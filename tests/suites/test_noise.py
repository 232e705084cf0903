"""The noise of a model is measured on scripted answers, kept beside the suite and read again."""

import json
import sys
from pathlib import Path

import pytest

from toolwatch import suites
from toolwatch.cli.exits import Exit
from toolwatch.cli.main import run
from toolwatch.errors import SuiteError
from toolwatch.model.noise import Noise
from toolwatch.model.suite import Suite
from toolwatch.suites import noise

TOOLS = {
    "tools": [
        {"name": name, "description": f"Does {name} things.", "inputSchema": {"type": "object"}} for name in "abc"
    ]
}
SUITE = """\
server: s
cases:
  - {id: calm, request: one, expect: a}
  - {id: shaky, request: two, expect: a}
"""
SCRIPT = """\
import json, sys
ask = json.load(sys.stdin)
texts = json.dumps(ask)
tool = "b" if "two" in texts and "It is one of the tools of this server" in texts else "a"
print(json.dumps({"tool": tool}))
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    (tmp_path / "toolwatch.toml").write_text('[servers.s]\nfile = "tools.json"\n', encoding="utf-8")
    (tmp_path / "suites" / "s").mkdir(parents=True)
    (tmp_path / "suites" / "s" / "suite.yaml").write_text(SUITE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def suite(project: Path) -> Suite:
    return suites.read(project / "suites" / "s" / "suite.yaml")


def entry(model: str, **moved: tuple[str, ...]) -> Noise:
    return Noise("s", model, "sha256:0", ("unchanged", "a space", "a clause", "a swap"), moved, 2, {})


def test_what_is_written_is_read_and_others_are_kept(project: Path) -> None:
    one, two = entry("m1", shaky=("a space",)), entry("m2", calm=("a clause", "a swap"))
    noise.write(suite(project), one)
    noise.write(suite(project), two)
    assert noise.read(suite(project)) == (one, two)
    noise.write(suite(project), entry("m1"))
    quiet, other = noise.read(suite(project))
    assert (quiet.moved, other.rate("calm"), other.rate("shaky")) == ({}, 0.5, 0.0)


def test_a_file_that_is_not_ours_names_its_line(project: Path) -> None:
    (project / "suites" / "s" / "noise.yaml").write_text("noise:\n  - {model: m}\n", encoding="utf-8")
    with pytest.raises(SuiteError, match=r"noise.yaml:2:5: noise.0.tools: is missing"):
        noise.read(suite(project))


def test_a_suite_that_was_never_measured_has_no_noise(project: Path) -> None:
    assert noise.read(suite(project)) == ()


def test_the_digest_of_a_suite_does_not_change_with_its_noise(project: Path) -> None:
    before = suite(project).digest
    noise.write(suite(project), entry("m", shaky=("a space",)))
    assert suite(project).digest == before


def test_a_share_and_a_rate() -> None:
    measured = entry("m", shaky=("a space",))
    assert (measured.share, measured.rate("shaky"), measured.rate("calm")) == (0.5, 0.25, 0.0)
    assert Noise("s", "m", "", ()).share == 0.0


@pytest.fixture
def scripted(project: Path) -> Path:
    """The project with a model that one neutral clause leads astray."""
    (project / "model.py").write_text(SCRIPT, encoding="utf-8")
    command = json.dumps([sys.executable, str(project / "model.py")])
    with (project / "toolwatch.toml").open("a", encoding="utf-8") as config:
        config.write(f'[models.m]\nprovider = "command"\nmodel = "scripted"\ncommand = {command}\n')
    return project


def test_noise_of_a_scripted_model(scripted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["noise", "s", "--placebos", "3"]) == Exit.PASS
    out, err = capsys.readouterr()
    assert "1 of 2 cases are fragile (50%)" in out
    assert "a neutral clause on b: 1 moved, 1 from right to wrong" in out
    assert "fragile: shaky, moved by 25%" in out
    assert "noise.yaml" in err
    (kept,) = noise.read(suite(scripted))
    assert kept.moved == {"shaky": ("a neutral clause on b",)}
    assert (kept.placebos[0], len(kept.placebos)) == ("unchanged", 4)
    assert run(["noise", "s", "--placebos", "3", "--no-keep", "--format", "json"]) == Exit.PASS
    document = json.loads(capsys.readouterr().out)
    assert document["noise"][0]["fragile"]["shaky"]["rate"] == 0.25


def test_one_placebo_is_an_edit_and_not_the_bare_repeat(scripted: Path) -> None:
    assert run(["noise", "s", "--placebos", "1"]) == Exit.PASS
    (kept,) = noise.read(suite(scripted))
    assert (len(kept.placebos), kept.moved) == (2, {"shaky": ("a neutral clause on b",)})


ONE_MORE_CASE = SUITE + "  - {id: new, request: three, expect: a}\n"
OTHER_TOOLS = {"tools": [*TOOLS["tools"], {"name": "d", "description": "Does d.", "inputSchema": {"type": "object"}}]}


@pytest.mark.parametrize(
    ("first", "second", "change", "kept", "says"),
    [
        pytest.param([], ["--placebos", "2"], "", 9, "2 edits here, 8 edits in noise.yaml: that stays", id="fewer"),
        pytest.param(["--placebos", "2"], ["--placebos", "1"], "", 3, "1 edit here, 2 edits in", id="fewer by one"),
        pytest.param(["--placebos", "2"], ["--placebos", "2"], "", 3, "", id="as many"),
        pytest.param(["--placebos", "2"], [], "", 9, "", id="more"),
        pytest.param([], ["--placebos", "1"], "tools", 2, "of another list or of other cases: it is replaced",
                     id="fewer, on another list"),
        pytest.param([], ["--placebos", "1"], "suite", 2, "of another list or of other cases: it is replaced",
                     id="fewer, on more cases"),
        pytest.param([], ["--placebos", "1", "--no-keep"], "", 9, "", id="nothing is kept"),
    ],
)  # fmt: skip
def test_fewer_edits_replace_no_more_without_a_word(
    first: list[str], second: list[str], change: str, kept: int, says: str, scripted: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert run(["noise", "s", *first]) == Exit.PASS
    if change == "tools":
        (scripted / "tools.json").write_text(json.dumps(OTHER_TOOLS))
    if change == "suite":
        (scripted / "suites" / "s" / "suite.yaml").write_text(ONE_MORE_CASE)
    capsys.readouterr()
    assert run(["noise", "s", *second]) == Exit.PASS
    err = capsys.readouterr().err
    assert says in err
    assert (" here, " in err) is bool(says)
    (known,) = noise.read(suite(scripted))
    assert len(known.placebos) == kept


def test_an_unanswered_question_is_no_measurement(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = (project / "toolwatch.toml").read_text(encoding="utf-8")
    command = json.dumps([sys.executable, "-c", "print('nonsense')"])
    (project / "toolwatch.toml").write_text(
        config + f'[models.m]\nprovider = "command"\nmodel = "broken"\ntries = 1\ncommand = {command}\n',
        encoding="utf-8",
    )
    assert run(["noise", "s", "--placebos", "1"]) == Exit.NO_VERDICT
    assert "nothing can be said of the noise" in capsys.readouterr().err
    assert not (project / "suites" / "s" / "noise.yaml").exists()
