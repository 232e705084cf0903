"""GitHub's REST API on the loopback address, for one repository; each request must be one that GitHub describes."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import jsonschema

from tests.github.extract import REST

REPOSITORY = "octo/shop"
BOT = "github-actions[bot]"

Answer = tuple[int, dict[str, str], Any]


@dataclass
class Fake:
    """The state of the repository, what was asked of it, and what goes wrong next."""

    login: str = ""
    """Who the token belongs to; empty for a job's own token, which may not ask."""
    comments: list[dict[str, Any]] = field(default_factory=list)
    issues: list[dict[str, Any]] = field(default_factory=list)
    pulls: list[dict[str, Any]] = field(default_factory=list)
    refs: dict[str, str] = field(default_factory=lambda: {"heads/main": "1" * 40})
    contents: dict[tuple[str, str], str] = field(default_factory=dict)
    faults: list[tuple[str, Answer | None, bool]] = field(default_factory=list)
    """(Start of "METHOD path", answer or None for a dropped connection, whether the request is done all the same)."""
    asked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """What GitHub would not have understood; a test asserts that there is none."""
    url: str = ""

    def fail(self, start: str, status: int, *, headers: dict[str, str] | None = None, done: bool = False) -> None:
        """Answer the next request that starts so with ``status``."""
        self.faults.append((start, (status, headers or {}, {"message": "no"}), done))

    def answer(self, method: str, target: str, body: Any) -> Answer | None:
        """The answer; None drops the connection."""
        parts = urlsplit(target)
        path, query = unquote(parts.path), {key: values[0] for key, values in parse_qs(parts.query).items()}
        self.asked.append(f"{method} {path}")
        self.wrong += described(method, path, query, body)
        for number, (start, answer, done) in enumerate(self.faults):
            if f"{method} {path}".startswith(start):
                del self.faults[number]
                if done:
                    self._do(method, path, query, body)
                return answer
        return self._do(method, path, query, body)

    def _do(self, method: str, path: str, query: dict[str, str], body: Any) -> Answer:
        writer = {"login": self.login or BOT}
        short = path.removeprefix(f"/repos/{REPOSITORY}")
        match (method, short.strip("/").split("/")):
            case ("GET", ["user"]):
                return (200, {}, writer) if self.login else (403, {}, {"message": "Resource not accessible"})
            case ("GET", ["issues", number, "comments"]):
                return 200, {}, _page([c for c in self.comments if c["issue"] == int(number)], query)
            case ("POST", ["issues", number, "comments"]):
                made = {"id": 1000 + len(self.comments), "issue": int(number), "user": writer, **body}
                self.comments.append(made)
                return 201, {}, made
            case ("PATCH", ["issues", "comments", number]):
                return self._edit(self.comments, "id", int(number), body)
            case ("GET", ["issues"]):
                state = query.get("state", "open")
                listed = [*self.issues, *({**pull, "pull_request": {}} for pull in self.pulls)]  # as GitHub lists them
                return 200, {}, _page([one for one in listed if one.get("state") in (state, None)], query)
            case ("POST", ["issues"]):
                made = {"number": 1 + len(self.issues), "state": "open", "user": writer, **body}
                self.issues.append(made)
                return 201, {}, made
            case ("PATCH", ["issues", number]):
                return self._edit(self.issues, "number", int(number), body)
            case ("GET", ["pulls"]):
                return 200, {}, _page([p for p in self.pulls if _matches(p, query)], query)
            case ("POST", ["pulls"]):
                made = {
                    "number": 50 + len(self.pulls),
                    "state": "open",
                    "label": f"octo:{body['head']}",
                    "user": writer,
                    **body,
                }
                self.pulls.append(made)
                return 201, {}, made
            case ("PATCH", ["pulls", number]):
                return self._edit(self.pulls, "number", int(number), body)
            case _:
                return self._git(method, short, body)

    def _git(self, method: str, short: str, body: Any) -> Answer:
        if (method, short) == ("GET", ""):
            return 200, {}, {"default_branch": "main"}
        if method == "GET" and short.startswith("/git/ref/"):
            sha = self.refs.get(short.removeprefix("/git/ref/"))
            return (200, {}, {"object": {"sha": sha}}) if sha else (404, {}, {"message": "Not Found"})
        if (method, short) == ("POST", "/git/refs"):
            self.refs[body["ref"].removeprefix("refs/")] = body["sha"]
            return 201, {}, {}
        if method == "PATCH" and short.startswith("/git/refs/"):
            self.refs[short.removeprefix("/git/refs/")] = body["sha"]
            return 200, {}, {}
        if method == "GET" and short.startswith("/contents/"):
            return 404, {}, {"message": "Not Found"}
        if method == "PUT" and short.startswith("/contents/"):
            self.contents[body["branch"], short.removeprefix("/contents/")] = body["content"]
            return 201, {}, {}
        return 404, {}, {"message": "Not Found"}

    @staticmethod
    def _edit(items: list[dict[str, Any]], key: str, number: int, body: Any) -> Answer:
        for item in items:
            if item[key] == number:
                item.update(body)
                return 200, {}, item
        return 404, {}, {"message": "Not Found"}


def _matches(pull: dict[str, Any], query: dict[str, str]) -> bool:
    return query.get("head") in (None, pull["label"]) and pull.get("state", "open") == query.get("state", "open")


def _page(items: list[dict[str, Any]], query: dict[str, str]) -> list[dict[str, Any]]:
    size, page = int(query.get("per_page", "30")), int(query.get("page", "1"))
    return items[(page - 1) * size : page * size]


def described(method: str, path: str, query: dict[str, str], body: Any) -> list[str]:
    """What GitHub's description says is wrong with a request."""
    paths = json.loads(REST.read_text(encoding="utf-8"))["paths"]
    for template, operations in paths.items():
        pattern = re.sub(r"\{(ref|path)\}", ".+", re.sub(r"\{(?!ref|path)[a-z_]+\}", "[^/]+", template))
        if re.fullmatch(pattern, path) and method.lower() in operations:
            return [f"{method} {path}: {text}" for text in _wrong(operations[method.lower()], query, body)]
    return [f"{method} {path}: not in GitHub's description"]


def _wrong(operation: dict[str, Any], query: dict[str, str], body: Any) -> Iterator[str]:
    known = {one["name"]: one for one in operation["parameters"] if one["in"] == "query"}
    for name, value in query.items():
        if name not in known:
            yield f"unknown parameter {name}"
            continue
        kind = known[name]["schema"].get("type")
        yield from _errors(int(value) if kind == "integer" else value, known[name]["schema"])
    schema = operation.get("body")
    if schema is not None:
        yield from _errors(body, schema)
        yield from (f"unknown field {name}" for name in set(body or ()) - set(schema.get("properties", body or ())))
    elif body is not None:
        yield "a body where none belongs"


def _errors(value: Any, schema: Any) -> Iterator[str]:
    yield from (error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(value))


class _Handler(BaseHTTPRequestHandler):
    fake: Fake

    def _serve(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        if not self.headers.get("authorization", "").startswith("Bearer "):
            self.fake.wrong.append("no token")
        answer = self.fake.answer(self.command, self.path, body)
        if answer is None:
            self.close_connection = True
            return
        status, headers, content = answer
        text = json.dumps(content).encode()
        self.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": str(len(text)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PATCH = do_PUT = _serve

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@contextmanager
def serve(fake: Fake) -> Iterator[Fake]:
    """Serve ``fake``; its ``url`` is set meanwhile."""
    handler = type("Handler", (_Handler,), {"fake": fake})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    fake.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield fake
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
