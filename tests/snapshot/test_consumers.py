import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.snapshot.repositories import Repository
from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.model.change import Change, Compat, Seen, Side
from toolwatch.model.consumer import ConsumerKind, Consumers, Use
from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.report import Compared
from toolwatch.model.tool import Tool
from toolwatch.pipeline.consumers import Gone, find, gone, lines
from toolwatch.snapshot import take
from toolwatch.snapshot.consumers import Finder, kind_of

SERVERS = ("@acme/help-desk", "desk")

USES: dict[str, str] = {
    "prose": "First use lookup_order, then answer.",
    "end of a sentence": "Ask lookup_order.",
    "in quotes": '"lookup_order"',
    "in backticks": "call `lookup_order`(id)",
    "claude code": "mcp__desk__lookup_order",
    "user's own server name": "mcp__acme-help-desk__lookup_order",
    "shorter server name": "mcp__helpdesk__lookup_order",
    "opencode": "desk_lookup_order",
    "gemini cli": "mcp_desk_lookup_order",
    "double underscore": "desk__lookup_order",
    "server and colon": "desk:lookup_order",
    "any server and colon": "tool:lookup_order",
    "attribute": "client.lookup_order(1)",
    "start of a path": "lookup_order/readme",
    "bullet": "-lookup_order",
    "arrow": "lookup_order->next",
}
NO_USES: dict[str, str] = {
    "longer identifier": "lookup_orders",
    "longer at the front": "my_lookup_order",
    "hyphen after": "lookup_order-v2",
    "hyphen before": "old-lookup_order",
    "letter case": "Lookup_Order",
    "another server": "mcp__billing__lookup_order",
    "digits": "lookup_order2",
    "split": "lookup order",
}
PLAIN_USES: dict[str, str] = {
    "double quotes": 'expected: {"tool": "search"}',
    "single quotes": "tools=['search']",
    "backticks": "Use `search` first.",
    "claude code": "mcp__desk__search",
    "server and colon": "desk:search",
    "server and slash": "desk/search",
    "list item": "  - search",
    "list item with a comment": "  - search  # old",
    "key": "allowed-tools: Read, search, Bash",
    "expected": "expected: search",
}
PLAIN_NO_USES: dict[str, str] = {
    "prose": "You can search the web.",
    "end of a sentence": "Then search.",
    "heading": "# search",
    "another server": "billing:search",
    "function": "def search(text):",
    "list item of prose": "- search the web",
    "mixed quotes": "\"search'",
    "other key": "title: search",
}


def hits(names: Sequence[str], text: str) -> list[str]:
    finder = Finder(names, SERVERS)
    found = [hit.name for hit in finder.find(text)]
    assert not found or finder.may_hold(text.encode()), "the quick look may not miss what the slow one finds"
    return found


@pytest.mark.parametrize("text", USES.values(), ids=USES)
def test_a_use_is_found(text: str) -> None:
    assert hits(["lookup_order"], f"x\n  {text} \ny") == ["lookup_order"]


@pytest.mark.parametrize("text", NO_USES.values(), ids=NO_USES)
def test_what_only_looks_alike_is_not(text: str) -> None:
    assert hits(["lookup_order"], text) == []


@pytest.mark.parametrize("text", PLAIN_USES.values(), ids=PLAIN_USES)
def test_a_plain_word_is_found_where_it_is_a_name(text: str) -> None:
    assert hits(["search"], text) == ["search"]


@pytest.mark.parametrize("text", PLAIN_NO_USES.values(), ids=PLAIN_NO_USES)
def test_a_plain_word_in_prose_is_not(text: str) -> None:
    assert hits(["search"], text) == []


def test_many_names_are_found_as_few_are() -> None:
    names = [f"tool_{number}" for number in range(60)] + ["lookup_order", "поиск", "a.b", "x"]
    assert hits(names, "mcp__desk__tool_7 and desk:tool_12 tool_123") == ["tool_7", "tool_12"]
    assert hits(names, "«поиск» a.b") == ["поиск", "a.b"]


def test_place_and_text() -> None:
    [hit] = Finder(["lookup_order"], SERVERS).find("one\n" + "x" * 200 + ' "lookup_order" ' + "y" * 200)
    assert (hit.line, hit.column) == (2, 203)
    assert hit.text.startswith("…x")
    assert '"lookup_order"' in hit.text
    assert hit.text.endswith("…")
    assert len(hit.text) < 160


KINDS = {
    "skills/returns/SKILL.md": ConsumerKind.SKILL,
    ".claude/skills/returns/notes.md": ConsumerKind.SKILL,
    "AGENTS.md": ConsumerKind.AGENT_FILE,
    "docs/CLAUDE.md": ConsumerKind.AGENT_FILE,
    ".claude/agents/returns.md": ConsumerKind.AGENT_FILE,
    ".cursor/rules/a.mdc": ConsumerKind.AGENT_FILE,
    ".github/copilot-instructions.md": ConsumerKind.AGENT_FILE,
    "prompts/answer.txt": ConsumerKind.PROMPT,
    "answer.prompt.md": ConsumerKind.PROMPT,
    "suites/desk/suite.yaml": ConsumerKind.SUITE,
    ".claude/settings.local.json": ConsumerKind.ALLOW_LIST,
    ".mcp.json": ConsumerKind.ALLOW_LIST,
    ".codex/config.toml": ConsumerKind.ALLOW_LIST,
    "README.md": ConsumerKind.DOCUMENT,
    "src/app.ts": ConsumerKind.SOURCE,
    "": ConsumerKind.SOURCE,
}


@pytest.mark.parametrize(("path", "kind"), KINDS.items(), ids=KINDS)
def test_kind(path: str, kind: ConsumerKind) -> None:
    assert kind_of(path) is kind


def test_long_lines_keep_nobody_busy() -> None:
    for text in ("search " * 100_000, '"lookup_order",' * 60_000, "tool" * 200_000 + " search", "mcp__" * 100_000):
        start = time.process_time()
        found = list(Finder(["lookup_order", "search"], SERVERS).find(text))
        assert time.process_time() - start < 3
        assert len(found) == text.count('"lookup_order"')


MISSING = (Gone("desk", SERVERS, {"lookup_order": "find_order", "search": ""}),)


def test_files_are_found_by_name_with_line_and_new_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = Repository(tmp_path / "repo")
    repository.commit(
        {
            ".gitignore": "built/\n*.log\n",
            "AGENTS.md": "Call lookup_order.\nThen `search`.\n",
            ".claude/settings.json": '{"permissions": {"allow": ["mcp__desk__lookup_order"]}}\n',
            "src/.gitignore": "secret.py\n",
            "picture.png": b"\x89PNG\0lookup_order",
            "huge.txt": "lookup_order\n" * 100_000,
            "fine.txt": "lookup_orders\n",
            "latin.txt": b"caf\xe9 lookup_order\n",
        },
        "consumers",
    )
    for name in ("built/out.js", "app.log", "src/secret.py", "src/new.py"):
        path = repository.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("lookup_order\n", encoding="utf-8")
    (repository.root / "link.md").symlink_to("AGENTS.md")
    (repository.root / "loop").symlink_to(".")
    monkeypatch.chdir(repository.root)
    found = find([Path()], MISSING)
    assert [(use.file, use.line, use.column, use.tool, use.renamed_to, str(use.kind)) for use in found.uses] == [
        (".claude/settings.json", 1, 29, "lookup_order", "find_order", "allow-list"),
        ("AGENTS.md", 1, 6, "lookup_order", "find_order", "agent file"),
        ("AGENTS.md", 2, 7, "search", "", "agent file"),
        ("latin.txt", 1, 6, "lookup_order", "find_order", "document"),
        ("src/new.py", 1, 1, "lookup_order", "find_order", "source"),
    ]
    assert (found.binary, found.huge, found.unreadable) == (1, 1, 0)
    assert found.looked == 7


def test_outside_a_repository_gitignore_counts_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "a").mkdir()
    (tmp_path / "a/.gitignore").write_text("*.tmp\n", encoding="utf-8")
    for name in ("a/x.md", "a/x.tmp", "y.md"):
        (tmp_path / name).write_text("lookup_order", encoding="utf-8")
    Repository(tmp_path / "inner").commit({"z.md": "lookup_order"}, "a repository of its own")
    assert [Path(use.file).name for use in find([tmp_path], MISSING).uses] == ["x.md", "z.md", "y.md"]
    monkeypatch.setenv("PATH", "")
    names = [Path(use.file).name for use in find([tmp_path], MISSING).uses]
    assert names == ["x.md", "x.tmp", "z.md", "y.md"], "without git nothing is known of what git ignores"


def test_a_file_or_an_ignored_folder_that_is_named_is_read(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repo")
    repository.commit({".gitignore": "built/\n"}, "ignore")
    (repository.root / "built").mkdir()
    file = repository.root / "built/x.md"
    file.write_text("lookup_order", encoding="utf-8")
    assert len(find([file], MISSING).uses) == 1
    assert len(find([file.parent, file], MISSING).uses) == 1, "a file is read once"


def test_own_records_of_the_past_are_no_consumers(tmp_path: Path) -> None:
    for name in ("snapshots/desk.json", "tools.json", "other.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text('"lookup_order"', encoding="utf-8")
    settings = Settings({"servers": {"desk": {"file": "tools.json"}}}, root=tmp_path)
    assert [Path(use.file).name for use in find([tmp_path], MISSING, settings).uses] == ["other.json"]


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--consumers .*none: there is no such"):
        find([tmp_path / "none"], MISSING)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    found = find([tmp_path / "pipe", tmp_path], MISSING)
    assert (found.looked, found.unreadable) == (0, 1)


def test_what_vanishes_meanwhile_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.md").write_text("lookup_order", encoding="utf-8")

    def gone_already(_: Path) -> bytes:
        raise OSError(2, "No such file")

    monkeypatch.setattr(Path, "read_bytes", gone_already)
    assert find([tmp_path], MISSING).unreadable == 1


def test_lines() -> None:
    use = Use("desk", "a_b", "c_d", ConsumerKind.SKILL, "s/SKILL.md", 3, 5, "call a_b")
    gone_use = replace(use, renamed_to="")
    assert list(lines(Consumers((use, gone_use), looked=7, binary=1, huge=2))) == [
        "s/SKILL.md:3:5: skill uses a_b, which is c_d now: call a_b",
        "s/SKILL.md:3:5: skill uses a_b, which is gone: call a_b",
        "7 files were read; not looked into: 1 binary, 2 over 1 MB",
    ]
    assert list(lines(Consumers(looked=7))) == []


def test_nothing_gone_reads_nothing(tmp_path: Path) -> None:
    assert find([tmp_path], ()).looked == 0


def compared(before: Sequence[str], after: Sequence[str], *, failure: str = "") -> Compared:
    old = Listing("desk", tools=tuple(Tool.of(name) for name in before), server_info={"name": "Help Desk"})
    new = Listing("desk", tools=tuple(Tool.of(name) for name in after), coverage=Coverage(failure=failure))
    return Compared(take(old), take(new))


def test_what_is_gone() -> None:
    rename = Change(
        "desk", "c", "", "TW3", "renamed", Compat.BREAKING, Seen.YES, Side.TOOL, "b", "c", "", "f", tool_before="b"
    )
    assert gone([compared("abd", "acd")], [rename]) == (Gone("desk", ("desk", "Help Desk"), {"b": "c"}),)
    assert gone([compared("ab", "a")], []) == (Gone("desk", ("desk", "Help Desk"), {"b": ""}),)
    assert gone([compared("ab", "ab")], []) == ()
    assert gone([compared("ab", "", failure="it exited")], []) == (), "what was not seen is not gone"


def test_thousands_of_files_cost_little(tmp_path: Path) -> None:
    text = "\n".join(f"line {number} of some ordinary source text, with words and more words" for number in range(40))
    for folder in range(20):
        place = tmp_path / f"d{folder}"
        place.mkdir()
        for number in range(100):
            (place / f"f{number}.py").write_text(text, encoding="utf-8")
    (tmp_path / "d7/f7.py").write_text(text + "\nlookup_order", encoding="utf-8")
    many = (Gone("desk", SERVERS, {f"gone_tool_{number}": "" for number in range(90)} | {"lookup_order": ""}),)
    for missing in (MISSING, many):
        start = time.process_time()
        found = find([tmp_path], missing)
        assert time.process_time() - start < 1.5
        assert found.looked == 2_000
        assert [use.line for use in found.uses] == [41]
