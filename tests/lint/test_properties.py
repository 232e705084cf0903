"""Any JSON at all: never a traceback, always an end."""

import json
import os
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.lint import Options, Profile, check
from toolwatch.lint.clients import client_named, clients, convert
from toolwatch.lint.positions import Source, located
from toolwatch.lint.view import KNOWN
from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.tool import Tool
from toolwatch.similarity import neighbours

STRICT = Options(profile=Profile.STRICT)
WORDS = st.text(max_size=6) | st.sampled_from(
    ["int", "object", "array", "string", "#/$defs/a", "#", "^(a+)+$", "(", "\ud800", "\u200b"]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | WORDS
KEYS = st.sampled_from([*sorted(KNOWN), "a", "A", "a/b", "~", "", "require", "x-y", "$top"])
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=18
)
FIELDS = st.sampled_from(
    [
        "name",
        "title",
        "description",
        "inputSchema",
        "outputSchema",
        "annotations",
        "_meta",
        "icons",
        "execution",
        "other",
    ]
)
TOOLS = st.dictionaries(FIELDS, JSON, max_size=7).map(Tool)
ENTRIES = st.lists(
    st.dictionaries(st.sampled_from(["name", "title", "icons", "uri", "arguments"]), JSON, max_size=4), max_size=2
)
LISTINGS = st.builds(
    lambda tools, prompts, resources, instructions, info: Listing(
        "any",
        tools=tuple(tools),
        prompts=tuple(prompts),
        resources=tuple(resources),
        instructions=instructions,
        server_info=info,
    ),
    st.lists(TOOLS, max_size=3),
    ENTRIES,
    ENTRIES,
    st.none() | WORDS,
    st.dictionaries(st.sampled_from(["name", "version", "icons", "websiteUrl"]), JSON, max_size=3),
)


@pytest.mark.sample
@settings(max_examples=120, deadline=None, derandomize=True)
@given(LISTINGS)
def test_any_listing_is_linted(listing: Listing) -> None:
    found = check(listing, neighbours=neighbours(listing.tools), options=STRICT)
    assert found == check(listing, neighbours=neighbours(listing.tools), options=STRICT)
    for finding in found:
        assert finding.message
        assert "\n" not in finding.message
        assert finding.path == "" or finding.path.startswith("/")
        assert len(finding.fingerprint) == 16


@pytest.mark.sample
@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(TOOLS, max_size=3), st.sampled_from(sorted(clients())))
def test_any_tools_pass_through_any_client(tools: list[Tool], client: str) -> None:
    before = json.dumps([tool.raw for tool in tools])
    found = convert(tools, client_named(client), server="any")
    assert len(found.tools) == len(found.origins) <= len(tools)
    assert json.dumps([tool.raw for tool in tools]) == before


@pytest.mark.sample
@settings(max_examples=50, deadline=None, derandomize=True)
@given(LISTINGS, st.sampled_from([None, 2]))
def test_any_finding_has_a_place_in_its_file(listing: Listing, indent: int | None) -> None:
    text = json.dumps({"tools": [tool.raw for tool in listing.tools]}, indent=indent)
    lines = text.count("\n") + 1
    found = check(listing, options=STRICT)
    for finding in located(found, Source("any.json", text), listing.tools):
        assert finding.position is not None
        assert 1 <= finding.position.line <= lines


def _deep(levels: int, key: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", key: {"a": schema} if key == "properties" else schema}
    return schema


LONG = int(os.environ.get("TOOLWATCH_LONG", "300000"))
"""Characters of a hostile string; 5,000,000 is what must hold and is tried by ``make test-long``."""
HOSTILE: dict[str, Tool] = {
    "long letters": Tool.of("a", "a" * LONG),
    "long words": Tool.of("a", "Call the tool. " * (LONG // 15)),
    "long spaces": Tool.of("a", "x" + " " * LONG + "y"),
    "long lines": Tool.of("a", "\n" * LONG),
    "long quotes": Tool.of("a", "`\"'" * (LONG // 3)),
    "long brackets": Tool.of("a", "(<[{" * (LONG // 4)),
    "long base64": Tool.of("a", "QUJD" * (LONG // 4) + "!"),
    "long digits": Tool.of("a", "1" * LONG),
    "long dots": Tool.of("a", "a." * (LONG // 2)),
    "long slashes": Tool.of("a", "/a" * (LONG // 2)),
    "long addresses": Tool.of("a", "a@b." * (LONG // 4)),
    "long links": Tool.of("a", "http://" * (LONG // 7)),
    "long backslashes": Tool.of("a", "\\x41" * (LONG // 4)),
    "long zero width": Tool.of("a", "a\u200b" * (LONG // 2)),
    "long name": Tool.of("a_" * (LONG // 2), "b"),
    "long parameter": Tool.of("a", "b", {"type": "object", "properties": {"p" * LONG: {"type": "string"}}}),
    "long pattern": Tool.of("a", "b", {"type": "object", "properties": {"p": {"pattern": "(a+)+" * (LONG // 5)}}}),
    "long enum": Tool.of(
        "a", "b", {"type": "object", "properties": {"p": {"enum": [str(n) for n in range(LONG // 50)]}}}
    ),
    "long required": Tool.of("a", "b", {"type": "object", "required": [str(n) for n in range(LONG // 50)]}),
    "many properties": Tool.of("a", "b", {"type": "object", "properties": {f"p{n}": {} for n in range(LONG // 250)}}),
    "deep properties": Tool.of("a", "b", _deep(400, "properties")),
    "deep items": Tool.of("a", "b", _deep(400, "items")),
    "references in a row": Tool.of(
        "a", "b", {"type": "object", "$defs": {f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(300)}}
    ),
}


@pytest.mark.sample
@pytest.mark.parametrize("tool", HOSTILE.values(), ids=HOSTILE)
def test_hostile_sizes_end_in_seconds(tool: Tool) -> None:
    start = time.process_time()
    for finding in check(Listing("any", tools=(tool,)), options=STRICT):
        assert len(finding.message) < 4000
    assert time.process_time() - start < 20


def test_a_failed_observation_is_linted_without_a_word_about_tools() -> None:
    assert not check(Listing("down", coverage=Coverage(failure="refused")), options=STRICT)
