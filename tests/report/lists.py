"""Tool lists for reports: snapshots, what changed between them, what the linter found, what was not seen."""

from dataclasses import replace

from toolwatch.model.change import Change, Compat, Seen, Side, Witness, Word
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.listing import Coverage, InvalidEntry, Listing, Surface, SurfaceCoverage
from toolwatch.model.position import Position
from toolwatch.model.snapshot import ServerDigests, Snapshot, ToolDigests
from toolwatch.model.tool import Json, Tool


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
