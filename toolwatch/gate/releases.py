"""Whether a release scores worse than the one before, under the same model and suite."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from toolwatch.gate.policy import Policy
from toolwatch.model.release import ReleaseLine
from toolwatch.model.verdict import Blame, Reason


def fallen(now: ReleaseLine, last: ReleaseLine | None, policy: Policy) -> Iterator[Reason]:
    """Reasons against a release: tasks without an answer, and drops of more than the policy allows.

    Where more tasks have no answer than is allowed, only a drop that no answer could undo is one.

    Percentages are compared as exact fractions: a drop of exactly the allowed points is allowed. The precision drop
    is compared in steps of a millionth, so that a stored decimal does not decide.
    """
    where = f"{now.suite} under {now.model}"
    blind = now.no_verdict > policy.no_verdict_allowed or not now.answered
    if blind:
        yield Reason(f"{where}: {now.no_verdict} of {now.tasks} tasks have no verdict", True, Blame.MODELS)
    if last is None:
        yield Reason(f"{where}: there is no earlier release to compare with", blocks=False)
        return
    for name, label in (("right_tool", "right tool"), ("right_arguments", "right arguments")):
        best = getattr(now, name) + (now.no_verdict if blind else 0)
        was, is_now = Fraction(getattr(last, name), last.tasks), Fraction(best, now.tasks)
        if 100 * is_now < 100 * was - Fraction(policy.release_points):
            most = " at most" if blind else ""
            text = (
                f"{where}: {label} fell from {float(100 * was):.2f} % ({last.release}) to "
                f"{float(100 * is_now):.2f} %{most}"
            )
            yield Reason(f"{text}, more than {policy.release_points} points", blocks=True)
    if not blind:
        yield from _precision(now, last, policy, where)


def gone(now: Sequence[ReleaseLine], known: Sequence[ReleaseLine], release: str) -> Iterator[Reason]:
    """What the release before ``release`` scored and this one does not: a fall there would not be seen."""
    earlier = [line for line in known if line.release != release]
    scored = {(line.suite, line.model) for line in (*now, *known) if line.release == release}
    suites = {suite for suite, _ in scored}
    for line in earlier:
        if line.release == earlier[-1].release and (line.suite, line.model) not in scored:
            mend = "score it under that model too (--model)" if line.suite in suites else "bring the suite back"
            yield Reason(
                f"{line.suite} under {line.model}: was scored in {line.release} and is not scored now, so that a fall "
                f"there cannot be seen; {mend}, or take the release without it (--accept REASON)",
                True,
                Blame.OBSERVATION,
            )


def fell(now: tuple[int, int], last: tuple[int, int], points: int | str | Fraction = 2) -> bool:
    """Whether ``now`` < ``last`` − ``points`` percentage points, strictly, in exact arithmetic.

    Args:
        now: right and all tasks of this release.
        last: right and all tasks of the release before.
        points: allowed drop in percentage points; a decimal text such as ``"0.5"`` is exact.
    """
    return 100 * Fraction(*now) < 100 * Fraction(*last) - Fraction(points)


def _percent(counts: tuple[int, int]) -> str:
    return f"{100 * counts[0] / counts[1]:.2f} %"


def _precision(now: ReleaseLine, last: ReleaseLine, policy: Policy, where: str) -> Iterator[Reason]:
    drop = round(last.precision - now.precision, 6)
    text = f"{where}: precision fell from {last.precision:.3f} ({last.release}) to {now.precision:.3f}"
    if drop > policy.precision_block:
        yield Reason(f"{text}, more than {policy.precision_block}", blocks=True)
    elif drop > policy.precision_warn:
        yield Reason(f"{text}, more than {policy.precision_warn}", blocks=False)
