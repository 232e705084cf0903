import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.model.similarity import Neighbours
from toolwatch.model.tool import Tool
from toolwatch.similarity import nearest as every_pair
from toolwatch.similarity import neighbours
from toolwatch.similarity.profile import profile

SHOP = (
    Tool.of("search_orders", "Find orders by customer name or order number."),
    Tool.of("find_orders", "Search the orders of one customer by free text."),
    Tool.of("create_invoice", "Create a draft invoice for a customer and return its id."),
    Tool.of("get_weather", "Get the current weather of a city."),
    Tool.of("weather_forecast", "Forecast of the weather in a city for the coming days."),
    Tool.of("delete_record", "Permanently delete one record."),
)


def near(found: Neighbours, name: str) -> list[str]:
    return [neighbour.tool for neighbour in found.of[name]]


def corpus(shared: Path, name: str) -> list[Tool]:
    data = json.loads((shared / "data" / "corpus" / name).read_text(encoding="utf-8"))
    return [Tool(raw) for raw in data["tools"]]


@pytest.mark.parametrize(
    ("tool", "nearest"),
    [
        ("search_orders", "find_orders"),
        ("find_orders", "search_orders"),
        ("get_weather", "weather_forecast"),
        ("weather_forecast", "get_weather"),
    ],
)
def test_the_nearest_is_what_a_person_would_name(tool: str, nearest: str) -> None:
    assert near(neighbours(SHOP), tool)[0] == nearest


@pytest.mark.parametrize(
    ("file", "tool", "nearest"),
    [
        ("@modelcontextprotocol__server-filesystem/2026.8.31.json", "list_directory", "list_directory_with_sizes"),
        ("@modelcontextprotocol__server-filesystem/2026.8.31.json", "read_file", "read_text_file"),
        ("@playwright__mcp/0.0.71.json", "browser_navigate", "browser_navigate_back"),
        ("@playwright__mcp/0.0.71.json", "browser_drag", "browser_drop"),
        ("@playwright__mcp/0.0.71.json", "browser_take_screenshot", "browser_snapshot"),
        ("@azure-devops__mcp/2.9.0.json", "repo_create_branch", "repo_branch"),
        ("@azure-devops__mcp/2.9.0.json", "search_code", "search_workitem"),
        ("@azure-devops__mcp/2.9.0.json", "wiki_upsert_page", "wiki"),
    ],
)
def test_the_nearest_on_real_lists(shared: Path, file: str, tool: str, nearest: str) -> None:
    assert near(neighbours(corpus(shared, file)), tool)[0] == nearest


def test_a_word_that_all_names_share_makes_nobody_alike() -> None:
    tools = [Tool.of(f"acme_{word}") for word in ("invoice", "weather", "folder", "calendar", "ticket", "robot")]
    assert all(neighbour.score < 0.2 for found in neighbours(tools).of.values() for neighbour in found)


def test_the_same_tool_under_two_names_scores_near_one() -> None:
    tools = [
        Tool.of("alpha", "Return the balance of an account."),
        Tool.of("beta", "Return the balance of an account."),
    ]
    other = [Tool.of(f"thing{n}", f"Paints wall {n} in colour {n}.") for n in range(10)]
    assert neighbours(tools + other).score("alpha", "beta") > 0.5


def test_scores_are_the_same_from_both_sides() -> None:
    found = neighbours(SHOP)
    for tool, others in found.of.items():
        for other in others:
            back = {neighbour.tool: neighbour.score for neighbour in found.of[other.tool]}
            assert back.get(tool, other.score) == other.score


def test_order_of_the_list_does_not_count() -> None:
    mixed = list(SHOP)
    random.Random(7).shuffle(mixed)
    assert neighbours(mixed) == neighbours(SHOP)


def test_most_bounds_the_answer() -> None:
    tools = [Tool.of(f"read_page_{n}", "Read one page.") for n in range(20)]
    assert all(len(found) == 3 for found in neighbours(tools, most=3).of.values())


def test_hash_seed_does_not_count() -> None:
    code = (
        "from toolwatch.model.tool import Tool; from toolwatch.similarity import neighbours;"
        "print(neighbours([Tool.of(f'{a}_{b}', f'{a} the {b} of a {c}') for a in ('get','find','drop')"
        " for b in ('order','user') for c in ('shop','site')]))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(seen) == 1


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"name": 7, "description": ["x"], "inputSchema": {"properties": {"a": 1, "b": {"description": 2}}}},
        {"name": "", "inputSchema": True},
        {"name": "\ud800", "description": "\x00\U000e0041"},
    ],
    ids=["empty", "wrong types", "boolean schema", "no text"],
)
def test_broken_tools_are_kept_and_do_no_harm(raw: dict[str, object]) -> None:
    tool = Tool(raw)
    assert set(neighbours([tool, *SHOP]).of) == {tool.name, *(other.name for other in SHOP)}


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.lists(st.tuples(st.text(max_size=12), st.text(max_size=60)), max_size=12))
def test_any_text_gives_scores_between_zero_and_one(pairs: list[tuple[str, str]]) -> None:
    found = neighbours([Tool.of(name, text) for name, text in pairs])
    assert all(0 < neighbour.score <= 1.0001 for others in found.of.values() for neighbour in others)
    assert all(neighbour.tool != tool for tool, others in found.of.items() for neighbour in others)


def test_growth_is_linear_even_when_all_tools_share_their_words() -> None:
    def cost(count: int) -> float:
        tools = [
            Tool.of(f"{w}_{n}", "Read one page of the wiki and return it.") for n in range(count) for w in ("a", "b")
        ]
        start = time.process_time()
        neighbours(tools)
        return time.process_time() - start

    cost(100)
    assert cost(2_000) < 20 * max(cost(200), 0.02)


def test_a_huge_description_costs_no_more_than_its_first_pages() -> None:
    start = time.process_time()
    neighbours([Tool.of("big", "word " * 1_000_000), Tool.of("other", "a word")])
    assert time.process_time() - start < 1.0


def test_of_a_thousand_real_tools_the_nearest_are_found_without_comparing_all(shared: Path) -> None:
    """Against every pair weighed: 99.2 % were found when the numbers of ``nearest`` were set."""
    index = json.loads((shared / "data" / "corpus" / "index.json").read_text(encoding="utf-8"))
    files = sorted({one["package"]: one["file"] for one in index}.values())
    real = [tool for file in files for tool in corpus(shared, file)]
    tools = list({tool.name: tool for tool in real}.values())[:1000]
    names = sorted(tool.name for tool in tools)
    vectors = every_pair._weighed([profile(tool) for tool in sorted(tools, key=lambda tool: tool.name)])
    found = neighbours(tools)
    asked = hits = 0
    for at in range(0, len(names), 10):
        scored = sorted(
            (-every_pair._cosine(vectors[at], other), name) for name, other in zip(names, vectors, strict=True)
        )
        wanted = [name for score, name in scored if name != names[at] and -score >= every_pair.LEAST][:8]
        asked += len(wanted)
        hits += len(set(wanted) & set(near(found, names[at])))
    assert asked > 400
    assert hits >= 0.98 * asked
