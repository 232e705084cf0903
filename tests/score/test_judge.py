"""The judge: what it is asked, how its answers are read, and that it is off by default."""

import json
import sys
from pathlib import Path

import pytest
import yaml

from toolwatch.cli.main import run
from toolwatch.model.trace import Call, Golden, GoldenCall, Trace
from toolwatch.score.matching import matches
from toolwatch.score.semantic import Question, answer, questions, widened

# A judge that finds texts equal when they have the same letters; how it answers is its first argument.
JUDGE = """
import json, sys
ask = json.load(sys.stdin)
pairs = json.loads(ask["messages"][0]["content"])
kin = lambda text: sorted(c for c in text.lower() if c.isalnum())
verdicts = [kin(p["wanted"]) == kin(p["given"]) for p in pairs]
mode = sys.argv[1]
text = {"good": json.dumps(verdicts), "fenced": "```json\\n" + json.dumps(verdicts) + "\\n```",
        "silent": "I cannot say.", "alone": json.dumps(verdicts) if len(pairs) == 1 else "too many"}[mode]
with open(sys.argv[2], "a") as log:
    log.write(f"{len(pairs)}\\n")
print(json.dumps({"tool": None, "text": text}))
"""


@pytest.mark.parametrize(
    ("text", "number", "verdicts"),
    [
        ("[true, false]", 2, (True, False)),
        ("Here: ```json\n[true]\n```", 1, (True,)),
        ("[true]", 2, None),
        ("[1, 0]", 2, None),
        ("true", 1, None),
        ("", 1, None),
        ("[true, maybe]", 2, None),
    ],
)
def test_answers(text: str, number: int, verdicts: tuple[bool, ...] | None) -> None:
    assert answer(text, number) == verdicts


def test_only_texts_that_differ_are_asked_and_only_equal_ones_let_through() -> None:
    golden = Golden("t", (GoldenCall("a", {"x": {"equal": "New York"}, "y": {"equal": 3}, "z": {"regex": "q"}}),))
    trace = Trace("t", (Call("a", {"x": "new-york", "y": 4, "z": "r"}),))
    (question,) = questions(trace, golden)
    assert question == Question("New York", "new-york")
    wider = widened(golden, [question]).calls[0].arguments
    assert wider is not None
    assert matches(wider["x"], "new-york")
    assert matches(wider["x"], "New York")
    assert not matches(wider["x"], "newyork")
    assert (wider["y"], wider["z"]) == ({"equal": 3}, {"regex": "q"})


@pytest.mark.parametrize(
    ("mode", "batches", "code"),
    [
        pytest.param("good", [2], 0, id="one call for all"),
        pytest.param("fenced", [2], 0, id="fenced"),
        pytest.param("alone", [2, 1, 1], 0, id="falls back to one by one"),
        pytest.param("silent", [2, 1, 1], 1, id="no verdict stays wrong"),
        pytest.param("", [], 1, id="off by default"),
    ],
)
def test_command(
    mode: str, batches: list[int], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "judge.py").write_text(JUDGE)
    command = json.dumps([sys.executable, "judge.py", mode, "log"])
    (tmp_path / "toolwatch.toml").write_text(
        f'[models.judge]\nprovider = "command"\ncommand = {command}\nconcurrency = 1\n'
    )
    arguments = {"city": "New York", "street": "Main St."}
    golden = {"tasks": [{"task": "t", "calls": [{"tool": "go", "arguments": arguments}]}]}
    (tmp_path / "golden.yaml").write_text(yaml.safe_dump(golden))
    (tmp_path / "t.json").write_text(json.dumps([{"tool": "go", "args": {"city": "new york", "street": "main st"}}]))
    judged = ["--judge", "judge"] if mode else []
    assert run(["score", "t.json", "--golden", "golden.yaml", *judged]) == code
    log = tmp_path / "log"
    assert [int(line) for line in log.read_text().split()] == batches if batches else not log.exists()
    out = capsys.readouterr().out
    assert ("judge command" in out) is bool(mode)
    assert ("2 without verdict" in out) is (mode == "silent")
