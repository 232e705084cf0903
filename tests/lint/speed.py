"""What linting costs: ``python -m tests.lint.speed [TOOLS...]`` prints CPU seconds of a whole process, start included.

Real tools of the corpus are taken round and round under new names, all rules on.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

SIZES = (40, 1000, 2000, 4000, 10000)


def main() -> None:
    """Measure the sizes asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--profile", default="strict")
    ask = parser.parse_args()
    shared = Path(os.environ.get("TOOLWATCH_SHARED", ROOT.parent / "shared"))
    for size in ask.sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tools.json"
            path.write_text(json.dumps({"tools": tools(shared, size)}), encoding="utf-8")
            seconds = measure(path, ask.profile)
            print(f"{size:>6} tools, {path.stat().st_size / 1e6:5.1f} MB: {seconds:6.2f} s CPU")


def tools(shared: Path, count: int) -> list[dict[str, Any]]:
    """``count`` real tools, the last version of each server first."""
    index = json.loads((shared / "data" / "corpus" / "index.json").read_text(encoding="utf-8"))
    last = {entry["package"]: entry["file"] for entry in index}
    real = [
        tool
        for file in last.values()
        for tool in json.loads((shared / "data" / "corpus" / file).read_text(encoding="utf-8"))["tools"]
    ]
    return [real[at % len(real)] | {"name": _name(real[at % len(real)]["name"], at, len(real))} for at in range(count)]


def measure(path: Path, profile: str) -> float:
    """CPU seconds, user and system, of one lint in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "toolwatch", "lint", "--profile", profile, "--format", "json", str(path)]
    run = subprocess.run(command, cwd=path.parent, capture_output=True, check=False, timeout=600)
    assert run.returncode in (0, 1), run.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _name(name: str, at: int, round_length: int) -> str:
    return name if at < round_length else f"{name}_{at // round_length}"


if __name__ == "__main__":
    main()
