"""Every bad behaviour over stdio: what is said of it, how long it may take, and that nothing is left running."""

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from tests.sources import hostile
from tests.sources.copies import own_copy, running
from toolwatch.model.listing import Completeness, Listing, Surface
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.engine import fetch
from toolwatch.sources.place import Place

SCRIPT = own_copy(hostile)
BOUNDS = Bounds(connect=20, answer=20, total=30, close=0.1, pages=20, bytes=16 * 1024 * 1024)
"""Above what a busy machine needs; cases that run into a time limit get a short one."""
HASTY = {
    "silent": replace(BOUNDS, connect=1.5),
    "garbage": replace(BOUNDS, connect=1.5),
    "silent-list": replace(BOUNDS, answer=0.6),
}
SLACK = 5.0
"""Seconds above the bounds that a busy machine may take to let go."""


def listen(case: str, *, folder: Path | None = None) -> Listing:
    bounds = HASTY.get(case, BOUNDS)
    words = (sys.executable, "-S", "-E", SCRIPT, case, *([str(folder)] if folder else []))
    start = time.monotonic()
    listing = anyio.run(lambda: fetch(Place("till", "till", command=words), bounds=bounds)).listing
    limit = {"silent": bounds.connect, "garbage": bounds.connect}.get(case, bounds.total)
    assert time.monotonic() - start < limit + SLACK
    assert not running(SCRIPT, case), "a process of the server is left"
    return listing


FAILURES = {
    "exits": "closed the connection; it exited with status 3; its last words on stderr: first line | second line | "
    "missing API key\\u{1b}]0;evil\\u{7}",
    "killed": "closed the connection; signal 9 ended it",
    "silent": "did not answer the handshake within 1.5 s",
    "garbage": "did not answer the handshake within 1.5 s; it said 1 line that is no message, first: "
    "<html>this is no JSON-RPC</html>",
    "silent-list": "tools/list was not answered within 0.6 s",
    "no-json": "tools/list was answered with what cannot be read; it said 1 line that is no message, first: "
    '{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"a","inputSchema":{"type":"object","maximum":01}}]}}',
    "refusal-then-list": "tools/list was refused: no [-32000]",
    "refused": "tools/list was refused: database is down\\u{1b}[31m [-32603]",
    "no-array": "tools/list was answered without an array 'tools'",
    "bare-result": "tools/list was answered without an array 'tools'",
    "half-line": "tools/list was not answered: the server closed the connection; it said 1 line that is no message, "
    'first: {"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "lookup", "descripti; it exited with status 0',
    "dies-in-list": "tools/list was not answered: the server closed the connection; it exited with status 1; its last "
    "words on stderr: out of memory",
    "huge": "said more than 16777216 bytes; toolwatch stopped reading",
    "deep": "sent a message nested deeper than 100 levels",
    "unknown-revision": "Unsupported protocol version from the server: 2099-01-01",
}


@pytest.mark.parametrize(("case", "reason"), FAILURES.items(), ids=FAILURES)
def test_failed_observations_say_why(case: str, reason: str) -> None:
    listing = listen(case)
    assert listing.coverage.completeness is Completeness.FAILED
    assert listing.coverage.failure == reason
    assert listing.tools == ()
    assert "\n" not in listing.coverage.failure


TWICE = "tools/list was answered more than once under one id; the first answer counts"
FOREIGN = "an answer came under an id under which nothing was asked"
PARTIAL = {
    "many": ("tools/list holds more than 5000 entries; toolwatch stopped reading", 5000),
    "duplicate-keys": ("an object holds the key 'name' more than once; the last counts", 1),
    "huge-number": ("the number 1e400 is out of range; kept as text", 1),
    "lone-surrogate": ("holds half a surrogate pair, which is no character", 1),
    "bad-utf8": ("byte 70 is no UTF-8", 1),
    "loop": ("tools/list page 2 repeats the cursor 'again'; its pages never end", 2),
    "endless": ("tools/list has more than 20 pages; toolwatch stopped reading", 20),
    "bad-cursor": ("tools/list page 1 has a nextCursor that is no text", 1),
    "page-two-fails": ("tools/list page 2 was refused: cursor expired [-32000]", 1),
    "twice": (TWICE, 1),
    "twice-apart": (TWICE, 1),
    "twice-as-text": (TWICE, 1),
    "list-then-refusal": (TWICE, 1),
    "foreign-id": (FOREIGN, 1),
    "foreign-refusal": (FOREIGN, 1),
    "true-for-an-id": (FOREIGN, 1),
    "list-for-an-id": (FOREIGN, 1),
    "list-and-refusal": ("tools/list was answered with a result and an error in one", 1),
    "list-and-request": ("tools/list was answered by a message that is a request too", 1),
    "restless": ("tools/list changed while it was read, and again when it was read anew", 1),
    "all-bad": (
        "1 of 1 tools are broken, so that clients refuse the list: inputSchema does not say type object, so it "
        "describes no arguments",
        1,
    ),
}


@pytest.mark.parametrize(("case", "problem", "tools"), [(k, *v) for k, v in PARTIAL.items()], ids=PARTIAL)
def test_partial_observations_say_what_is_missing(case: str, problem: str, tools: int) -> None:
    listing = listen(case)
    assert listing.coverage.completeness is Completeness.PARTIAL
    assert problem in listing.coverage.problems
    assert len(listing.tools) == tools


COMPLETE = [
    "plain",
    "text-ids",
    "batches",
    "noise",
    "chatty-stderr",
    "dies-at-probe",
    "broken-info",
    "templates-missing",
    "null-id",
    "idle-change",
]


@pytest.mark.parametrize("case", COMPLETE)
def test_odd_servers_are_read_whole(case: str) -> None:
    listing = listen(case)
    assert listing.coverage.completeness is Completeness.COMPLETE
    assert [tool.raw for tool in listing.tools] == [hostile.GOOD]
    assert listing.instructions == "Be nice."


@pytest.mark.parametrize(
    ("case", "tool"),
    [
        (case, hostile.POISONED if case.startswith("twice") else hostile.GOOD)
        for case in hostile.MESSAGES
        if case in PARTIAL
    ],
)
def test_the_first_answer_counts_as_it_does_for_clients(case: str, tool: object) -> None:
    if case != "restless":
        assert [one.raw for one in listen(case).tools] == [tool]


@pytest.mark.parametrize("case", ["changes-before", "changes-after", "changes-after-apart"])
def test_a_list_that_has_changed_is_read_anew(case: str) -> None:
    listing = listen(case)
    assert listing.coverage.completeness is Completeness.COMPLETE
    assert [tool.name for tool in listing.tools] == ["lookup", "second"]


@pytest.mark.parametrize(
    ("case", "problem"),
    [
        ("other-names", "the server names other tools each time that it is started (t"),
        ("names-by-folder", ""),
        ("plain", ""),
    ],
)
def test_tools_that_are_others_at_each_start_are_no_list(case: str, problem: str) -> None:
    place = Place("till", command=(sys.executable, "-S", "-E", SCRIPT, case))
    (said,) = anyio.run(lambda: fetch(place, bounds=BOUNDS, probe=True)).listing.coverage.problems or ("",)
    assert said.startswith(problem)
    assert bool(said) == bool(problem)


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_revisions_with_a_handshake(revision: str) -> None:
    listing = listen(f"revision-{revision}")
    assert listing.coverage.completeness is Completeness.COMPLETE
    assert listing.protocol_version == revision
    assert [tool.raw for tool in listing.tools] == [hostile.GOOD]


def test_the_revision_without_a_handshake() -> None:
    listing = listen("modern")
    assert listing.coverage.completeness is Completeness.COMPLETE
    assert listing.protocol_version == "2026-07-28"
    assert [tool.raw for tool in listing.tools] == [hostile.GOOD, hostile.BAD_HEADER]
    assert listing.instructions == "Be modern."
    assert listing.server_info == {"name": "hostile", "version": "2", "extra": True}
    assert listing.capabilities["extensions"] == {"com.example/ui": {"level": 2}}


def test_noise_is_reported_and_does_no_harm() -> None:
    assert listen("noise").coverage.noise == ("loading plugins ...",) * 4


def test_everything_is_listed_as_sent() -> None:
    listing = listen("everything")
    assert listing.coverage.completeness is Completeness.COMPLETE
    assert [tool.raw for tool in listing.tools] == [
        hostile.GOOD,
        {**hostile.GOOD, "x-unknown": {"kept": True}},
        {**hostile.GOOD, "name": "second"},
    ]
    assert listing.coverage.duplicates == ("lookup",)
    assert listing.prompts == ({"name": "greet", "extra": 1},)
    assert listing.resources == ({"name": "file", "uri": "file:///a"},)
    assert listing.resource_templates == ({"name": "files", "uriTemplate": "file:///{a}"},)
    assert listing.server_info["extra"] == [1]
    assert listing.protocol_version == "2025-06-18"
    assert [(one.surface, one.pages, one.items) for one in listing.coverage.surfaces] == [
        (Surface.TOOLS, 2, 3),
        (Surface.PROMPTS, 1, 1),
        (Surface.RESOURCES, 1, 1),
        (Surface.RESOURCE_TEMPLATES, 1, 1),
    ]


def test_one_bad_tool_does_not_hide_the_others() -> None:
    listing = listen("bad-tools")
    assert [tool.raw for tool in listing.tools] == [tool for tool in hostile.BAD_TOOLS if isinstance(tool, dict)]
    assert [(one.index, one.reason) for one in listing.coverage.invalid] == [
        (1, "has no inputSchema"),
        (2, "inputSchema does not say type object, so it describes no arguments"),
        (3, "name is a number, not text"),
        (4, "annotations is text, not an object"),
        (5, "icons is no array of objects"),
        (6, "is text where an object is wanted"),
        (7, "is null where an object is wanted"),
    ]
    assert listing.coverage.problems == (
        "7 of 8 tools are broken, so that clients refuse the list: has no inputSchema",
    )


@pytest.mark.parametrize(
    ("case", "surface", "reason"),
    [
        ("refused-prompts", Surface.PROMPTS, "prompts/list was refused: no prompts today [-32603]"),
        ("resources-missing", Surface.RESOURCES, "resources/list was refused: Method not found [-32601]"),
    ],
)
def test_a_refused_list_is_not_an_empty_one(case: str, surface: Surface, reason: str) -> None:
    coverage = listen(case).coverage
    assert coverage.completeness is Completeness.PARTIAL
    assert [(one.surface, one.refused) for one in coverage.surfaces if one.refused] == [(surface, reason)]


def test_a_server_without_tools_is_no_failure() -> None:
    listing = listen("no-tools")
    assert listing.coverage.completeness is Completeness.COMPLETE
    assert listing.tools == ()
    assert listing.prompts
    assert not any(one.listed for one in listing.coverage.surfaces if one.surface is Surface.TOOLS)


@pytest.mark.parametrize("case", ["stubborn", "stubborn-daemon"])
def test_a_server_that_will_not_end_is_ended_with_its_children(case: str, tmp_path: Path) -> None:
    listing = listen(case, folder=tmp_path)
    assert listing.coverage.completeness is Completeness.COMPLETE
    for pid in (tmp_path / "pids").read_text().split():
        assert is_dead(int(pid))


def test_a_child_that_outlives_its_server_is_ended(tmp_path: Path) -> None:
    listing = listen("leaves-child", folder=tmp_path)
    assert listing.coverage.failure == "closed the connection; it exited with status 4"
    for pid in (tmp_path / "pids").read_text().split():
        assert is_dead(int(pid))


def is_dead(pid: int) -> bool:
    """Gone, or a zombie that a container's first process does not collect."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("no-such-command-anywhere",), "no-such-command-anywhere: command not found"),
        ((os.devnull,), f"{os.devnull}: cannot be started: [Errno 13] Permission denied: '{os.devnull}'"),
    ],
    ids=["missing", "not executable"],
)
def test_a_command_that_cannot_start(words: tuple[str, ...], reason: str) -> None:
    listing = anyio.run(lambda: fetch(Place("till", command=words))).listing
    assert listing.coverage.failure == reason


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    place = Place("till", command=(sys.executable,), cwd=tmp_path / "gone")
    assert anyio.run(lambda: fetch(place)).listing.coverage.failure == f"folder {tmp_path / 'gone'} not found"
