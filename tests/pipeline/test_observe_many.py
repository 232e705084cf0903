"""Many servers at once: what it costs, what one that hangs costs the others, and what is left when it is broken off."""

import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.pipeline.test_observe import ECHO, HOSTILE, command, settings_of
from toolwatch.config.settings import Settings
from toolwatch.pipeline.lists.observe import observe, observe_all
from toolwatch.pipeline.lists.targets import Target, configured

COPIES = 30
MOST = 1.3
"""At once over one by one, in CPU time of toolwatch and the servers together."""


def cpu() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def test_thirty_copies_at_once_cost_what_they_cost_one_by_one() -> None:
    settings = settings_of({f"copy{number}": command(ECHO, "a") for number in range(COPIES)})
    observe(Target("copy0"), settings)
    start = cpu()
    one_by_one = [observe(target, settings) for target in configured(settings)]
    middle = cpu()
    at_once = observe_all(configured(settings), settings)
    end = cpu()
    assert not any(seen.coverage.failure for seen in (*one_by_one, *at_once))
    assert [seen.server for seen in at_once] == list(settings.servers)
    ratio = (end - middle) / (middle - start)
    assert ratio <= MOST, f"{end - middle:.2f} s of CPU at once, {middle - start:.2f} s one by one: {ratio:.2f}"


def test_one_that_hangs_delays_only_itself() -> None:
    servers = {f"copy{number}": command(ECHO, "a") for number in range(COPIES)}
    hung = command(HOSTILE, "silent", bounds={"connect": 4.0})
    settings = settings_of({"copy0": servers.pop("copy0"), "hung": hung, **servers})
    told: list[tuple[float, str]] = []
    start = time.monotonic()
    seen = observe_all(
        configured(settings), settings, progress=lambda text: told.append((time.monotonic() - start, text))
    )
    took = time.monotonic() - start
    assert [one.server for one in seen if one.coverage.failure] == ["hung"]
    assert took < 4.0 + 6.0
    assert {text for _, text in told} == {"hung: waiting for the handshake"}


def test_what_is_waited_for_is_told_with_the_last_line_of_stderr() -> None:
    words = [
        sys.executable,
        "-S",
        "-c",
        "import sys,time; print('fetching weights', file=sys.stderr, flush=True); time.sleep(60)",
    ]
    settings = settings_of({"slow": command(words, bounds={"connect": 2.6, "close": 0.1})})
    told: list[str] = []
    seen = observe(Target("slow"), settings, progress=told.append)
    assert told == ["slow: waiting for the handshake; on stderr: fetching weights"]
    assert seen.coverage.failure == (
        "did not answer the handshake within 2.6 s; its last words on stderr: fetching weights"
    )


ANOTHER_THREAD = """
import signal, sys, threading, time
from pathlib import Path
from toolwatch.cli.main import main

def send():
    while not Path({pids!r}).exists():
        time.sleep(0.02)
    time.sleep(1)
    signal.pthread_kill(threading.get_ident(), signal.{name})

threading.Thread(target=send, daemon=True).start()
sys.argv = {words!r}
main()
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals go to the process alone here")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_signal_that_another_thread_gets_ends_it_at_once(name: str, tmp_path: Path) -> None:
    """The kernel may choose any thread; the one that waits for servers has to wake all the same."""
    words = ["toolwatch", "lint", "--", *HOSTILE, "stubborn-silent", str(tmp_path)]
    code = ANOTHER_THREAD.format(pids=str(tmp_path / "pids"), name=name, words=words)
    start = time.monotonic()
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=25, check=False)
    assert ended.stderr.strip().splitlines()[-1] == "toolwatch: interrupted"
    assert ended.returncode == 130
    assert time.monotonic() - start < 20, "it waited for something else to happen"


def test_nothing_to_observe() -> None:
    assert observe_all([], Settings()) == ()
