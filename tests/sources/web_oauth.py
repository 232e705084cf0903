"""An authorization server and the MCP server that it protects, in a thread of the test."""

import base64
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.sources import hostile

CLIENT_ID = "client-4711"
CLIENT_SECRET = "canary-client-secret-1f2e3d"
ACCESS = "canary-access-token-9a8b7c"
REFRESH = "canary-refresh-token-6d5e4f"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        base = self.server.url
        if url.path.startswith("/.well-known/oauth-protected-resource"):
            if self.server.bare:
                self.send({}, 404)
            else:
                self.send({"resource": f"{base}/mcp", "authorization_servers": [*self.server.others, base]})
        elif url.path == "/.well-known/oauth-authorization-server":
            self.send(
                {
                    "issuer": base,
                    "authorization_endpoint": f"{base}/authorize",
                    "token_endpoint": f"{base}/token",
                    "registration_endpoint": f"{base}/register",
                    "response_types_supported": ["code"],
                    "grant_types_supported": ["authorization_code", "client_credentials", "refresh_token"],
                    "code_challenge_methods_supported": ["S256"],
                    "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
                }
            )
        elif url.path == "/authorize":
            query = {key: values[0] for key, values in parse_qs(url.query).items()}
            self.server.challenge = query["code_challenge"]
            answer = {"error": "access_denied"} if self.server.refuse else {"code": "the-code", "state": query["state"]}
            self.send({}, 302, ("Location", f"{query['redirect_uri']}?{urlencode(answer)}"))
        else:
            self.send({}, 404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.asked.append(self.path)
        if self.path == "/register":
            self.send({**json.loads(body), "client_id": CLIENT_ID}, 201)
        elif self.path == "/token":
            self.token({key: values[0] for key, values in parse_qs(body.decode()).items()})
        elif self.headers.get("authorization") != f"Bearer {ACCESS}":
            where = f'Bearer resource_metadata="{self.server.url}/.well-known/oauth-protected-resource"'
            self.send({}, 401, ("WWW-Authenticate", where))
        else:
            message = json.loads(body)
            reply = hostile.answer("plain", message)
            if reply is None:
                self.send({}, 202)
            else:
                self.send(json.loads(reply.replace(b"Find one order.", f"Find one order with {ACCESS}.".encode())))

    def token(self, form: dict[str, str]) -> None:
        self.server.grants.append(form["grant_type"])
        self.server.secrets.append(form.get("client_secret", ""))
        if form["grant_type"] == "authorization_code":
            digest = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).rstrip(b"=")
            good = form["code"] == "the-code" and digest.decode() == self.server.challenge
        elif form["grant_type"] == "refresh_token":
            good = form["refresh_token"] == REFRESH
        else:
            wanted = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
            good = self.headers.get("authorization") == f"Basic {wanted}"
        if good:
            self.send({"access_token": ACCESS, "token_type": "Bearer", "expires_in": 3600, "refresh_token": REFRESH})
        else:
            self.send({"error": "invalid_grant"}, 400)

    def send(self, body: Any, status: int = 200, *headers: tuple[str, str]) -> None:
        raw = json.dumps(body).encode()
        self.send_response(status)
        for header in (("content-type", "application/json"), ("content-length", str(len(raw))), *headers):
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[str] = []
        self.grants: list[str] = []
        self.secrets: list[str] = []
        """The client secrets that came in forms, one for each grant."""
        self.others: list[str] = []
        """Authorization servers that are named before this one."""
        self.bare = False
        """Whether no authorization server is named at all."""
        self.challenge = ""
        self.refuse = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def protected() -> Iterator[Server]:
    server = Server()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
