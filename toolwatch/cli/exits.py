"""The exit codes, written once."""

from collections.abc import Iterable, Sequence
from enum import IntEnum

from toolwatch.errors import ModelError, ObservationError, ToolwatchError
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict


class Exit(IntEnum):
    """What the process exits with; "it is bad" and "we could not tell" never share a number."""

    PASS = 0
    GATE_FAILED = 1
    USAGE = 2
    NOT_OBSERVED = 3
    NO_VERDICT = 4
    BUG = 70
    INTERRUPTED = 130
    CUT_OFF = 141


MEANINGS = {
    Exit.PASS: "pass",
    Exit.GATE_FAILED: "the gate failed, or a person must approve something first",
    Exit.USAGE: "bad usage: the command line, the configuration, a suite or an output file",
    Exit.NOT_OBSERVED: "a server or a file could not be observed, whole or in part",
    Exit.NO_VERDICT: "the models gave no verdict",
    Exit.BUG: "a bug in toolwatch",
    Exit.INTERRUPTED: "interrupted",
    Exit.CUT_OFF: "nobody read the output to its end",
}

HELP = "Exit codes: " + "; ".join(f"{code.value} {text}" for code, text in MEANINGS.items()) + "."


def of_error(error: ToolwatchError) -> Exit:
    """The code for an expected failure."""
    if isinstance(error, ObservationError):
        return Exit.NOT_OBSERVED
    if isinstance(error, ModelError):
        return Exit.NO_VERDICT
    return Exit.USAGE


def of_verdict(verdict: Verdict) -> Exit:
    """The code for a gate's decision; what could not be seen comes before what could not be answered."""
    if verdict.decision is Decision.PASS:
        return Exit.PASS
    if verdict.decision is not Decision.UNKNOWN:
        return Exit.GATE_FAILED
    return of_blind(verdict.blind)


def of_blind(reasons: Sequence[Reason]) -> Exit:
    """The code for what could not be seen or answered: what was not seen comes first."""
    return Exit.NOT_OBSERVED if any(one.blame is Blame.OBSERVATION for one in reasons) else Exit.NO_VERDICT


_WORST_FIRST = (Exit.BUG, Exit.USAGE, Exit.GATE_FAILED, Exit.NOT_OBSERVED, Exit.NO_VERDICT, Exit.PASS)


def of_several(codes: Iterable[Exit]) -> Exit:
    """The code for several servers together: the one of them that says most; a pass where there is none.

    The numbers are no ranks: what failed comes before what could not be seen, and that before what was not answered,
    as within one verdict. Bad usage comes first, since then the rest was not told to whom it was meant for.
    """
    return min(codes, key=_WORST_FIRST.index, default=Exit.PASS)
