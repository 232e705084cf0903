"""A local HTTP server that speaks whatever it is told to, and remembers what it was asked."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = Any


@dataclass(frozen=True)
class Reply:
    """What the server does with one request."""

    body: Body = None
    """JSON, or bytes as they are."""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    """Announce the whole body, send half of it and hang up."""
    silent: bool = False
    """Send nothing and wait until the test is over."""
    drips: bool = False
    """Send a body that never ends, one space at a time, until the test is over or nobody listens."""

    @property
    def sent(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


@dataclass
class Endpoint:
    """A running server; ``requests`` holds (path, body) of each request in order."""

    url: str
    requests: list[tuple[str, Body]]
    headers: list[dict[str, str]]


Script = Callable[[int, Body], Reply]
"""From the number of the request, counted from 1, and its body, to the reply."""


@contextmanager
def serving(script: Script) -> Iterator[Endpoint]:
    over = threading.Event()
    lock = threading.Lock()
    endpoint = Endpoint("", [], [])

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # head and body go in two writes, of which the second would wait 40 ms

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"null")
            with lock:
                endpoint.requests.append((self.path, body))
                endpoint.headers.append({name.lower(): value for name, value in self.headers.items()})
                number = len(endpoint.requests)
            self._answer(script(number, body))

        do_GET = do_POST  # what a client makes of some redirects

        def _answer(self, reply: Reply) -> None:
            if reply.silent:
                over.wait(30)
                self.close_connection = True
                return
            if reply.drips:
                self._drip()
                return
            self.send_response(reply.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(reply.sent)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.sent[: len(reply.sent) // 2] if reply.cut else reply.sent)
            if reply.cut:
                self.close_connection = True

        def _drip(self) -> None:
            self.close_connection = True
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.end_headers()
            while not over.wait(0.05):
                self.wfile.write(b" ")

        def log_message(self, format: str, *args: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that gave up is what some tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield endpoint
    finally:
        over.set()
        server.shutdown()
        thread.join()
        server.server_close()
