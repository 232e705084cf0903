"""OAuth for HTTP servers, by the SDK's providers: client credentials, or a person at a browser."""

import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from toolwatch.errors import ObservationError
from toolwatch.model.inert import one_line
from toolwatch.sources.place import OAuth, Place
from toolwatch.sources.secrets import Scrubber, Secret, shown_url
from toolwatch.sources.tokens import TokenStore

if TYPE_CHECKING:
    import httpx2
    from mcp.client.auth import OAuthClientProvider
    from mcp.shared.auth import AuthorizationCodeResult

_PAGE = b"<!doctype html><title>toolwatch</title><p>Done. You can close this window and go back to toolwatch."


def provider(place: Place, scrubber: Scrubber) -> "httpx2.Auth | None":
    """The auth of a place, or None where it needs none; tokens that it gets are made known to the scrubber."""
    oauth = place.oauth
    if oauth is None:
        return None
    store = TokenStore(
        oauth.store,
        place.url,
        oauth.grant,
        oauth.client_id,
        oauth.scope,
        issuer=oauth.issuer,
        granted=lambda token: scrubber.add(Secret("access token", token, sure=True)),
    )
    made = (
        _by_credentials(place.url, oauth, store) if oauth.grant == "client_credentials" else _by_browser(place, store)
    )
    store.context = made.context
    return made  # type: ignore[no-any-return]


def _by_credentials(url: str, oauth: OAuth, store: TokenStore) -> Any:
    from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider

    return ClientCredentialsOAuthProvider(
        url,
        store,
        client_id=oauth.client_id,
        client_secret=oauth.client_secret,
        scope=oauth.scope or None,
        issuer=oauth.issuer,
    )


def _by_browser(place: Place, store: TokenStore) -> Any:
    from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata
    from pydantic import AnyUrl

    assert place.oauth is not None
    oauth = place.oauth
    visit = _Visit(place.name, oauth)
    metadata = OAuthClientMetadata(
        client_name="toolwatch",
        redirect_uris=[AnyUrl(f"http://127.0.0.1:{oauth.port}/callback")],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
        token_endpoint_auth_method="client_secret_post" if oauth.client_secret else "none",
        scope=oauth.scope or None,
    )
    if oauth.client_id:
        known = {
            **metadata.model_dump(),
            "client_id": oauth.client_id,
            "client_secret": oauth.client_secret or None,
            "issuer": oauth.issuer or None,
        }
        store.registered = OAuthClientInformationFull.model_validate(known)
    made = _bound(oauth.issuer)(place.url, metadata, store, visit.send_there, visit.wait_for_return)
    visit.issuer = lambda: str(made.context.oauth_metadata.issuer) if made.context.oauth_metadata else ""
    return made


def _bound(issuer: str) -> "type[OAuthClientProvider]":
    """The SDK's provider; where an issuer is configured, one that goes to no other: the watched server names them."""
    from mcp.client.auth import OAuthClientProvider
    from mcp.client.auth.utils import issuers_match

    class Bound(OAuthClientProvider):
        def _select_authorization_server(self, advertised: list[str]) -> str:
            return next((one for one in advertised if issuer and issuers_match(one, issuer)), advertised[0])

        def _expected_issuer(self) -> str:
            expected = super()._expected_issuer()
            _check_issuer(expected, issuer)
            return expected

    return Bound


def _check_issuer(found: str, issuer: str) -> None:
    """Refuse to log in at ``found``, an authorization server, where another one is configured."""
    from mcp.client.auth.utils import issuers_match

    if issuer and not issuers_match(found, issuer):
        place = one_line(shown_url(found), 200) if found else "a place that its metadata does not name"
        raise ObservationError(
            f"wants the login at {place}, which is not the configured issuer {one_line(shown_url(issuer), 200)}; "
            "nothing was sent there"
        )


class _Visit:
    """One person's way to the authorization server and back."""

    def __init__(self, server: str, oauth: OAuth) -> None:
        self._server = server
        self._oauth = oauth
        self._listener: Any = None
        self._state = ""
        self.issuer: Callable[[], str] = lambda: ""
        """The authorization server at which the login is, as its metadata say."""

    async def send_there(self, url: str) -> None:
        """Open the loopback address, then the browser."""
        import webbrowser
        from threading import Thread

        import anyio

        _check_issuer(self.issuer(), self._oauth.issuer)
        self._state = parse_qs(urlsplit(url).query).get("state", [""])[0]
        if not self._oauth.interactive:
            raise ObservationError(
                f"needs a person to log in: run `toolwatch snapshot {shlex.quote(self._server)}` at a terminal once"
            )
        try:
            self._listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=self._oauth.port)
        except OSError as error:
            raise ObservationError(f"cannot wait for the browser at port {self._oauth.port}: {error}") from None
        print(f"{self._server}: log in at {one_line(url)}", file=sys.stderr)
        # Not waited for: a browser in the terminal returns only when its user leaves it.
        Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    async def wait_for_return(self) -> "AuthorizationCodeResult":
        """Serve the loopback address until the browser brings the code; other visitors are sent away."""
        import anyio
        from mcp.shared.auth import AuthorizationCodeResult

        found: dict[str, list[str]] = {}
        done = anyio.Event()

        async def serve(stream: Any) -> None:
            # Browsers open connections that they never use, and close them as they like.
            with suppress(OSError, anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
                async with stream:
                    query = self._brought(await _request_target(stream))
                    try:
                        await stream.send(_reply(200 if query else 404))
                    finally:
                        if query:
                            found.update(query)
                            done.set()

        async with self._listener, anyio.create_task_group() as group:
            group.start_soon(self._listener.serve, serve)
            await done.wait()
            group.cancel_scope.cancel()
        if "error" in found:
            raise ObservationError(f"the login was refused: {one_line(found['error'][0], 100)}")
        first = {key: values[0] for key, values in found.items()}
        return AuthorizationCodeResult(code=first["code"], state=first.get("state"), iss=first.get("iss"))

    def _brought(self, target: str) -> dict[str, list[str]]:
        """What the authorization server sends by way of the browser; empty where a request is not of this login."""
        try:
            parts = urlsplit(target)
            query = parse_qs(parts.query)
        except ValueError:
            return {}
        own = query.get("state") == [self._state] or ("error" in query and "state" not in query)
        return query if parts.path == "/callback" and own and query.keys() & {"code", "error"} else {}


async def _request_target(stream: Any) -> str:
    """The target of one HTTP request, read to the end of its head."""
    head = b""
    while b"\r\n\r\n" not in head and len(head) < 16_384:
        head += await stream.receive()
    parts = head.split(b"\r\n", 1)[0].split(b" ")
    return parts[1].decode("ascii", "replace") if len(parts) > 1 else ""


def _reply(status: int) -> bytes:
    head = (
        f"HTTP/1.1 {status} OK\r\ncontent-type: text/html\r\ncontent-length: {len(_PAGE)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + _PAGE
