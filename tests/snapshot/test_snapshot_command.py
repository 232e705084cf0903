import json
import os
import re
import sys
from pathlib import Path

import pytest

from tests.snapshot.shops import FIND, REFUND, STOCK, Shop, lines, listed
from toolwatch.config.settings import load
from toolwatch.errors import ObservationError
from toolwatch.model.listing import Coverage, Listing, Surface, SurfaceCoverage
from toolwatch.model.snapshot import Snapshot, Volatile
from toolwatch.model.tool import Tool
from toolwatch.pipeline import snapshot as pipeline
from toolwatch.pipeline.lists.remembered import with_tombstones
from toolwatch.snapshot import store, take


def test_the_first_the_same_and_the_next(shop: Shop) -> None:
    shop.tools(FIND, REFUND)
    assert shop.says("snapshot") == "shop: first snapshot; now 2 tools: snapshots/shop.json\n"
    before = (shop.root / "snapshots/shop.json").read_bytes()
    assert shop.says("snapshot", "shop") == "shop: unchanged, 2 tools: snapshots/shop.json\n"
    assert (shop.root / "snapshots/shop.json").read_bytes() == before
    shop.tools(FIND | {"description": "Finds any order."}, STOCK)
    said = "shop: 1 added (check_stock); 1 removed (issue_refund); 1 changed (find_order); now 2 tools"
    assert shop.says("snapshot") == f"{said}: snapshots/shop.json\n"
    assert [stone["raw"]["name"] for stone in shop.snapshot()["tombstones"]] == ["issue_refund"]


CHANGES = {
    "order": ((REFUND, FIND), "order of the list"),
    "typing": ((FIND | {"description": "Finds  an order by its number."}, REFUND), "only how text is typed"),
    "key order": ((dict(reversed(FIND.items())), REFUND), "only how it is spelt"),
    "annotation": ((FIND | {"annotations": {"readOnlyHint": True}}, REFUND), "1 changed (find_order)"),
}


@pytest.mark.parametrize(("tools", "said"), CHANGES.values(), ids=CHANGES)
def test_what_changed_is_said_in_one_line(shop: Shop, tools: tuple[dict[str, object], ...], said: str) -> None:
    shop.tools(FIND, REFUND)
    shop.says("snapshot")
    shop.tools(*tools)
    assert shop.says("snapshot") == f"shop: {said}; now 2 tools: snapshots/shop.json\n"
    assert shop.says("snapshot").startswith("shop: unchanged")


def test_many_names_are_cut_and_hostile_ones_made_harmless(shop: Shop) -> None:
    shop.tools(FIND)
    shop.says("snapshot")
    shop.tools(FIND, *(STOCK | {"name": f"t{number}"} for number in range(8)), STOCK | {"name": "\x1b[31mred\nx"})
    said = shop.says("snapshot")
    assert "9 added (\\u{1b}[31mred⏎x, t0, t1, t2, t3, t4 and 3 more)" in said
    assert said.count("\n") == 1


def test_what_is_beside_the_tools_is_said(shop: Shop) -> None:
    document = {"tools": [FIND], "serverInfo": {"name": "shop", "version": "1.0"}, "instructions": "Be kind."}
    shop.write("tools.json", json.dumps(document))
    shop.says("snapshot")
    shop.write("tools.json", json.dumps(document | {"serverInfo": {"name": "shop", "version": "2.0"}}))
    assert "shop: server version 1.0 to 2.0; now 1 tool" in shop.says("snapshot")
    shop.write("tools.json", json.dumps(document | {"instructions": "Be quick."}))
    assert "server version 2.0 to 1.0; instructions; now" in shop.says("snapshot")


def test_output_goes_where_it_is_told_and_takes_one_target(shop: Shop) -> None:
    other = shop.write("other.json", listed(STOCK))
    assert shop.says("snapshot", "other.json", "--output", "kept/o.json").endswith(": kept/o.json\n")
    assert store.read(shop.root / "kept/o.json").tools == (Tool(STOCK),)
    assert "--output x.json is one file, but there are 2" in shop.fails(
        2, "snapshot", "shop", "other.json", "-o", "x.json"
    )
    assert "is there and is no snapshot" in shop.fails(2, "snapshot", "other.json", "-o", "other.json")
    assert other.read_text(encoding="utf-8") == listed(STOCK)
    (shop.root / "folder").mkdir()
    code, _, trouble = shop.run("snapshot", "other.json", "-o", "folder")
    assert (code, "is a directory" in trouble) == (2, True)


def test_variants_are_kept_beside_each_other(shop: Shop) -> None:
    shop.tools(FIND, REFUND)
    shop.says("snapshot")
    with (shop.root / "toolwatch.toml").open("a") as config:
        config.write('[servers.shop.variants]\nread-only = {file = "fewer.json"}\n')
    shop.write("fewer.json", listed(FIND))
    said = shop.says("snapshot", "shop", "--variant", "read-only")
    assert said == "shop:read-only: first snapshot; now 1 tool: snapshots/shop.read-only.json\n"
    assert shop.snapshot("shop.read-only")["variant"] == "read-only"
    assert len(shop.snapshot()["tools"]) == 2
    kept = [line.rpartition(": ")[0] for line in shop.says("snapshot").splitlines()]
    assert kept == ["shop: unchanged, 2 tools", "shop:read-only: unchanged, 1 tool"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("shop", "--variant", "beta"), "shop has no such variant (there are: read-only)", id="unknown"),
        pytest.param(("shop:read-only", "--variant", "beta"), "shop:read-only is a variant already", id="two"),
        pytest.param(("--variant", "beta"), "shop has no such variant", id="of every server"),
    ],
)
def test_no_snapshot_is_kept_that_no_target_names(words: tuple[str, ...], said: str, shop: Shop) -> None:
    with (shop.root / "toolwatch.toml").open("a") as config:
        config.write('[servers.shop.variants]\nread-only = {file = "tools.json"}\n')
    shop.tools(FIND)
    assert said in shop.fails(2, "snapshot", *words)
    assert not (shop.root / "snapshots").exists()


def test_names_that_would_leave_the_folder_do_not(shop: Shop) -> None:
    folder = Path("snapshots")
    assert store.path_of(folder, "@acme/desk") == folder / "@acme/desk.json"
    assert store.path_of(folder, "../../etc/passwd") == folder / "__/__/etc/passwd.json"
    assert store.path_of(folder, "a\0b:c", "x?") == folder / "a_b_c.x_.json"
    assert store.path_of(folder, "/etc/x") == folder / "etc/x.json"
    assert store.path_of(folder, "..") == folder / "...json"


def test_two_targets_for_one_file_are_refused_before_anything_is_written(shop: Shop) -> None:
    shop.write("a/same.json", listed(FIND))
    shop.write("b/same.json", listed(STOCK))
    assert "two targets would be kept at" in shop.fails(2, "snapshot", "a/same.json", "b/same.json")
    assert not (shop.root / "snapshots").exists()


def test_nothing_to_keep(shop: Shop) -> None:
    shop.write("toolwatch.toml", "")
    assert "nothing to keep: name a target" in shop.fails(2, "snapshot")
    assert "neither a configured server" in shop.fails(2, "snapshot", "none")


def test_the_past_is_not_written_over_the_present(shop: Shop) -> None:
    shop.commit("first", FIND)
    shop.tools(STOCK)
    shop.says("snapshot")
    assert "shop@HEAD is a snapshot of the past" in shop.fails(2, "snapshot", "shop@HEAD")
    assert shop.says("snapshot", "shop@HEAD", "-o", "old.json").startswith("shop: first snapshot")
    assert store.read(shop.root / "old.json").tools == (Tool(FIND),)


def test_a_file_with_an_at_sign_in_its_path_is_no_past(shop: Shop) -> None:
    shop.write("@acme/x@1.json", listed(FIND))
    assert ": first snapshot; now 1 tool" in shop.says("snapshot", "@acme/x@1.json")


def test_a_failed_observation_overwrites_nothing(shop: Shop) -> None:
    shop.tools(FIND)
    shop.says("snapshot")
    before = (shop.root / "snapshots/shop.json").read_bytes()
    shop.write("tools.json", "{")
    code, output, trouble = shop.run("snapshot")
    assert (code, output) == (3, "")
    assert re.match(r"shop: not observed: .*; snapshots/shop\.json stays as it was\n", trouble)
    assert (shop.root / "snapshots/shop.json").read_bytes() == before
    (shop.root / "snapshots/shop.json").unlink()
    code, _, trouble = shop.run("snapshot")
    assert (code, "stays" in trouble) == (3, False)
    assert not (shop.root / "snapshots/shop.json").exists()


def test_one_servers_failure_is_not_anothers(shop: Shop) -> None:
    shop.write("toolwatch.toml", '[servers.a]\nfile = "a.json"\n[servers.b]\nfile = "tools.json"\n')
    shop.tools(FIND)
    code, output, trouble = shop.run("snapshot")
    assert code == 3
    assert lines(output) == ["b: first snapshot; now 1 tool: snapshots/b.json"]
    assert trouble.startswith("a: not observed: ")


def test_a_live_server_is_kept(shop: Shop) -> None:
    server = shop.write(
        "server.py",
        "from mcp.server.mcpserver import MCPServer\n"
        "server = MCPServer('little')\n"
        "@server.tool()\n"
        "def double(number: int) -> int:\n"
        "    '''Doubles a number.\n\n    Rounds nothing.\n    '''\n"
        "    return 2 * number\n"
        "server.run()\n",
    )
    code, output, trouble = shop.run("snapshot", "--no-probe", "--", sys.executable, str(server))
    assert (code, trouble) == (0, "")
    assert output == "server: first snapshot; now 1 tool: snapshots/server.json\n"
    kept = store.read(shop.root / "snapshots/server.json")
    assert kept.tools[0].name == "double"
    assert str(shop.root) not in store.dumps(kept).replace(kept.listing.target, "")


def seen(monkeypatch: pytest.MonkeyPatch, *snapshots: Snapshot) -> None:
    monkeypatch.setattr(pipeline, "observe_all", lambda *_, **__: snapshots)


def listing(*tools: dict[str, object], **fields: object) -> Listing:
    return Listing("shop", tools=tuple(map(Tool, tools)), **fields)  # type: ignore[arg-type]


PARTIAL = {
    "problem": Coverage(problems=("page 3 never came",)),
    "refused": Coverage(surfaces=(SurfaceCoverage(Surface.TOOLS, True, False, refused="-32601"),)),
}


@pytest.mark.parametrize("coverage", PARTIAL.values(), ids=PARTIAL)
def test_a_part_never_replaces_a_whole(shop: Shop, monkeypatch: pytest.MonkeyPatch, coverage: Coverage) -> None:
    shop.tools(FIND, REFUND)
    shop.says("snapshot")
    before = (shop.root / "snapshots/shop.json").read_bytes()
    seen(monkeypatch, take(listing(FIND, coverage=coverage)))
    code, output, trouble = shop.run("snapshot")
    assert (code, output) == (3, "")
    assert re.match(r"shop: seen only in part: .*; snapshots/shop\.json was taken whole and stays as it was\n", trouble)
    assert (shop.root / "snapshots/shop.json").read_bytes() == before


def test_a_part_is_kept_where_nothing_better_is_and_still_is_no_success(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tools in ((FIND,), (FIND, STOCK)):
        seen(monkeypatch, take(listing(*tools, coverage=PARTIAL["problem"])))
        code, output, trouble = shop.run("snapshot")
        assert (code, output) == (3, "")
        assert "(seen only in part: page 3 never came): snapshots/shop.json" in trouble
        assert len(shop.snapshot()["tools"]) == len(tools)
    assert shop.snapshot()["tombstones"] == []
    seen(monkeypatch, take(listing(FIND)))
    assert "seen partial before, complete now" in shop.says("snapshot")


def test_a_file_with_conflict_markers_is_replaced(shop: Shop) -> None:
    shop.tools(FIND)
    shop.says("snapshot")
    path = shop.root / "snapshots/shop.json"
    path.write_text("<<<<<<< ours\n" + path.read_text(encoding="utf-8") + ">>>>>>> theirs\n", encoding="utf-8")
    assert shop.says("snapshot").startswith("shop: first snapshot; now 1 tool")
    assert store.read(path).tools == (Tool(FIND),)


def test_a_different_place_is_no_drift_where_the_text_is_known_to_vary(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(zone: str, *volatile: Volatile) -> Snapshot:
        return take(listing(FIND | {"description": f"Zone {zone}."}), volatile=volatile)

    seen(monkeypatch, said("UTC", Volatile("/tools/find_order/description", 5, 8, ("aaa", "aaa"))))
    shop.says("snapshot")
    seen(monkeypatch, said("Europe/Berlin"))
    assert shop.says("snapshot").startswith("shop: unchanged")
    seen(monkeypatch, take(listing(FIND | {"description": "Zone: Europe/Berlin."})))
    assert shop.says("snapshot").startswith("shop: 1 changed (find_order)")


def test_how_it_was_started_is_said(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    for flags in (["--all"], ["--read-only"]):
        seen(monkeypatch, take(listing(FIND, identity={"flags": flags})))
        said = shop.says("snapshot")
    assert said == "shop: how it was started; now 1 tool: snapshots/shop.json\n"


def test_noise_alone_is_no_change(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    for noise in ("started at 10:00", "started at 11:00"):
        seen(monkeypatch, take(listing(FIND, coverage=Coverage(noise=(noise,)))))
        said = shop.says("snapshot")
    assert said.startswith("shop: unchanged")


def test_a_full_disk_is_one_line_and_leaves_the_old_file(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.tools(FIND)
    shop.says("snapshot")
    shop.tools(STOCK)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "snapshots/shop.json")

    monkeypatch.setattr(os, "replace", full)
    assert "No space left" in shop.fails(2, "snapshot")
    assert shop.snapshot()["order"] == ["find_order"]


def test_what_a_kept_snapshot_remembers_goes_with_a_list_from_elsewhere(shop: Shop) -> None:
    for tools in ((FIND, REFUND), (FIND,)):
        shop.tools(*tools)
        shop.says("snapshot")
    shop.commit("refund is gone")
    settings = load()
    elsewhere = take(listing(FIND))
    for ref in ("", "HEAD"):
        [stone] = with_tombstones(elsewhere, settings, ref=ref).tombstones
        assert stone.tool == Tool(REFUND)
    assert with_tombstones(take(listing(REFUND)), settings).tombstones == (), "the living have no tombstone"
    assert with_tombstones(take(Listing("other")), settings, ref="HEAD").tombstones == ()
    assert with_tombstones(take(Listing("other")), settings).tombstones == ()
    shop.write("snapshots/shop.json", "{}")
    shop.commit("broken")
    for ref in ("", "HEAD"):
        with pytest.raises(ObservationError, match="is no toolwatch snapshot"):
            with_tombstones(elsewhere, settings, ref=ref)
