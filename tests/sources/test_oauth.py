"""OAuth through the SDK's providers, with a token store that only the user can read."""

import json
import socket
import stat
import struct
import urllib.request
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from tests.sources import web_oauth
from tests.sources.web_oauth import ACCESS, CLIENT_ID, CLIENT_SECRET, Server, protected
from toolwatch.model.listing import Listing
from toolwatch.sources import login
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.engine import fetch
from toolwatch.sources.place import OAuth, Place
from toolwatch.sources.secrets import Secret

BOUNDS = Bounds(connect=5, answer=3, total=10)


@pytest.fixture
def server() -> Iterator[Server]:
    with protected() as running:
        yield running


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
        return number


def listen(server: Server, oauth: OAuth) -> Listing:
    secrets = (Secret("client_secret", oauth.client_secret),)
    place = Place("till", "till", url=f"{server.url}/mcp", kind="http", oauth=oauth, secrets=secrets)
    return anyio.run(lambda: fetch(place, bounds=BOUNDS)).listing


def credentials(server: Server, store: Path, secret: str = CLIENT_SECRET) -> OAuth:
    return OAuth("client_credentials", client_id=CLIENT_ID, client_secret=secret, issuer=server.url, store=store)


def browser(store: Path, port: int, *, interactive: bool = True) -> OAuth:
    return OAuth("authorization_code", port=port, store=store, interactive=interactive)


def known(store: Path, port: int, issuer: str) -> OAuth:
    """A client that was registered by hand at ``issuer``."""
    return replace(browser(store, port), client_id=CLIENT_ID, client_secret=CLIENT_SECRET, issuer=issuer)


def visit(url: str) -> bool:
    """A browser in which somebody agrees to everything."""
    with urllib.request.urlopen(url) as answer:
        assert b"go back to toolwatch" in answer.read()
    return True


def only_file(store: Path) -> Path:
    (file,) = store.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.stat().st_mode) == 0o700
    return file


def test_client_credentials_get_in_and_the_token_is_kept(server: Server, tmp_path: Path) -> None:
    store = tmp_path / "tokens"
    listing = listen(server, credentials(server, store))
    assert listing.coverage.failure == ""
    assert server.grants == ["client_credentials"]
    assert ACCESS in only_file(store).read_text()
    assert listing.tools[0].description == "Find one order with [access token]."
    listen(server, credentials(server, store))
    assert server.grants == ["client_credentials"], "the kept token was not used"


def test_wrong_client_credentials_are_named_and_not_shown(server: Server, tmp_path: Path) -> None:
    failure = listen(server, credentials(server, tmp_path, "canary-wrong-secret-77")).coverage.failure
    assert "canary" not in failure
    assert "\n" not in failure
    assert failure


def test_credentials_go_to_their_issuer_only(server: Server, tmp_path: Path) -> None:
    oauth = OAuth(
        "client_credentials",
        client_id=CLIENT_ID,
        client_secret=CLIENT_SECRET,
        issuer="https://other.invalid",
        store=tmp_path,
    )
    assert listen(server, oauth).coverage.failure
    assert server.grants == []


@pytest.mark.parametrize("bare", [False, True], ids=["named", "at its own place"])
@pytest.mark.parametrize("client_id", [CLIENT_ID, ""], ids=["registered", "unknown"])
def test_a_login_goes_to_its_issuer_only(
    server: Server, tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch, bare: bool, client_id: str
) -> None:
    monkeypatch.setattr(webbrowser, "open", visit)
    server.bare = bare
    secret = CLIENT_SECRET if client_id else ""
    oauth = replace(known(tmp_path, port, "https://login.invalid"), client_id=client_id, client_secret=secret)
    failure = listen(server, oauth).coverage.failure
    assert failure.startswith(f"wants the login at {server.url}")
    assert failure.endswith(", which is not the configured issuer https://login.invalid; nothing was sent there")
    assert (server.grants, server.challenge, "/register" in server.asked) == ([], "", False)


@pytest.mark.parametrize("others", [[], ["https://login.invalid"]], ids=["the first", "the second"])
def test_a_login_at_the_configured_issuer(
    server: Server, tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch, others: list[str]
) -> None:
    monkeypatch.setattr(webbrowser, "open", visit)
    server.others = others
    assert listen(server, known(tmp_path, port, server.url)).coverage.failure == ""
    assert (server.grants, server.secrets) == (["authorization_code"], [CLIENT_SECRET])


@pytest.mark.parametrize("forgotten", [False, True], ids=["known", "forgotten"])
def test_a_token_is_refreshed_only_where_it_came_from(
    server: Server, tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch, forgotten: bool
) -> None:
    monkeypatch.setattr(webbrowser, "open", visit)
    listen(server, known(tmp_path, port, server.url))
    kept = json.loads(only_file(tmp_path).read_text())
    kept |= {"expires": 1.0} | ({"metadata": None} if forgotten else {})
    only_file(tmp_path).write_text(json.dumps(kept))
    assert listen(server, known(tmp_path, port, server.url)).coverage.failure == ""
    assert server.grants[1:] == (["authorization_code"] if forgotten else ["refresh_token"])


VISITORS = {
    "says nothing": b"",
    "breaks off": b"GET / HT",
    "no HTTP": b"\x16\x03\x01\x00\xa5\r\n\r\n",
    "no address": b"GET http://[::1 HTTP/1.1\r\n\r\n",
    "another page": b"GET /favicon.ico HTTP/1.1\r\n\r\n",
    "another login": b"GET /callback?code=theirs&state=theirs HTTP/1.1\r\n\r\n",
    "a refusal of another login": b"GET /callback?error=no&state=theirs HTTP/1.1\r\n\r\n",
}


@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
@pytest.mark.parametrize("said", VISITORS.values(), ids=VISITORS)
def test_other_visitors_of_the_port_do_not_end_a_login(
    tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch, said: bytes, reset: bool
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda url: True)

    def come() -> None:
        with socket.create_connection(("127.0.0.1", port)) as one:
            if reset:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            one.sendall(said)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/callback?code=ours&state=ours"):
            pass

    async def log_in() -> str:
        person = login._Visit("till", browser(tmp_path, port))
        await person.send_there("http://127.0.0.1:1/authorize?state=ours")
        async with anyio.create_task_group() as group:
            group.start_soon(anyio.to_thread.run_sync, come)
            found = await person.wait_for_return()
        return found.code

    assert anyio.run(log_in) == "ours"


def test_a_person_logs_in_once(
    server: Server, tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(webbrowser, "open", visit)
    store = tmp_path / "tokens"
    listing = listen(server, browser(store, port))
    assert listing.coverage.failure == ""
    assert server.grants == ["authorization_code"]
    assert "/register" in server.asked
    assert "till: log in at http://127.0.0.1:" in capsys.readouterr().err
    only_file(store)
    again = listen(server, browser(store, port, interactive=False))
    assert again.coverage.failure == ""
    assert server.grants == ["authorization_code"]


def test_nobody_there_to_log_in(server: Server, tmp_path: Path, port: int) -> None:
    failure = listen(server, browser(tmp_path, port, interactive=False)).coverage.failure
    assert failure == "needs a person to log in: run `toolwatch snapshot till` at a terminal once"


def test_a_refused_login(server: Server, tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", visit)
    server.refuse = True
    assert listen(server, browser(tmp_path, port)).coverage.failure == "the login was refused: access_denied"


def test_a_token_store_that_others_can_read_is_refused(server: Server, tmp_path: Path) -> None:
    store = tmp_path / "tokens"
    listen(server, credentials(server, store))
    file = only_file(store)
    file.chmod(0o644)
    failure = listen(server, credentials(server, store)).coverage.failure
    assert failure == f"token store {file} can be read by others: chmod 600 it, or remove it"


def test_a_damaged_token_store_is_started_anew(server: Server, tmp_path: Path) -> None:
    store = tmp_path / "tokens"
    listen(server, credentials(server, store))
    only_file(store).write_text("{half")
    assert listen(server, credentials(server, store)).coverage.failure == ""


def test_a_port_that_is_taken(server: Server, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        failure = listen(server, browser(tmp_path, taken.getsockname()[1])).coverage.failure
    assert failure.startswith("cannot wait for the browser at port ")


def test_the_canaries_are_in_use() -> None:
    assert all("canary" in word for word in (web_oauth.ACCESS, web_oauth.REFRESH, web_oauth.CLIENT_SECRET))
