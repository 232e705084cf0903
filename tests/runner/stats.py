"""Error rates and calls of the sequential test, exact and measured through engine and store.

Run as ``python -m tests.runner.stats [CASES]``; exits 1 where a stated rate does not hold.
"""

import sys
import tempfile
from pathlib import Path

from tests.runner.test_sequential import simulate
from toolwatch.model.evidence import STANDARD, chances
from toolwatch.model.outcome import Status

SHARES = [(0.95, 0.05), (0.8, 0.8), (0.5, 0.5), (1.0, 1.0), (1.0, 0.0), (0.9, 0.1), (0.8, 0.2), (0.95, 0.5)]
SHOWN = (Status.REGRESSED, Status.FIXED, Status.SAME, Status.UNSTABLE)


def main(cases: int = 2000) -> int:
    print(f"{cases} cases each; share of each verdict, exact / measured; calls a side, exact / measured")
    print("before after  " + "".join(f"{status.value:>16}" for status in SHOWN) + "      calls")
    held = True
    for before, after in SHARES:
        exact, mean = chances(before, after)
        with tempfile.TemporaryDirectory() as folder:
            counted, calls = simulate(before, after, cases, Path(folder))
        shares = "".join(f"  {exact[status]:6.2%}/{counted[status] / cases:6.2%}" for status in SHOWN)
        print(f"{before:6.2f} {after:5.2f}  {shares}  {mean:5.2f}/{calls:5.2f}")
        if (before, after) == (0.95, 0.05):
            held &= counted[Status.REGRESSED] >= 0.99 * cases
        if (before, after) == (0.8, 0.8):
            held &= counted[Status.REGRESSED] <= 0.01 * cases
    worst = max(chances(share / 100, share / 100)[0][Status.REGRESSED] for share in range(101))
    print(f"most false alarms at any share: {worst:.2%} (cap {STANDARD.most} calls a side)")
    print("stated rates hold" if held else "a stated rate does not hold")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:])))
