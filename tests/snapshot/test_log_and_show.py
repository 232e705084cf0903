import json
from pathlib import Path
from typing import Any

import pytest

import toolwatch
from tests.snapshot.repositories import Repository
from tests.snapshot.shops import FIND, REFUND, STOCK, Shop, lines, listed, tool
from toolwatch.model.listing import Listing
from toolwatch.model.snapshot import Volatile
from toolwatch.model.tool import Tool
from toolwatch.pipeline.lists.editions import editions
from toolwatch.snapshot import commits, repository, store, take

CHANGED = FIND | {"description": "Finds any order, and refunds too."}


def told(shop: Shop) -> list[str]:
    """Three commits: two tools, one edited, one removed and one added; snapshots are kept of each."""
    hashes = []
    for message, author, *tools in (
        ("first list", "", FIND, REFUND),
        ("reword \x1b[31mfind_order", "Bo <bo@example.org>", CHANGED, REFUND),
        ("stock", "", CHANGED, STOCK),
    ):
        shop.tools(*tools)
        hashes.append(shop.commit(str(message), author=str(author)))
    return hashes


def test_log_says_who_changed_what(shop: Shop) -> None:
    first, second, third = told(shop)
    assert lines(shop.says("log")) == [
        f"{third[:10]} 2026-01-03 Ada Writer: stock",
        "    shop, tools.json: 1 added (check_stock); 1 removed (issue_refund)",
        f"{second[:10]} 2026-01-02 Bo: reword \\u{{1b}}[31mfind_order",
        "    shop, tools.json: 1 changed (find_order)",
        f"{first[:10]} 2026-01-01 Ada Writer: first list",
        "    shop, tools.json: first kept, 2 tools",
    ]


def test_log_of_a_tool_says_what_of_it(shop: Shop) -> None:
    first, second, third = told(shop)
    said = lines(shop.says("log", "find_order"))
    assert [line for line in said if not line.startswith(" ")] == [
        f"{second[:10]} 2026-01-02 Bo: reword \\u{{1b}}[31mfind_order",
        f"{first[:10]} 2026-01-01 Ada Writer: first list",
    ]
    assert "    shop, tools.json: changed: description" in said
    assert any("TW3" in line and "description" in line for line in said), "the comparison has its say"
    gone = lines(shop.says("log", "issue_refund"))
    assert gone[0].startswith(third[:10])
    assert gone[1].endswith(": removed")
    assert gone[-1].endswith(": first kept")
    assert lines(shop.says("log", "check_stock"))[1].endswith(": added")


def test_log_as_json(shop: Shop) -> None:
    _, second, _ = told(shop)
    document = json.loads(shop.says("log", "find_order", "--format", "json"))
    assert document["schema_version"] == 1
    entry = document["entries"][0]
    assert {name: entry[name] for name in ("commit", "date", "author", "server", "path")} == {
        "commit": second,
        "date": "2026-01-02",
        "author": "Bo",
        "server": "shop",
        "path": "tools.json",
    }
    assert entry["what"][0] == "changed: description"


def test_log_from_a_ref_and_of_a_server(shop: Shop) -> None:
    first, _, _ = told(shop)
    assert first[:10] in shop.says("log", "--ref", "HEAD~2")
    assert len(lines(shop.says("log", "--ref", "HEAD~2"))) == 2
    assert len(lines(shop.says("log", "--server", "shop"))) == 6
    assert "has a server 'shoo': did you mean shop?" in shop.fails(2, "log", "--server", "shoo")
    assert "has a tool 'find_ordr': did you mean find_order?" in shop.fails(2, "log", "find_ordr")
    assert "'nope' names no commit" in shop.fails(3, "log", "--ref", "nope")
    assert "names no commit" in shop.fails(3, "log", "--ref", "--output=x")


def test_log_of_kept_snapshots_with_what_cannot_be_read(shop: Shop) -> None:
    shop.tools(FIND)
    shop.says("snapshot")
    shop.commit("kept")
    path = shop.root / "snapshots/shop.json"
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[:100], encoding="utf-8")
    shop.commit("broken")
    path.write_text(whole, encoding="utf-8")
    shop.write("snapshots/readme.txt", "no list")
    shop.commit("mended")
    path.unlink()
    shop.commit("gone")
    said = [line.strip() for line in lines(shop.says("log")) if "snapshots" in line]
    assert said[0] == "shop, snapshots/shop.json: no longer kept"
    assert said[1] == "shop, snapshots/shop.json: can be read again, 1 tool"
    assert said[2].startswith("shop, snapshots/shop.json: cannot be read: snapshots/shop.json:")
    assert said[3] == "shop, snapshots/shop.json: first kept, 1 tool"


def test_a_merge_counts_where_it_differs_from_both_sides(shop: Shop) -> None:
    shop.commit("base", FIND)
    shop.repository.git("checkout", "-q", "-b", "side")
    side = shop.commit("side", FIND, STOCK)
    shop.repository.git("checkout", "-q", "main")
    shop.commit("main", FIND, REFUND)
    shop.repository.git("merge", "-q", "-s", "ours", "--no-commit", "side")
    merge = shop.commit("both", FIND, REFUND, STOCK)
    said = shop.says("log")
    assert merge[:10] in said
    assert side[:10] in said
    shop.repository.git("merge", "-q", "--no-ff", "-m", "nothing", "side")
    assert "nothing" not in shop.says("log")


def test_a_folder_of_definitions_has_a_history_too(shop: Shop) -> None:
    shop.write("toolwatch.toml", '[servers.snaps]\nfile = "__toolsnaps__"\n')
    shop.write("__toolsnaps__/readme.txt", "no definition")
    for one in (FIND, REFUND):
        shop.write(f"__toolsnaps__/{one['name']}.snap", json.dumps(one))
    shop.commit("two")
    shop.write("__toolsnaps__/find_order.snap", json.dumps(CHANGED))
    shop.write("__toolsnaps__/check_stock.snap", json.dumps(STOCK))
    shop.commit("edited")
    said = [line.strip() for line in lines(shop.says("log")) if line.startswith(" ")]
    assert said[0] == "snaps, __toolsnaps__: 1 added (check_stock); 1 changed (find_order)"
    assert said[1].startswith("snaps, __toolsnaps__: first kept, ")


def test_below_the_top_of_a_repository(tmp_path: Path, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.write("deep/er/toolwatch.toml", '[servers.deep]\nfile = "../defs/t.json"\n')
    shop.write("deep/defs/t.json", listed(FIND))
    monkeypatch.chdir(shop.root / "deep/er")
    shop.says("snapshot")
    shop.commit("deep down")
    said = shop.says("log")
    assert "deep, ../defs/t.json: first kept, 1 tool" in said
    assert "deep, snapshots/deep.json: first kept, 1 tool" in said
    assert "snapshots/deep.json: it is so now" in shop.says("show", toolwatch.digest([FIND]))


def test_no_history(shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "names no commit" in shop.fails(3, "log")
    shop.commit("nothing yet")
    assert shop.says("log") == "no commit has changed a tool list yet\n"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert "is not in a git repository" in shop.fails(3, "log")


@pytest.mark.parametrize(
    "spell", [str, lambda d: d[:14], lambda d: d.removeprefix("sha256:"), lambda d: d[7:19].upper()]
)
def test_show_finds_what_an_agent_logged(shop: Shop, spell: Any) -> None:
    first, second, third = told(shop)
    logged = toolwatch.digest([{"type": "function", "function": _openai(one)} for one in (FIND, REFUND)])
    said = lines(shop.says("show", spell(logged)))
    assert said[0] == f"{logged}: list as sent, 2 tools"
    assert said[1] == "    shop, tools.json: it is not so now"
    assert said[2] == f"        since {first[:10]} 2026-01-01 Ada Writer: first list"
    assert said[3].startswith(f"        until {second[:10]} 2026-01-02 Bo")
    assert "1. find_order" in said
    assert "    Finds an order by its number." in said
    assert "2. issue_refund" in said
    assert third[:10] not in "".join(said)


def _openai(one: dict[str, Any]) -> dict[str, Any]:
    return {"name": one["name"], "description": one["description"], "parameters": one["inputSchema"]}


def test_show_finds_a_tool_across_lists(shop: Shop) -> None:
    first, _, third = told(shop)
    said = shop.says("show", toolwatch.digest([REFUND]))
    assert ": tool as sent issue_refund\n" in said
    assert f"since {first[:10]}" in said
    assert f"until {third[:10]}" in said
    assert "find_order" not in said.replace("reword \\u{1b}[31mfind_order", "")
    shop.says("snapshot")
    whole = shop.snapshot()["tools"][0]["digests"]["whole"]
    assert ": tool check_stock\n" in shop.says("show", whole)
    document = json.loads(shop.says("show", whole, "--format", "json"))
    assert (document["digest"], document["what"], document["tool"]) == (whole, "tool", "check_stock")
    assert document["tools"] == [STOCK]
    assert {one["path"]: one["now"] for one in document["sightings"]} == {
        "tools.json": True,
        "snapshots/shop.json": True,
    }
    assert [one["commit"] for one in document["sightings"][1]["brought"]] == [third]


def test_show_finds_the_set_and_other_branches(shop: Shop) -> None:
    told(shop)
    shop.says("snapshot")
    as_set = shop.snapshot()["digests"]["as_set"]
    assert ": list as a set, 2 tools\n" in shop.says("show", as_set)
    shop.repository.git("checkout", "-q", "-b", "old", "HEAD~2")
    other = tool("only_here", "Was never merged.")
    shop.commit("a branch", other)
    shop.repository.git("checkout", "-q", "main")
    assert "a branch" in shop.says("show", toolwatch.digest([other]))


def test_show_of_what_is_not_committed(shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told(shop)
    shop.tools(STOCK)
    said = shop.says("show", toolwatch.digest([STOCK]))
    assert "shop, tools.json: it is so now" in said
    (tmp_path / "plain").mkdir()
    monkeypatch.chdir(tmp_path / "plain")
    shop.root = tmp_path / "plain"
    shop.write("toolwatch.toml", '[servers.shop]\nfile = "tools.json"\n')
    shop.tools(STOCK)
    assert "it is so now" in shop.says("show", toolwatch.digest([STOCK]))
    trouble = shop.fails(3, "show", "0" * 64)
    assert "in 1 edition; the history could not be read:" in trouble
    assert "is not in a git repository" in trouble


def test_show_refuses_what_it_cannot_answer(shop: Shop) -> None:
    told(shop)
    assert "is no digest: give 6 to 64 hex digits" in shop.fails(2, "show", "sha256:xyz")
    assert "is no digest" in shop.fails(2, "show", "abc")
    assert "no list or tool has the digest 000000, in 4 editions" in shop.fails(3, "show", "000000")


def test_show_finds_what_an_agent_logged_of_text_that_varies(shop: Shop) -> None:
    tools = (Tool(FIND | {"description": "Zone UTC."}), Tool(STOCK))
    span = Volatile("/tools/find_order/description", 5, 8, ("aaa", "aaa"))
    store.write(shop.root / "snapshots/shop.json", take(Listing("shop", tools=tools), volatile=(span,)))
    for logged in ([one.raw for one in tools], [tools[0].raw]):
        assert "snapshots/shop.json: it is so now" in shop.says("show", toolwatch.digest(logged))


def test_show_never_guesses_between_two_digests(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    told(shop)
    monkeypatch.setattr("toolwatch.pipeline.show.hex_of", lambda _: "")
    assert "is short for" in shop.fails(2, "show", "anything")


def test_hostile_text_is_harmless_in_both(shop: Shop) -> None:
    evil = tool("a\x1b]0;x\x07", "line one\n\x1b[2J\u202eline two\r\nthree")
    shop.commit("evil\u202e", evil)
    for said in (shop.says("log"), shop.says("show", toolwatch.digest([evil]))):
        assert not set(said) & set("\x1b\x07\u202e\r")
    assert "    \\u{1b}[2J\\u{202e}line two" in shop.says("show", toolwatch.digest([evil]))


def test_editions_are_cheap(shop: Shop) -> None:
    import time

    for number in range(40):
        shop.tools(FIND | {"description": f"Finds an order, edition {number}."}, REFUND)
        shop.repository.git("add", "-A")
        shop.repository.git("-c", "gc.auto=0", "commit", "-q", "-m", f"edition {number}")
    start = time.process_time()
    assert len(lines(shop.says("log"))) == 80
    assert time.process_time() - start < 1


def test_blobs_that_are_not_there_are_left_out(tmp_path: Path) -> None:
    made = Repository(tmp_path / "r")
    made.commit({"a": "one", "b": b"\0\xff", "empty": ""}, "x")
    hashes = [made.head(f"HEAD:{name}") for name in ("a", "b", "empty")]
    wanted = [hashes[0], "1" * 40, *hashes[1:], made.head("HEAD^{tree}"), hashes[0]]
    assert dict(repository.blobs(made.root, wanted)) == dict(zip(hashes, (b"one", b"\0\xff", b""), strict=True))


def test_paths_with_signs_in_them(tmp_path: Path) -> None:
    made = Repository(tmp_path / "r")
    made.commit({'s/"q" \n [x].json': "1", "other.json": "2"}, "odd\n\nbody")
    [touch] = commits.touches(made.root, ["s"])
    assert (touch.path, touch.commit.subject, touch.before) == ('s/"q" \n [x].json', "odd", "")


def test_editions_are_read_in_batches(shop: Shop) -> None:
    told(shop)
    from toolwatch.config.settings import load

    found = list(editions(load()))
    assert [len(one.after.tools) if one.after else 0 for one in found] == [2, 2, 2]
    assert found[0].before == found[1].after
