"""Whatever a user may name becomes a snapshot, or says in one line why not."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.sources import echo, hostile
from tests.sources.copies import own_copy, running
from tests.sources.web import Server, serving
from toolwatch.config.settings import Settings
from toolwatch.errors import NotAtRef, ObservationError, UsageError
from toolwatch.model.listing import Completeness
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lists.observe import observe, observe_all
from toolwatch.pipeline.lists.targets import Target, configured, parse
from toolwatch.snapshot import store

ECHO = [sys.executable, "-S", own_copy(echo)]
HOSTILE = [sys.executable, "-S", "-E", own_copy(hostile)]
TOOL = {"name": "find", "description": "Find it.", "inputSchema": {"type": "object"}}


def settings_of(servers: dict[str, Any], root: Path = Path(), **observing: Any) -> Settings:
    return Settings({"servers": servers, "observe": observing}, root=root)


def command(words: list[str], *more: str, **fields: Any) -> dict[str, Any]:
    return {"command": words[0], "args": [*words[1:], *more], **fields}


@pytest.fixture(scope="module")
def web() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_command() -> None:
    seen = observe(Target(command=(*ECHO, "a", "b")), Settings())
    assert [tool.name for tool in seen.tools] == ["a", "b"]
    assert seen.server == "echo"
    assert seen.listing.kind == "stdio"
    assert seen.coverage.completeness is Completeness.COMPLETE


def test_a_url(web: Server) -> None:
    seen = observe(parse(f"{web.url}/plain?key=canary-7788"), Settings())
    assert [tool.name for tool in seen.tools] == ["lookup"]
    assert seen.server == "127.0.0.1"
    assert seen.listing.target == f"{web.url}/plain?key=…"


def test_a_file_and_a_snapshot(here: Path) -> None:
    (here / "till.json").write_text(json.dumps([TOOL]))
    seen = observe(parse("till.json"), Settings())
    assert seen.server == "till"
    assert seen.listing.target == "till.json"
    store.write(here / "snapshots/till.json", seen)
    again = observe(parse("snapshots/till.json"), Settings())
    assert again.digests == seen.digests
    assert again.server == "till"


def test_a_file_whose_name_holds_an_at_sign(here: Path) -> None:
    (here / "pkg@1.2.json").write_text(json.dumps([TOOL]))
    assert len(observe(parse("pkg@1.2.json"), Settings()).tools) == 1


def test_a_file_that_is_a_configured_server_has_its_name(here: Path) -> None:
    (here / "tools.json").write_text(json.dumps([TOOL]))
    settings = settings_of({"till": {"file": "tools.json"}}, here)
    assert observe(parse("tools.json"), settings).server == "till"
    assert observe(parse("till"), settings).server == "till"
    assert observe(parse("till"), settings).listing.target == "tools.json"


def test_a_part_of_a_file_and_a_folder(here: Path) -> None:
    (here / "two.json").write_text(json.dumps({"old": [TOOL], "new": [TOOL, {**TOOL, "name": "b"}]}))
    assert len(observe(parse("two.json#/new"), Settings()).tools) == 2
    (here / "tools").mkdir()
    (here / "tools/a.json").write_text(json.dumps(TOOL))
    (here / "tools/b.json").write_text(json.dumps({**TOOL, "name": "b"}))
    assert [tool.name for tool in observe(parse("tools"), Settings()).tools] == ["find", "b"]
    assert [tool.name for tool in observe(parse("tools/*.json"), Settings()).tools] == ["find", "b"]


NOTHING = ["nothing", "gone.json", "", "till:nope", "python", "*.json"]


@pytest.mark.parametrize("text", NOTHING)
def test_a_text_that_names_nothing_says_what_there_is(here: Path, text: str) -> None:
    settings = settings_of({"till": {"file": "x.json"}, "shop": {"url": "http://h"}}, here)
    with pytest.raises(UsageError) as raised:
        observe(parse(text), settings)
    assert "till" in str(raised.value)


def test_a_broken_snapshot_is_a_failed_one(here: Path) -> None:
    (here / "till.json").write_text('{"document": "toolwatch snapshot", "schema_version": 99}')
    seen = observe(parse("till.json"), Settings())
    assert seen.coverage.completeness is Completeness.FAILED
    assert "schema_version" in seen.coverage.failure


def test_a_configured_file_that_is_gone_is_a_failed_observation(here: Path) -> None:
    seen = observe(parse("till"), settings_of({"till": {"file": "gone.json"}}, here))
    assert seen.coverage.failure == "gone.json: no such file or directory"


MISSING: dict[str, tuple[dict[str, Any], str]] = {
    "variable": (
        {"url": "http://h", "headers": {"X-Key": "${NOT_THERE_AT_ALL}"}},
        "headers.X-Key: the environment variable NOT_THERE_AT_ALL is not set",
    ),
    "reference": (
        {"command": "x", "args": ["${input:key}"]},
        "command: ${input:key} is no reference that toolwatch knows: write ${NAME}",
    ),
    "bearer file": ({"url": "http://h", "bearer_file": "gone.txt"}, "bearer_file: gone.txt: No such file or directory"),
    "env file": ({"command": "x", "env_file": "gone.env"}, "env_file: gone.env: No such file or directory"),
}


@pytest.mark.parametrize(("server", "reason"), MISSING.values(), ids=MISSING)
def test_what_a_server_needs_and_is_not_there_is_named(here: Path, server: dict[str, Any], reason: str) -> None:
    seen = observe(Target("till"), settings_of({"till": server}))
    assert seen.coverage.failure == reason
    assert seen.server == "till"


def test_variants_are_servers_of_their_own() -> None:
    servers = {
        "till": command(
            ECHO,
            "a",
            env={"MODE": "full"},
            variants={
                "read-only": {"extra_args": ["--read-only"], "env": {"MODE": "ro"}},
                "other": {"args": [*ECHO[1:], "z"]},
            },
        )
    }
    settings = settings_of(servers)
    assert [str(target) for target in configured(settings)] == ["till", "till:read-only", "till:other"]
    base, other, third = observe_all(configured(settings), settings)
    assert (base.variant, other.variant, third.variant) == ("", "read-only", "other")
    assert {base.server, other.server, third.server} == {"till"}
    assert [tool.name for tool in third.tools] == ["z"]
    assert other.listing.identity["flags"] == ["--read-only", "-S"]
    assert "ro" not in json.dumps(other.listing.identity["env"])


def test_identity_names_and_never_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "canary-112233")
    server = command(
        ECHO,
        "a",
        "--level=secretive",
        env={"API_TOKEN": "${API_TOKEN}", "MODE": "full-9"},
        client={"name": "cursor-vscode", "version": "2", "capabilities": ["sampling", "roots"]},
        surfaces=["tools"],
    )
    seen = observe(Target("till"), settings_of({"till": server}))
    identity = json.dumps(dict(seen.listing.identity))
    assert seen.listing.identity["env"] == ["API_TOKEN", "MODE"]
    assert "--level" in seen.listing.identity["flags"]
    assert seen.listing.identity["client"]["name"] == "cursor-vscode"
    assert "canary" not in identity
    assert "full-9" not in identity
    assert "secretive" not in identity
    assert "For cursor-vscode with ['roots', 'sampling']" in str(seen.listing.instructions)


def test_one_failure_costs_no_other_result() -> None:
    servers = {
        "gone": {"command": "no-such-command-anywhere"},
        "hung": command(HOSTILE, "silent", bounds={"connect": 1.0}),
        "broken": {"url": "http://127.0.0.1:1/"},
        **{f"good{number}": command(ECHO, "a") for number in range(4)},
    }
    settings = settings_of(servers, at_once=3)
    start = time.monotonic()
    seen = observe_all(configured(settings), settings)
    assert time.monotonic() - start < 20
    states = {one.server: one.coverage.completeness for one in seen}
    assert [name for name, state in states.items() if state is Completeness.COMPLETE] == [f"good{n}" for n in range(4)]
    assert list(states) == list(servers)


def test_masks_make_digests_agree_between_places(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digests = set()
    for zone, folder in (("Asia/Tokyo", "one"), ("Europe/Rome", "two")):
        (here / folder).mkdir()
        monkeypatch.setenv("HOME", str(here / folder / "home"))
        settings = settings_of({"till": command(ECHO, "a", env={"TZ": zone}, cwd=folder)}, here)
        seen = observe(Target("till"), settings, probe=True)
        assert seen.coverage.completeness is Completeness.COMPLETE
        description = seen.tools[0].description
        masked = [description[one.start : one.end] for one in seen.volatile if one.path == "/tools/a/description"]
        assert any(zone in stretch for stretch in masked)
        assert any("alpha" in stretch and "epsilon" in stretch for stretch in masked)
        digests.add(seen.digests)
    assert len(digests) == 1


def test_a_server_that_leaves_the_probe_unanswered_can_be_spared_it() -> None:
    server = command(HOSTILE, "deaf-to-probe", legacy=True, bounds={"connect": 8})
    seen = observe(Target("till"), settings_of({"till": server}), probe=True)
    assert seen.coverage.completeness is Completeness.COMPLETE, seen.coverage.failure


def test_a_url_is_asked_twice(web: Server) -> None:
    seen = observe(Target("till"), settings_of({"till": {"url": f"{web.url}/clock"}}), probe=True)
    (one,) = seen.volatile
    assert seen.tools[0].description[one.start : one.end].isdigit()
    assert one.shape[0] == "0" * (one.end - one.start)


def test_probing_can_be_turned_off() -> None:
    server = command(ECHO, "a")
    assert observe(Target("till"), settings_of({"till": server}), probe=True).volatile
    assert observe(Target("till"), settings_of({"till": {**server, "probe": False}}), probe=True).volatile == ()
    assert observe(Target("till"), settings_of({"till": server}, probe=False), probe=True).volatile == ()


def test_a_server_that_runs_in_its_own_folder_only(here: Path) -> None:
    (here / "data.txt").write_text("x")
    script = "import sys,os\nif not os.path.exists('data.txt'): sys.exit('no data')\n" + Path(echo.__file__).read_text()
    (here / "server.py").write_text(script)
    server = {"command": sys.executable, "args": ["-S", "-E", "server.py", "a"]}
    seen = observe(Target("till"), settings_of({"till": server}, here), probe=True)
    assert seen.coverage.completeness is Completeness.COMPLETE
    assert any("alpha" in seen.tools[0].description[one.start : one.end] for one in seen.volatile)


def git(folder: Path, *words: str) -> None:
    who = {f"GIT_{role}_{part}": "t@example.invalid" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, env={**os.environ, **who})


@pytest.fixture
def repository(here: Path) -> Path:
    git(here, "init", "-q", "-b", "main")
    (here / "tools.json").write_text(json.dumps([TOOL]))
    (here / "tools").mkdir()
    (here / "tools/a.json").write_text(json.dumps(TOOL))
    server = Path(__file__).parent.parent / "sources" / "samples" / "python_server"
    (here / "shopmcp").mkdir()
    for file in server.iterdir():
        if file.suffix == ".py":
            (here / "shopmcp" / file.name).write_text(file.read_text())
    kept = observe(parse("tools.json"), Settings())
    store.write(here / "snapshots/live.json", replace(kept, listing=replace(kept.listing, server="live")))
    git(here, "add", ".")
    git(here, "commit", "-qm", "first")
    return here


def described(seen: Snapshot) -> list[tuple[str, str]]:
    return [(tool.name, tool.description) for tool in seen.tools]


def test_files_at_a_git_ref(repository: Path) -> None:
    (repository / "tools.json").write_text(json.dumps([{**TOOL, "description": "New."}]))
    (repository / "tools/b.json").write_text(json.dumps({**TOOL, "name": "b"}))
    settings = settings_of({"till": {"file": "tools.json"}, "live": {"command": "no-such-command"}}, repository)
    assert described(observe(parse("tools.json"), settings)) == [("find", "New.")]
    assert described(observe(parse("tools.json@HEAD"), settings)) == [("find", "Find it.")]
    assert described(observe(parse("till@main"), settings)) == [("find", "Find it.")]
    assert observe(parse("till@main"), settings).listing.target == "till@main"
    assert len(observe(parse("tools@HEAD"), settings).tools) == 1
    assert len(observe(parse("tools/*.json@HEAD"), settings).tools) == 1
    assert len(observe(parse("**/a.json@HEAD"), settings).tools) == 1
    with pytest.raises(NotAtRef):
        observe(parse("*/none.json@HEAD"), settings)
    assert len(observe(parse("tools"), settings).tools) == 2
    assert described(observe(parse("live@HEAD"), settings)) == [("find", "Find it.")]
    assert observe(parse("live"), settings).coverage.failure


def test_a_git_ref_that_is_not_there(repository: Path) -> None:
    settings = settings_of({"till": {"file": "new.json"}}, repository)
    (repository / "new.json").write_text("[]")
    with pytest.raises(ObservationError, match="no-such-ref"):
        observe(parse("till@no-such-ref"), settings)
    with pytest.raises(NotAtRef):
        observe(parse("till@HEAD"), settings)


def test_python_objects_now_and_at_a_git_ref(repository: Path) -> None:
    source = repository / "shopmcp/server.py"
    source.write_text(source.read_text().replace("Find one order.", "Find any order."))
    settings = settings_of({"shop": {"python": "shopmcp.server:mcp", "interpreter": sys.executable}}, repository)
    before, after = observe(parse("shop@HEAD"), settings), observe(parse("shop"), settings)
    names = ["find_order", "list_red", "list_green", "list_blue"]
    assert [tool.name for tool in before.tools] == names, before.coverage.failure
    assert before.tools[0].description == "Find one order."
    assert after.tools[0].description == "Find any order."
    assert before.listing.kind == "python"
    (repository / "shopmcp/newer.py").write_text("from .server import mcp\n")
    with pytest.raises(NotAtRef, match=r"shopmcp\.newer:mcp: is not at 'HEAD'"):
        observe(parse("python:shopmcp.newer:mcp@HEAD"), settings)
    assert not list(repository.glob("**/__pycache__")), "the working tree was written to"


def test_python_by_file_and_by_name(repository: Path) -> None:
    seen = observe(parse("python:shopmcp/server.py"), Settings())
    assert len(seen.tools) == 4, seen.coverage.failure
    assert seen.server == "server"
    failure = observe(parse("python:shopmcp.server:nothing"), Settings()).coverage.failure
    assert failure.endswith("its last words on stderr: shopmcp.server has no nothing")
    assert "ModuleNotFoundError" in observe(parse("python:shopmcp.gone"), Settings()).coverage.failure
    assert "no such file" in observe(parse("python:gone.py"), Settings()).coverage.failure


def test_python_source_is_read_and_not_run(repository: Path) -> None:
    source = repository / "shopmcp/server.py"
    source.write_text(source.read_text() + "\nraise SystemExit('this file was run')\n")
    seen = observe(parse("shopmcp/server.py"), Settings())
    assert seen.coverage.completeness is Completeness.PARTIAL
    assert described(seen) == [("find_order", "Find one order.")]
    assert seen.listing.kind == "python-static"


def test_nothing_is_left_running() -> None:
    assert not running(ECHO[-1])
    assert not running(HOSTILE[-1])
