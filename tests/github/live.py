"""A streamable HTTP MCP server on the loopback address whose list can be changed while it runs."""

import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Live:
    """What the server says, and where."""

    tools: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""
    silent: bool = False
    """Answer nothing but 500."""
    quiet: threading.Event = field(default_factory=threading.Event)
    """Set: the stream of notifications ends."""
    streams: "queue.Queue[threading.Event]" = field(default_factory=queue.Queue)
    """One event for each stream that was opened; setting it sends the notification there."""

    def answer(self, message: dict[str, Any]) -> Any:
        """The result of a request, or an error."""
        match message.get("method"):
            case "initialize":
                asked = message["params"]["protocolVersion"]
                about = {"name": "live", "version": "1"}
                return {"protocolVersion": asked, "capabilities": {"tools": {"listChanged": True}}, "serverInfo": about}
            case "tools/list":
                return {"tools": self.tools}
            case "ping":
                return {}
            case _:
                return None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    live: Live

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.live.silent:
            return self._send(500, b"")
        if "id" not in message:
            return self._send(202, b"")
        result = self.live.answer(message)
        error = {"error": {"code": -32601, "message": "method not found"}}
        reply = {"jsonrpc": "2.0", "id": message["id"], **({"result": result} if result is not None else error)}
        return self._send(200, json.dumps(reply).encode())

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.close_connection = True
        changed = threading.Event()
        self.live.streams.put(changed)
        notice = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
        while not self.live.quiet.wait(0.02):
            if changed.is_set():
                changed.clear()
                try:
                    self.wfile.write(b"event: message\ndata: " + json.dumps(notice).encode() + b"\n\n")
                except OSError:
                    return

    def do_DELETE(self) -> None:
        self._send(200, b"")

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.send_header("mcp-session-id", "one")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@contextmanager
def serve(live: Live) -> Iterator[Live]:
    """Serve ``live``; its ``url`` is set meanwhile."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"live": live}))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    live.url = f"http://127.0.0.1:{server.server_address[1]}/mcp"
    try:
        yield live
    finally:
        live.quiet.set()
        server.shutdown()
        thread.join()
        server.server_close()
