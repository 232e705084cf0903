"""The hostile server over HTTP, in a thread of the test."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, Queue
from threading import Event, Thread
from typing import Any

from tests.sources import hostile

STATUSES = {"http-401": 401, "http-403": 403, "http-404": 404, "http-500": 500, "http-429": 429, "http-503": 503}


class Handler(BaseHTTPRequestHandler):
    """Plays the case that is the first part of the path; a second part ``events`` answers by event stream."""

    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.seen.append((self.path, dict(self.headers), body))
        case, _, style = self.path.partition("?")[0].strip("/").partition("/")
        message = json.loads(body)
        if style == "sse":
            self.send(405, b"", "text/plain")
            return
        if style == "messages":
            for answer in (hostile.answer(case, message) or b"").splitlines():
                self.server.answers.put(answer)
            self.send(202, b"", "text/plain")
            return
        if self.refuses(case):
            return
        if "id" not in message:
            self.send(202, b"", "application/json")
            return
        listing = message["method"] == "tools/list"
        if case == "huge" and listing:
            self.flood()
            return
        if case == "late-500" and listing:
            self.send(500, b"oops", "text/plain")
            return
        if case == "html":
            self.send(200, b"<html>Welcome</html>", "text/html")
            return
        reply = hostile.answer(case, message)
        if case == "echo" and reply is not None:
            given = json.dumps(f"{self.path} {dict(self.headers)}")[1:-1]
            reply = reply.replace(b"Find one order.", given.encode()).replace(b"Be nice.", given.encode())
        self.respond(reply, style)

    def respond(self, reply: bytes | None, style: str) -> None:
        if reply is None:
            self.server.closing.wait(10)
            self.close_connection = True
        elif style == "events":
            self.events(*reply.splitlines())
        elif style == "packed":
            self.send(200, gzip.compress(reply), "application/json", ("Content-Encoding", "gzip"))
        else:
            several = b"[" + b",".join(reply.splitlines()) + b"]"
            self.send(200, several if b"\n" in reply else reply, "application/json")

    def do_GET(self) -> None:
        self.server.seen.append((self.path, dict(self.headers), b""))
        case, _, style = self.path.strip("/").partition("/")
        if style == "sse":
            self.old_stream(case)
        else:
            self.send(405, b"", "text/plain")

    do_DELETE = do_GET

    def old_stream(self, case: str) -> None:
        """The event stream of revision 2024-11-05: an endpoint, then the answers to what is posted there."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.close_connection = True
        answers: Queue[bytes] = Queue()
        self.server.answers = answers
        endpoint = "http://other.invalid/x" if case == "foreign-endpoint" else f"/{case}/messages"
        try:
            self.wfile.write(f"event: endpoint\ndata: {endpoint}\n\n".encode())
            self.wfile.flush()
            while not self.server.closing.is_set():
                with suppress(Empty):
                    self.wfile.write(b"event: message\ndata: " + answers.get(timeout=0.05) + b"\n\n")
                    self.wfile.flush()
        except OSError:
            return

    def refuses(self, case: str) -> bool:
        if case in STATUSES:
            wait = [("Retry-After", "120")] if case == "http-429" else []
            self.send(STATUSES[case], b'{"error":"no"}', "application/json", *wait)
        elif case == "elsewhere":
            self.send(302, b"", "text/plain", ("Location", "http://other.invalid/mcp?token=abc"))
        elif case == "moved":
            self.send(307, b"", "text/plain", ("Location", "/everything"))
        elif case == "needs-token" and self.headers.get("authorization") != "Bearer open-sesame-123":
            self.send(401, b"", "text/plain", ("WWW-Authenticate", "Bearer"))
        else:
            return False
        return True

    def events(self, *replies: bytes) -> None:
        note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "hi"}}
        text = b": comment\r\n\r\n" + f"event: message\ndata: {json.dumps(note)}\n\n".encode()
        for reply in replies:
            cut = reply.find(b",", len(reply) // 2) + 1
            lines = (reply[:cut], reply[cut:]) if cut else (reply,)
            text += b"id: 7\r\nevent: message\r\n" + b"".join(b"data: " + line + b"\r\n" for line in lines) + b"\r\n"
        self.send(200, text, "text/event-stream")

    def flood(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(200 * 1024 * 1024))
        self.end_headers()
        try:
            for piece in hostile.flood():
                self.wfile.write(piece)
        except OSError:
            self.close_connection = True

    def send(self, status: int, body: bytes, kind: str, *headers: tuple[str, str]) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for header in headers:
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[tuple[str, dict[str, str], bytes]] = []
        self.closing = Event()
        self.answers: Queue[bytes] = Queue()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, *_: Any) -> None:
        pass


@contextmanager
def serving() -> Iterator[Server]:
    """Run the server for as long as the block lasts."""
    server = Server()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
