"""Claims on questions: one process at a time, given back by whatever end."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.runner.scripted import Scripted, always, file, job
from toolwatch.runner import AnswerStore, Options, engine, run
from toolwatch.runner.claims import Claims

KEY = "0" * 64
HOLDER = """
import sys
from pathlib import Path
from toolwatch.runner.claims import Claims
claims = Claims(Path(sys.argv[1]))
print(claims.take(sys.argv[2], 0), flush=True)
for line in sys.stdin:
    claims.give_back(sys.argv[2], 0)
    print("given back", flush=True)
"""


@contextmanager
def holder(path: Path, key: str = KEY) -> Iterator["subprocess.Popen[str]"]:
    """Another process that claims a question; a line to it gives the claim back."""
    command = [sys.executable, "-c", HOLDER, str(path), key]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "True\n"
            yield process
        finally:
            process.kill()


def _ends(process: "subprocess.Popen[str]") -> None:
    process.communicate("")


def _is_killed(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait()


def _gives_back(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("go\n")
    process.stdin.flush()
    assert process.stdout.readline() == "given back\n"


@pytest.mark.parametrize("end", [_ends, _is_killed, _gives_back], ids=lambda end: end.__name__.strip("_"))
def test_a_claim_holds_until_its_process_gives_it_back_or_is_gone(end: object, tmp_path: Path) -> None:
    assert callable(end)
    claims = Claims(tmp_path / "asking")
    with holder(tmp_path / "asking") as process:
        assert not claims.take(KEY, 0)
        assert claims.take(KEY, 1)
        assert claims.take("1" * 64, 0)
        end(process)
        assert claims.take(KEY, 0)
    claims.close()
    assert (tmp_path / "asking").read_bytes() == b""


def test_where_no_file_can_be_made_every_claim_is_granted(tmp_path: Path) -> None:
    claims = Claims(tmp_path / "no folder" / "asking")
    assert claims.take(KEY, 0)
    claims.give_back(KEY, 0)
    claims.close()


def test_where_there_are_no_locks_every_claim_is_granted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*words: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("toolwatch.runner.claims.fcntl.lockf", refuse)
    claims = Claims(tmp_path / "asking")
    assert claims.take(KEY, 0)
    claims.give_back(KEY, 0)
    claims.close()


def test_a_run_of_stored_answers_claims_nothing(tmp_path: Path) -> None:
    with AnswerStore(file(tmp_path)) as store:
        run([job("a")], Scripted(always("refund")), store)
    (tmp_path / "answers.sqlite-asking").unlink()
    with AnswerStore(file(tmp_path)) as store:
        run([job("a")], Scripted(always("refund")), store)
    assert not (tmp_path / "answers.sqlite-asking").exists()


def test_a_question_that_another_run_never_lets_go_has_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_LOOK", 0.01)
    provider = Scripted(always("refund"), timeout=0.01)
    with (
        holder(tmp_path / "answers.sqlite-asking", provider.key(job("a").ask)),
        AnswerStore(file(tmp_path)) as store,
    ):
        held, free = run([job("a"), job("b")], provider, store, options=Options(tries=1, longest_wait=0.05))
    assert held.error == "another run has been asking this for 0.06 s: wait for it"
    assert held.choice is None
    assert free.choice is not None
