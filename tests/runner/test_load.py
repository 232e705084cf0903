"""Many cases against a slow server; killed in the middle and resumed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from toolwatch.runner import AnswerStore


@contextmanager
def server(delay: float, count: Path) -> Iterator[str]:
    count.write_bytes(b"")
    command = [sys.executable, "-m", "tests.runner.scripted_server", str(delay), str(count)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def client(port: str, cases: int, repeats: int, concurrency: int, store: Path) -> "subprocess.Popen[str]":
    words = [port, str(cases), str(repeats), str(concurrency), str(store)]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.runner.load", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "OPENAI_API_KEY"},
    )


def result(process: "subprocess.Popen[str]") -> dict[str, Any]:
    out, _ = process.communicate(timeout=600)
    assert process.returncode == 0
    data: dict[str, Any] = json.loads(out)
    return data


def killed_halfway(process: "subprocess.Popen[str]", count: Path, after: int) -> None:
    deadline = time.monotonic() + 300
    while count.stat().st_size < after:
        assert process.poll() is None, "ended before it could be killed"
        assert time.monotonic() < deadline
        os.sched_yield()
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.communicate()


@pytest.mark.parametrize(
    ("cases", "repeats", "concurrency", "delay"),
    [
        pytest.param(50, 2, 4, 0.005, id="200 calls"),
        pytest.param(2000, 3, 8, 0.05, id="12,000 calls", marks=pytest.mark.slow),
    ],
)
def test_a_killed_run_goes_on_where_it_was(
    cases: int, repeats: int, concurrency: int, delay: float, tmp_path: Path
) -> None:
    total = cases * repeats * 2
    count, store = tmp_path / "count", tmp_path / "answers.sqlite"
    with server(delay, count) as port:
        killed_halfway(client(port, cases, repeats, concurrency, store), count, total // 2)
        asked = count.stat().st_size
        with AnswerStore(store) as answers:
            kept = sum(1 for _ in answers.everything())
        told = result(client(port, cases, repeats, concurrency, store))
        again = count.stat().st_size - asked
    # Only calls that were under way when the process died are without an answer.
    assert 0 <= asked - kept <= concurrency
    assert again == total - kept
    assert (told["answered"], told["stored"]) == (total, kept)


@pytest.mark.parametrize("runs", [2, 4])
def test_runs_at_the_same_time_pay_for_each_question_once(runs: int, tmp_path: Path) -> None:
    cases, repeats, concurrency = 40, 2, 4
    total = cases * repeats * 2
    count, store = tmp_path / "count", tmp_path / "answers.sqlite"
    with server(0.01, count) as port:
        told = [result(one) for one in [client(port, cases, repeats, concurrency, store) for _ in range(runs)]]
        asked = count.stat().st_size
    assert asked == total
    assert [one["answered"] for one in told] == [total] * runs
    assert sum(total - one["stored"] for one in told) == total


def test_a_run_takes_over_what_a_killed_one_was_asking(tmp_path: Path) -> None:
    cases, repeats, concurrency = 40, 2, 4
    total = cases * repeats * 2
    count, store = tmp_path / "count", tmp_path / "answers.sqlite"
    with server(0.01, count) as port:
        first = client(port, cases, repeats, concurrency, store)
        second = client(port, cases, repeats, concurrency, store)
        killed_halfway(first, count, total // 2)
        told = result(second)
        asked = count.stat().st_size
    assert told["answered"] == total
    # Only calls that were under way when the process died are paid for again.
    assert total <= asked <= total + concurrency


@pytest.mark.slow
def test_the_time_is_the_server_s_and_memory_stays_flat(tmp_path: Path) -> None:
    cases, repeats, concurrency, delay = 2000, 3, 4, 0.05
    with server(delay, tmp_path / "count") as port:
        told = result(client(port, cases, repeats, concurrency, tmp_path / "answers.sqlite"))
    ideal = cases * repeats * 2 * delay / concurrency
    print(
        f"{told['seconds']:.1f} s against {ideal:.1f} s ideal ({told['seconds'] / ideal:.3f}), cpu {told['cpu']:.1f} s"
    )
    assert told["answered"] == cases * repeats * 2
    # Trials are kept for the report: under 1.5 kB for each call, and nothing besides.
    assert told["memory_kb"][-1] - told["memory_kb"][0] < cases * repeats * 2 * 1.5
    assert told["seconds"] <= 1.15 * ideal
