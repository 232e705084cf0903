"""Every bad behaviour over HTTP, and the ways from streamable HTTP back to SSE."""

import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from tests.sources import hostile
from tests.sources.test_stdio import BOUNDS, HASTY, PARTIAL, SLACK
from tests.sources.web import Server, serving
from toolwatch.model.listing import Completeness, Listing
from toolwatch.sources.engine import fetch
from toolwatch.sources.place import Place


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def listen(url: str, **options: object) -> Listing:
    start = time.monotonic()
    place = Place("till", url, url=url, **options)  # type: ignore[arg-type]
    bounds = next((hasty for case, hasty in HASTY.items() if case in url.split("/")), BOUNDS)
    listing = anyio.run(lambda: fetch(place, bounds=bounds)).listing
    assert time.monotonic() - start < bounds.total + SLACK
    return listing


CREDENTIALS = "; give it credentials it accepts (headers, bearer or oauth in its configuration)"
FAILURES = {
    "http-401": "answered HTTP 401 Unauthorized" + CREDENTIALS,
    "http-403": "answered HTTP 403 Forbidden" + CREDENTIALS,
    "http-404": "answered HTTP 404 Not Found; as SSE: answered HTTP 405 Method Not Allowed",
    "http-429": "answered HTTP 429 Too Many Requests; try again after 120 s",
    "http-500": "answered HTTP 500 Internal Server Error",
    "http-503": "answered HTTP 503 Service Unavailable",
    "late-500": "tools/list: answered HTTP 500 Internal Server Error",
    "elsewhere": "Redirect to http://other.invalid/mcp not followed; use that URL as the endpoint if it is the "
    "intended server",
    "html": "Unexpected content type: text/html",
    "silent": "did not answer the handshake within 1.5 s",
    "silent-list": "tools/list was not answered within 0.6 s",
    "refused": "tools/list was refused: database is down\\u{1b}[31m [-32603]",
    "no-array": "tools/list was answered without an array 'tools'",
    "huge": "said more than 16777216 bytes; toolwatch stopped reading",
    "deep": "sent a message nested deeper than 100 levels",
}


@pytest.mark.parametrize(("case", "reason"), FAILURES.items(), ids=FAILURES)
def test_failed_observations_say_why(server: Server, case: str, reason: str) -> None:
    listing = listen(f"{server.url}/{case}")
    assert listing.coverage.completeness is Completeness.FAILED
    assert listing.coverage.failure == reason


def test_garbage_for_an_answer(server: Server) -> None:
    failure = listen(f"{server.url}/garbage").coverage.failure
    assert "Failed to parse JSON response" in failure
    assert failure.endswith("it said 1 line that is no message, first: <html>this is no JSON-RPC</html>")
    assert "\n" not in failure


@pytest.mark.parametrize("style", ["", "/events"], ids=["json", "events"])
@pytest.mark.parametrize(("case", "problem", "tools"), [(k, *v) for k, v in PARTIAL.items()], ids=PARTIAL)
def test_partial_observations_say_what_is_missing(
    server: Server, case: str, problem: str, tools: int, style: str
) -> None:
    listing = listen(f"{server.url}/{case}{style}")
    assert listing.coverage.completeness is Completeness.PARTIAL
    assert [
        one.partition(" is no UTF-8")[1] or one for one in listing.coverage.problems if one == problem or "UTF" in one
    ]
    assert len(listing.tools) == tools


@pytest.mark.parametrize("style", ["", "/events", "/packed"], ids=["json", "events", "packed"])
def test_everything_is_listed_as_sent(server: Server, style: str) -> None:
    listing = listen(f"{server.url}/everything{style}")
    assert listing.coverage.completeness is Completeness.COMPLETE
    assert listing.kind == "http"
    assert listing.tools[1].raw == {**hostile.GOOD, "x-unknown": {"kept": True}}
    assert [tool.name for tool in listing.tools] == ["lookup", "lookup", "second"]
    assert listing.prompts
    assert listing.resources
    assert listing.resource_templates


def test_a_redirect_on_the_same_host_is_followed(server: Server) -> None:
    assert [tool.name for tool in listen(f"{server.url}/moved").tools] == ["lookup", "lookup", "second"]


def test_headers_are_sent(server: Server) -> None:
    assert listen(f"{server.url}/needs-token").coverage.failure.startswith("answered HTTP 401")
    listing = listen(f"{server.url}/needs-token", headers={"Authorization": "Bearer open-sesame-123"})
    assert [tool.name for tool in listing.tools] == ["lookup"]


def test_nobody_there(server: Server) -> None:
    with serving() as gone:
        url = gone.url
    failure = listen(f"{url}/mcp").coverage.failure
    assert failure.startswith("cannot reach 127.0.0.1: ")


def test_tls_where_none_is_spoken(server: Server) -> None:
    failure = listen(f"{server.url.replace('http:', 'https:')}/plain").coverage.failure
    assert failure.startswith("cannot reach 127.0.0.1: ")
    assert "SSL" in failure


def test_a_named_transport_is_not_left(server: Server) -> None:
    assert "as SSE" not in listen(f"{server.url}/http-404", kind="http").coverage.failure
    assert listen(f"{server.url}/plain", kind="sse").coverage.failure == "answered HTTP 405 Method Not Allowed"


def test_an_old_server_is_found_by_way_of_the_new_transport(server: Server) -> None:
    listing = listen(f"{server.url}/everything/sse")
    assert listing.coverage.completeness is Completeness.COMPLETE
    assert listing.kind == "sse"
    assert [tool.name for tool in listing.tools] == ["lookup", "lookup", "second"]
    assert listing.tools[1].raw == {**hostile.GOOD, "x-unknown": {"kept": True}}


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ("silent", "did not answer the handshake within 1.5 s"),
        ("refused", "tools/list was refused: database is down\\u{1b}[31m [-32603]"),
        ("deep", "sent a message nested deeper than 100 levels"),
    ],
)
def test_old_servers_fail_as_new_ones_do(server: Server, case: str, reason: str) -> None:
    assert listen(f"{server.url}/{case}/sse", kind="sse").coverage.failure == reason


@pytest.mark.parametrize("style", ["", "/events", "/sse"], ids=["json", "events", "sse"])
@pytest.mark.parametrize("case", [case for case in hostile.MESSAGES if case in PARTIAL and case != "restless"])
def test_the_first_answer_counts_on_every_transport(server: Server, case: str, style: str) -> None:
    listing = listen(f"{server.url}/{case}{style}", kind="sse" if style == "/sse" else "http")
    assert PARTIAL[case][0] in listing.coverage.problems
    poisoned = case.startswith("twice")
    assert [tool.raw for tool in listing.tools] == [hostile.POISONED if poisoned else hostile.GOOD]


def test_an_old_server_that_sends_its_messages_elsewhere(server: Server) -> None:
    failure = listen(f"{server.url}/foreign-endpoint/sse", kind="sse").coverage.failure
    assert failure == "wants its messages sent elsewhere: http://other.invalid/x"


def test_a_certificate_that_nobody_vouches_for(tmp_path: Path) -> None:
    certificate, key = own_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with serving() as running:
        running.socket = context.wrap_socket(running.socket, server_side=True)
        failure = listen(f"{running.url.replace('http:', 'https:')}/plain").coverage.failure
    assert failure.startswith("cannot reach 127.0.0.1: ")
    assert "certificate" in failure.lower()


def own_certificate(folder: Path) -> tuple[Path, Path]:
    """A key and a certificate that it signed itself."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    day = datetime(2020, 1, 1, tzinfo=UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(day)
        .not_valid_after(day.replace(year=2100))
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.TraditionalOpenSSL
    plain = serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, form, plain))
    return folder / "cert.pem", folder / "key.pem"
