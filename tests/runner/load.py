"""Asks a scripted server many cases and reports how long it took, and how the memory grew.

Run as ``python -m tests.runner.load PORT CASES REPEATS CONCURRENCY STORE``; prints one JSON object.
"""

import json
import resource
import sys
import time
from pathlib import Path

from toolwatch import runner
from toolwatch.model.suite import Message
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Ask, Edition
from toolwatch.runner import Job


def jobs(cases: int, repeats: int) -> list[Job]:
    lists = {
        edition: tuple(
            Tool.of(name, f"Does {name} {edition.value}.") for name in ("refund", "return", "stock", "order")
        )
        for edition in Edition
    }
    return [
        Job(
            "load",
            f"case {number}",
            edition,
            repeat,
            Ask("Help.", (Message("user", f"Request {number}"),), tools, repeat),
        )
        for edition, tools in lists.items()
        for number in range(cases)
        for repeat in range(repeats)
    ]


def main(port: str, cases: str, repeats: str, concurrency: str, store: str) -> None:
    asked = jobs(int(cases), int(repeats))
    memory: list[int] = []

    def watch(progress: runner.Progress) -> None:
        if progress.done % max(1, progress.total // 10) == 0:
            memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    provider = runner.load_provider("openai", model="m", url=f"http://127.0.0.1:{port}/v1")
    provider.prepare()
    with runner.AnswerStore(Path(store)) as answers:
        started, worked = time.monotonic(), time.process_time()
        options = runner.Options(concurrency=int(concurrency))
        trials = runner.run(asked, provider, answers, options=options, progress=watch)
        took, cpu = time.monotonic() - started, time.process_time() - worked
    told = {
        "seconds": took,
        "cpu": cpu,
        "answered": sum(trial.choice is not None for trial in trials),
        "stored": sum(trial.stored for trial in trials),
        "memory_kb": memory,
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
