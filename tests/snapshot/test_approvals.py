import json
import subprocess
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.snapshot.shops import FIND, REFUND, STOCK, Shop, lines, listed
from toolwatch.config.settings import Settings, load
from toolwatch.errors import UsageError
from toolwatch.model.approval import Approval
from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.tool import Tool
from toolwatch.pipeline.approve import Wish, approve, approved
from toolwatch.snapshot import approvals, store, take

TODAY = date(2026, 11, 29)
ONE = Approval("aaa111", by="Ada <ada@example.org>", on=TODAY, reason="callers know", server="shop", tool="x")
TWO = Approval("bbb222", by="Bo", on=TODAY, reason='it\'s \u202e "fine"\n', expires=date(2027, 1, 1), change="é")


def test_a_line_each_that_reads_back(tmp_path: Path) -> None:
    approvals.record(tmp_path, [ONE])
    approvals.record(tmp_path, [TWO, ONE])
    text = (tmp_path / approvals.NAME).read_text(encoding="utf-8")
    assert text.count("\n") == 2
    assert "\u202e" not in text
    assert '"change": "é"' in text
    assert approvals.read(tmp_path) == (ONE, TWO)
    assert json.loads(text.splitlines()[0]) == {
        "fingerprint": "aaa111",
        "server": "shop",
        "tool": "x",
        "by": "Ada <ada@example.org>",
        "on": "2026-11-29",
        "reason": "callers know",
    }


def test_git_is_told_to_merge_by_union_once(tmp_path: Path) -> None:
    attributes = tmp_path / ".gitattributes"
    attributes.write_text("*.json text", encoding="utf-8")
    for approval in (ONE, TWO):
        approvals.record(tmp_path, [approval])
    assert attributes.read_text(encoding="utf-8") == "*.json text\napprovals.jsonl merge=union\n"


def test_two_branches_that_approve_merge_without_a_conflict(shop: Shop) -> None:
    folder = shop.root / "snapshots"
    approvals.record(folder, [ONE])
    shop.commit("base")
    for branch, one in (("side", TWO), ("main", Approval("ccc", by="C", on=TODAY, reason="c"))):
        if branch == "side":
            shop.repository.git("checkout", "-q", "-b", "side")
        else:
            shop.repository.git("checkout", "-q", "main")
        approvals.record(folder, [one])
        shop.commit(branch)
    shop.repository.git("merge", "-q", "-m", "both", "side")
    assert {one.fingerprint for one in approvals.read(folder)} == {"aaa111", "bbb222", "ccc"}


def test_what_holds() -> None:
    forever, later, over = (
        Approval("x", by="A", on=TODAY, reason="r", expires=expires)
        for expires in (None, date(2026, 12, 1), date(2026, 11, 29))
    )
    assert approvals.holding([over], TODAY) == {}
    assert approvals.holding([over, later], TODAY) == {"x": later}
    assert approvals.holding([later], date(2026, 12, 1)) == {}
    assert approvals.holding([later, forever, over], TODAY) == {"x": forever}


BAD = {
    "no JSON": ("{", ":1: invalid JSON"),
    "an array": ("[]", ":1: input should be"),
    "no reason": ('{"fingerprint": "a", "by": "b", "on": "2026-11-29"}', ":1: reason: field required"),
    "empty reason": (
        '{"fingerprint": "a", "by": "b", "on": "2026-11-29", "reason": ""}',
        ":1: reason: string should have at least 1 character",
    ),
    "unknown field": (
        '\n{"fingerprint": "a", "by": "b", "on": "2026-11-29", "reason": "r", "until": 1}',
        ":2: until: unknown field",
    ),
    "no date": ('{"fingerprint": "a", "by": "b", "on": "soon", "reason": "r"}', ":1: on: input should be a valid date"),
    "conflict": ("<<<<<<< ours\n=======\n>>>>>>> theirs\n", ":1: holds merge conflict markers"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_a_bad_line_is_named(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        approvals.loads(text, where="a.jsonl")
    assert str(caught.value).startswith(f"a.jsonl{message}")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    assert approvals.read(tmp_path) == ()
    (tmp_path / approvals.NAME).write_bytes(b"\xff")
    with pytest.raises(UsageError, match="is not UTF-8 at byte 0"):
        approvals.read(tmp_path)


def told(fingerprint: str = "aaa111", by: str = "A", reason: str = "r", **words: str) -> Approval:
    return Approval(fingerprint, by=by, on=TODAY, reason=reason, **words)  # type: ignore[arg-type]  # texts alone


@pytest.mark.parametrize(("name", "what"), [("reason", "reason"), ("by", "approver"), ("fingerprint", "fingerprint")])
def test_what_a_person_says_must_be_text(name: str, what: str, tmp_path: Path) -> None:
    approvals.record(tmp_path, [ONE])
    before = (tmp_path / approvals.NAME).read_bytes()
    with pytest.raises(UsageError, match=f"the {what} of an approval is no UTF-8 text"):
        approvals.record(tmp_path, [told(**{name: "bad \udcff"})])
    assert (tmp_path / approvals.NAME).read_bytes() == before


@given(texts=st.lists(st.text(st.characters(), min_size=1, max_size=20), min_size=7, max_size=7))
@settings(derandomize=True, deadline=None, max_examples=100)
def test_what_is_recorded_is_read_again(texts: list[str]) -> None:
    names = ("fingerprint", "reason", "by", "server", "tool", "code", "change")
    one = told(**dict(zip(names, texts, strict=True)))
    with TemporaryDirectory() as folder:
        approvals.record(Path(folder), [one])
        assert approvals.read(Path(folder)) == (one,)


def test_half_a_character_that_a_server_says_is_replaced(tmp_path: Path) -> None:
    approvals.record(tmp_path, [replace(ONE, tool="x\ud83d", change="now \udc00")])
    (read,) = approvals.read(tmp_path)
    assert (read.tool, read.change) == ("x\ufffd", "now \ufffd")


@pytest.mark.parametrize(
    "there", [b"\xff\n", b"\xff", b"*.json text\r\n", b""], ids=["odd", "open", "windows", "empty"]
)
def test_attributes_of_any_encoding_are_kept(there: bytes, tmp_path: Path) -> None:
    (tmp_path / ".gitattributes").write_bytes(there)
    approvals.record(tmp_path, [ONE])
    gap = b"" if there.endswith(b"\n") or not there else b"\n"
    assert (tmp_path / ".gitattributes").read_bytes() == there + gap + b"approvals.jsonl merge=union\n"
    assert approvals.read(tmp_path) == (ONE,)


def test_attributes_that_cannot_be_read_stop_the_writing(tmp_path: Path) -> None:
    (tmp_path / ".gitattributes").mkdir()
    with pytest.raises(UsageError, match="gitattributes: Is a directory"):
        approvals.record(tmp_path, [ONE])
    assert not (tmp_path / approvals.NAME).exists()


NARROWED = REFUND | {"inputSchema": REFUND["inputSchema"] | {"required": ["cents"]}}


@pytest.fixture
def broken(shop: Shop) -> Shop:
    """A breaking change in the working tree, which the gate wants a person to look at."""
    shop.commit("first", FIND, REFUND)
    shop.tools(FIND, NARROWED)
    shop.repository.git("config", "user.name", "Cy Approver")
    shop.repository.git("config", "user.email", "cy@example.org")
    return shop


def fingerprints(shop: Shop) -> dict[str, str]:
    _, output, _ = shop.run("diff", "shop@HEAD", "shop", "--format", "json")
    return {change["fingerprint"]: change["compat"] for change in json.loads(output)["changes"]}


def test_approve_by_an_abbreviated_fingerprint(broken: Shop) -> None:
    assert broken.run("check", "--select", "none")[0] == 1
    [(whole, compat)] = fingerprints(broken).items()
    assert compat == "breaking"
    said = lines(broken.says("approve", whole[:9] if ":" not in whole else whole[7:16], "--reason", "callers know"))
    assert said[0].startswith(f"approved {whole} TW3")
    assert "shop/issue_refund" in said[0]
    assert said[1] == "kept in snapshots/approvals.jsonl: commit it with the change"
    [kept] = approvals.read(broken.root / "snapshots")
    assert (kept.fingerprint, kept.by, kept.reason) == (whole, "Cy Approver <cy@example.org>", "callers know")
    assert (kept.server, kept.tool, kept.expires) == ("shop", "issue_refund", None)
    again = broken.says("approve", whole, "--reason", "again")
    assert again.startswith(f"already approved {whole}")
    assert len(approvals.read(broken.root / "snapshots")) == 1


def test_approve_everything_needs_all_and_a_reason(broken: Shop) -> None:
    assert "name the fingerprints to approve, or give --all" in broken.fails(2, "approve", "--reason", "x")
    assert "needs a reason" in broken.fails(2, "approve", "--all", "--reason", "  ")
    code, _, trouble = broken.run("approve", "--all")
    assert (code, "--reason" in trouble) == (2, True)
    both = broken.fails(2, "approve", "abcdef", "--all", "--reason", "x")
    assert "or give --all" in both
    assert not (broken.root / "snapshots").exists()
    said = broken.says("approve", "--all", "--reason", "first import", "--by", "Di", "--expires", "2099-01-01")
    assert said.startswith("approved ")
    [kept] = approvals.read(broken.root / "snapshots")
    assert (kept.by, kept.expires) == ("Di", date(2099, 1, 1))


def test_an_approval_is_of_the_change_and_survives_other_edits(broken: Shop) -> None:
    broken.says("approve", "--all", "--reason", "callers know")
    [name] = approved(load(), today=TODAY)
    broken.tools(FIND | {"description": "Finds orders."}, NARROWED, STOCK)
    assert name in fingerprints(broken)
    broken.tools(FIND, NARROWED | {"inputSchema": NARROWED["inputSchema"] | {"additionalProperties": False}})
    [other] = [one for one, compat in fingerprints(broken).items() if one != name and compat == "breaking"]
    assert other not in approved(load(), today=TODAY), "another break of the same tool is another change"


def test_what_cannot_be_approved(broken: Shop) -> None:
    trouble = broken.fails(2, "approve", "ffffffffff", "--reason", "x")
    assert "no change has the fingerprint ffffffffff; there are: " in trouble
    assert "give --run" in broken.fails(2, "approve", "shop/lost-parcel@m=refund", "--reason", "x")
    assert "is not after today" in broken.fails(2, "approve", "--all", "--reason", "x", "--expires", "2020-01-01")
    broken.tools(FIND, REFUND)
    assert "there is no change at all" in broken.fails(2, "approve", "ffffffffff", "--reason", "x")
    assert broken.says("approve", "--all", "--reason", "x") == "nothing asks for an approval\n"
    broken.write("tools.json", "{")
    assert "was not seen whole" in broken.fails(3, "approve", "--all", "--reason", "x")
    assert not (broken.root / "snapshots").exists()


def test_approve_from_a_stored_run(broken: Shop) -> None:
    broken.run("check", "--select", "none", "--format", "json", "--output", "run.json")
    broken.tools(FIND)
    assert broken.says("approve", "--all", "--reason", "seen in CI", "--run", "run.json").startswith("approved ")
    [kept] = approvals.read(broken.root / "snapshots")
    assert kept.tool == "issue_refund"
    assert "none.json" in broken.fails(2, "approve", "--all", "--reason", "x", "--run", "none.json")


WHOLE = Coverage()


def seen(*tools: dict[str, Any], coverage: Coverage = WHOLE) -> str:
    return store.dumps(take(Listing("shop", tools=tuple(map(Tool, tools)), coverage=coverage)))


PARTLY = Coverage(problems=("tools/list page 2 was refused",))


@pytest.mark.parametrize("stored", [False, True], ids=["compared anew", "from a stored run"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(seen(FIND, REFUND), seen(FIND, coverage=PARTLY), id="a tool only seems gone"),
        pytest.param(seen(FIND, coverage=PARTLY), seen(FIND, NARROWED), id="a base in part"),
        pytest.param(seen(FIND, REFUND), seen(coverage=Coverage(failure="no answer")), id="nothing was seen"),
    ],
)
def test_nothing_of_a_list_that_was_not_seen_whole_is_approved(
    before: str, after: str, stored: bool, shop: Shop
) -> None:
    """What only seems gone would be let go unseen on the day that it goes."""
    shop.write("toolwatch.toml", '[servers.shop]\nfile = "seen.json"\n[servers.other]\nfile = "other.json"\n')
    shop.write("seen.json", before)
    shop.write("other.json", listed(FIND, REFUND))
    shop.repository.git("add", "-A")
    shop.repository.git("commit", "-qm", "first")
    shop.write("seen.json", after)
    shop.write("other.json", listed(FIND))
    _, out, _ = shop.run("check", "--select", "none", "--format", "json")
    shop.write("run.json", out)
    changes = {one["server"]: one["fingerprint"] for one in json.loads(out)["changes"] if one["compat"] == "breaking"}
    rest = ("--reason", "x", "--by", "me", *(("--run", "run.json") if stored else ()))
    for words in (("--all",), *((changes[name],) for name in changes if name == "shop")):
        assert "was not seen whole, so nothing is approved" in shop.fails(3, "approve", *words, *rest)
    assert not (shop.root / "snapshots").exists()
    assert shop.says("approve", changes["other"], *rest).startswith("approved "), "another server is another matter"


def test_a_bad_approvals_file_stops_everything(broken: Shop) -> None:
    broken.write("snapshots/approvals.jsonl", "{}\n")
    assert "approvals.jsonl:1: " in broken.fails(2, "approve", "--all", "--reason", "x")


def test_without_an_author_a_name_is_asked_for(broken: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    broken.repository.git("config", "user.useConfigOnly", "true")
    broken.repository.git("config", "--unset", "user.email")
    for name in ("EMAIL", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_NAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    assert "say with --by who approves" in broken.fails(2, "approve", "--all", "--reason", "x")


def test_approvals_of_a_ref_are_not_those_a_change_brings_along(broken: Shop) -> None:
    settings = load()
    assert approved(settings, today=TODAY, ref="HEAD") == {}
    broken.says("approve", "--all", "--reason", "callers know")
    assert len(approved(settings, today=TODAY)) == 1
    assert approved(settings, today=TODAY, ref="HEAD") == {}
    broken.commit("approved")
    assert len(approved(settings, today=TODAY, ref="HEAD")) == 1


def test_the_day_is_given_and_not_read_from_a_clock(broken: Shop) -> None:
    wish = Wish("callers know", everything=True, by="Ada", expires=date(2026, 12, 24))
    done = approve(wish, load(), today=TODAY)
    assert [one.on for one in done.recorded] == [TODAY]
    assert approved(load(), today=date(2026, 12, 24)) == {}


def test_settings_without_a_snapshots_folder(tmp_path: Path) -> None:
    assert approved(Settings(root=tmp_path), today=TODAY) == {}
    assert subprocess.run(["git", "--version"], capture_output=True, check=False).returncode == 0
