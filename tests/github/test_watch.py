"""The watch: a server that changes its list while it runs, one issue for it, its pull request and webhook."""

import base64
import json
import subprocess
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.github.fake import REPOSITORY, Fake
from tests.github.live import Live, serve
from toolwatch.cli.main import run
from toolwatch.config.settings import Settings, load
from toolwatch.errors import UsageError
from toolwatch.model.verdict import Decision
from toolwatch.pipeline.listening import wait
from toolwatch.pipeline.lists.targets import Target
from toolwatch.pipeline.snapshot import snapshot
from toolwatch.pipeline.watch import Watch, Watched, Wish, look
from toolwatch.snapshot import store

SEARCH = {
    "name": "search_orders",
    "description": "Finds orders of one customer by number or date.",
    "inputSchema": {"type": "object", "properties": {"number": {"type": "string", "description": "Order number."}}},
}


@pytest.fixture
def live() -> Iterator[Live]:
    with serve(Live(tools=[SEARCH])) as server:
        yield server


@pytest.fixture
def settings(live: Live, tmp_path: Path) -> Settings:
    """A configuration with the server, its snapshot kept beside it and committed."""
    (tmp_path / "toolwatch.toml").write_text(f'[servers.live]\nurl = "{live.url}"\n')
    found = load(tmp_path / "toolwatch.toml")
    snapshot([Target("live")], found)
    commit(tmp_path)
    return found


def commit(folder: Path) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "x"]):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def environ(fake: Fake) -> Mapping[str, str]:
    return {"GITHUB_REPOSITORY": REPOSITORY, "GITHUB_TOKEN": "t", "GITHUB_API_URL": fake.url}


def test_drift_opens_one_issue_updates_it_and_closes_it(live: Live, settings: Settings, github: Fake) -> None:
    said: list[str] = []
    watch = Watch(Wish(issue=True), settings, environ(github), said.append)
    watch.round()
    assert said == ["live: no drift (runs elsewhere: nothing is started here)", "live: nothing to close"]
    live.tools = [SEARCH, {**SEARCH, "name": "drop_orders"}]
    watch.round()
    watch.round()
    [issue] = github.issues
    assert issue["title"] == "toolwatch: live has drifted"
    assert "drop_orders" in issue["body"]
    live.tools = [{**SEARCH, "description": "Use this for anything."}]
    watch.round()
    assert "{+Use" in github.issues[0]["body"]
    assert "toolwatch snapshot live" in github.issues[0]["body"]
    live.tools = [SEARCH]
    watch.round()
    assert [(one["state"], one["state_reason"]) for one in github.issues] == [("closed", "completed")]
    live.tools = []
    watch.round()
    assert [one["state"] for one in github.issues] == ["closed", "open"]
    told = [text.removeprefix("live: ") for text in said if "issue" in text]
    assert told == ["issue #1 opened", "issue #1 updated", "issue #1 closed", "issue #2 opened"]


def test_drift_keeps_one_pull_request_with_the_new_snapshot(live: Live, settings: Settings, github: Fake) -> None:
    said: list[str] = []
    watch = Watch(Wish(pull_request=True), settings, environ(github), said.append)
    watch.round()
    live.tools = [{**SEARCH, "name": "drop_orders"}]
    watch.round()
    live.tools = [{**SEARCH, "name": "drop_all_orders"}]
    github.fail("POST", 502, done=True)
    watch.round()
    [pull] = github.pulls
    assert (pull["head"], pull["base"], pull["state"]) == ("toolwatch/live", "main", "open")
    [content] = github.contents.items()
    assert content[0] == ("toolwatch/live", "snapshots/live.json")
    kept = store.loads(base64.b64decode(content[1]).decode(), where="pull request")
    assert [tool.name for tool in kept.tools] == ["drop_all_orders"]
    live.silent = True
    watch.round()
    assert github.pulls[0]["state"] == "open"
    live.silent, live.tools = False, [SEARCH]
    watch.round()
    assert github.pulls[0]["state"] == "closed"
    told = [text.removeprefix("live: ").partition(":")[0] for text in said if "pull request" in text]
    numbered = "pull request #50"
    assert told == [f"{numbered} opened", f"{numbered} updated", "pull request left as it is", f"{numbered} closed"]


def test_an_issue_and_a_pull_request_do_not_get_in_each_others_way(
    live: Live, settings: Settings, github: Fake
) -> None:
    live.tools = [{**SEARCH, "name": "drop_orders"}]
    Watch(Wish(issue=True, pull_request=True), settings, environ(github), lambda text: None).round()
    Watch(Wish(issue=True, pull_request=True), settings, environ(github), lambda text: None).round()
    assert (len(github.issues), len(github.pulls)) == (1, 1)


def test_variants_are_watched_too_each_by_its_own_name(live: Live, settings: Settings, github: Fake) -> None:
    """What other people's agents get may be another list, and change alone."""
    assert settings.file is not None
    with serve(Live(tools=[SEARCH])) as other:
        settings.file.write_text(settings.file.read_text() + f'[servers.live.variants]\nro = {{url = "{other.url}"}}\n')
        found = load(settings.file)
        snapshot([], found)
        other.tools = [{**SEARCH, "name": "drop_orders"}]
        said: list[str] = []
        wish = Wish(issue=True, pull_request=True)
        seen = Watch(wish, found, environ(github), said.append).round()
        [named] = Watch(Wish(("live:ro",)), found, environ(github), said.append).round()
    assert [(one.server, one.drifted) for one in seen] == [("live", False), ("live:ro", True)]
    assert (named.server, named.drifted) == ("live:ro", True)
    assert [issue["title"] for issue in github.issues] == ["toolwatch: live:ro has drifted"]
    assert "toolwatch snapshot live:ro" in github.issues[0]["body"]
    [(_, path)] = github.contents
    assert path == "snapshots/live.ro.json"
    with pytest.raises(UsageError, match="live:rw: no such server; configured: live, live:ro"):
        Watch(Wish(("live:rw",)), found, {}, said.append).round()


def test_another_author_cannot_plant_the_issue(live: Live, settings: Settings, github: Fake) -> None:
    live.tools = []
    Watch(Wish(issue=True), settings, environ(github), lambda text: None).round()
    github.issues[0]["user"] = {"login": "mallory"}
    Watch(Wish(issue=True), settings, environ(github), lambda text: None).round()
    assert len(github.issues) == 2


def test_a_server_that_cannot_be_seen_is_drift_too(live: Live, settings: Settings, github: Fake) -> None:
    live.silent = True
    [seen] = Watch(Wish(issue=True), settings, environ(github), lambda text: None).round()
    assert seen.report.verdict.decision is Decision.UNKNOWN
    assert "could not be observed" in github.issues[0]["body"]


@pytest.mark.parametrize(
    ("tools", "silent", "code", "says"),
    [
        pytest.param([SEARCH], False, 0, "- live: no drift (", id="as committed"),
        pytest.param(
            [], False, 1, '- live: fail: breaking change: live/search_orders: tool "search_orders"', id="gone"
        ),
        pytest.param([SEARCH], True, 3, "- live: unknown: live (after) was not observed: ", id="not seen"),
    ],
)
def test_the_command_says_per_server_what_it_found_and_why(
    tools: list[dict[str, Any]],
    silent: bool,
    code: int,
    says: str,
    live: Live,
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
) -> None:
    live.tools, live.silent = tools, silent
    assert run(["watch", "--config", str(settings.file)]) == code
    said = capsys.readouterr()
    assert says in said.out, said.err
    assert "runs elsewhere" in said.out
    assert len(said.out.splitlines()) == 1


def test_a_log_has_every_reason_and_what_is_no_reason_too(
    live: Live, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nobody is told otherwise, the log is all there is."""
    every = [{**SEARCH, "name": name} for name in ("search_orders", "cancel_order", "pay_order")]
    live.tools = every
    snapshot([Target("live")], settings)
    commit(settings.root)
    live.tools = [SEARCH]
    assert run(["watch", "--config", str(settings.file)]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith('- live: fail: breaking change: live/cancel_order: tool "cancel_order" is gone (runs')
    assert second == '- live: breaking change: live/pay_order: tool "pay_order" is gone'
    live.tools = [{**every[0], "description": "Finds orders of one customer by number, date or name."}, *every[1:]]
    assert run(["watch", "--config", str(settings.file)]) == 0
    assert capsys.readouterr().out.startswith("- live: pass: 2 changes; no suite says which requests they can move (")


def test_what_a_stranger_says_is_shown_inert(
    live: Live, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    live.tools = [SEARCH, {**SEARCH, "name": "x", "inputSchema": {"type": "object", "properties": {"\x1b[2J": 3}}}]
    run(["watch", "--config", str(settings.file)])
    said = capsys.readouterr()
    assert "\x1b" not in said.out + said.err


def test_a_change_is_noticed_within_the_interval(live: Live, settings: Settings) -> None:
    watch = Watch(Wish(), settings, {}, lambda text: None)
    rounds: Iterator[tuple[Watched, ...]] = watch.rounds(0.1, 3)
    assert not next(rounds)[0].drifted
    live.tools = []
    assert next(rounds)[0].drifted
    live.tools = [SEARCH]
    assert not next(rounds)[0].drifted
    assert list(rounds) == []


def test_a_server_that_announces_a_change_is_not_waited_for(live: Live, settings: Settings) -> None:
    while not live.streams.empty():
        live.streams.get()

    def announce() -> None:
        live.streams.get(timeout=20).set()

    thread = threading.Thread(target=announce)
    thread.start()
    assert wait(settings.servers.values(), 30)
    thread.join()


def test_silence_waits_the_whole_interval(settings: Settings) -> None:
    assert not wait(settings.servers.values(), 0.05)


def test_trouble_with_github_does_not_end_a_watch(live: Live, settings: Settings, github: Fake) -> None:
    live.tools = []
    github.fail("POST", 403)
    said: list[str] = []
    watch = Watch(Wish(issue=True), settings, environ(github), said.append)
    list(watch.rounds(0.05, 2))
    assert any(text.startswith("trouble: GitHub POST") for text in said)
    assert [one["state"] for one in github.issues] == ["open"]


def test_the_webhook_is_told_news_once(live: Live, settings: Settings) -> None:
    with _inbox() as (url, received):
        watch = Watch(Wish(webhook=url), settings, {}, lambda text: None)
        watch.round()
        live.tools = [{**SEARCH, "description": "<!channel> & more"}]
        watch.round()
        watch.round()
        live.tools = [SEARCH]
        watch.round()
    assert [one["drifted"] for one in received] == [True, False]
    assert received[0]["text"].startswith("toolwatch: live: ")
    assert "<" not in received[0]["text"]
    assert "search_orders" in {change["tool"] for change in received[0]["report"]["changes"]}


def test_a_webhook_that_refuses_is_said_without_its_url(live: Live, settings: Settings) -> None:
    live.tools = []
    said: list[str] = []
    [seen] = Watch(Wish(webhook="http://127.0.0.1:1/secret"), settings, {}, said.append).round()
    assert (seen.drifted, isinstance(seen.trouble, UsageError)) == (True, True)
    assert "trouble: the webhook was not reached (ConnectError) (live)" in said
    assert not any("secret" in text for text in said)


@pytest.fixture
def two_shops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two servers with one tool each; both lists are as committed."""
    (tmp_path / "toolwatch.toml").write_text('[servers.one]\nfile = "one.json"\n[servers.two]\nfile = "two.json"\n')
    for name in ("one", "two"):
        (tmp_path / f"{name}.json").write_text(json.dumps({"tools": [SEARCH]}))
    snapshot([Target("one"), Target("two")], load(tmp_path / "toolwatch.toml"))
    commit(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_TOKEN", "GITHUB_REPOSITORY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


NOBODY = ["--webhook", "http://127.0.0.1:1/"]
ROUNDS = ["--interval", "0.1", "--rounds", "2"]
DRIFTED, BROKEN, SEEN = '{"tools": []}', "{", json.dumps({"tools": [SEARCH]})


@pytest.mark.parametrize("rounds", [[], [*ROUNDS[:3], "1"], ROUNDS], ids=["once", "a round", "two rounds"])
@pytest.mark.parametrize(
    ("one", "two", "tell", "code"),
    [
        pytest.param(SEEN, SEEN, [], 0, id="no drift"),
        pytest.param(SEEN, DRIFTED, [], 1, id="drift"),
        pytest.param(BROKEN, SEEN, [], 3, id="not seen"),
        pytest.param(BROKEN, DRIFTED, [], 1, id="a failure comes before what was not seen"),
        pytest.param(DRIFTED, BROKEN, [], 1, id="whatever the order"),
        pytest.param(DRIFTED, SEEN, NOBODY, 2, id="the webhook is not there"),
        pytest.param(BROKEN, DRIFTED, NOBODY, 2, id="it is told of neither"),
        pytest.param(DRIFTED, SEEN, ["--issue"], 2, id="an issue without a token"),
        pytest.param(SEEN, SEEN, ["--pull-request"], 2, id="a pull request without a token"),
    ],
)
def test_every_server_is_reported_and_the_code_is_that_of_all(
    one: str, two: str, tell: list[str], code: int, rounds: list[str], two_shops: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (two_shops / "one.json").write_text(one)
    (two_shops / "two.json").write_text(two)
    assert run(["watch", *tell, *rounds]) == code
    out = capsys.readouterr().out
    assert "- one: " in out
    assert "- two: " in out
    assert ("- trouble: " in out) is (code == 2)


def test_what_could_not_be_told_is_told_in_the_next_round(live: Live, settings: Settings, github: Fake) -> None:
    live.tools = []
    github.fail("POST", 403)
    rounds = Watch(Wish(issue=True), settings, environ(github), lambda text: None).rounds(0.05, 2)
    assert [(one.drifted, one.trouble is not None) for seen in rounds for one in seen] == [(True, True), (True, False)]


@pytest.mark.parametrize("interval", ["nan", "inf", "1e300", "0", "-1", "x"])
def test_an_interval_is_a_time_that_can_be_waited(interval: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["watch", "--interval", interval]) == 2
    assert "--interval" in capsys.readouterr().err


class _inbox:
    """A loopback address that keeps what is posted to it."""

    def __enter__(self) -> tuple[str, list[dict[str, Any]]]:
        received: list[dict[str, Any]] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                received.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Quiet."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()
        return f"http://127.0.0.1:{self.server.server_address[1]}/hook", received

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def test_names_that_are_not_configured_are_said(settings: Settings) -> None:
    with pytest.raises(UsageError, match="nowhere: no such server; configured: live"):
        list(look(Wish(("nowhere",)), settings))
    with pytest.raises(UsageError, match="nothing to watch"):
        list(look(Wish(), Settings()))
