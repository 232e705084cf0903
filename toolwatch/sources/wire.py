"""The tee beside the SDK: keeps what a server sent as it was sent, and hands the SDK only what it needs.

The SDK's models drop unknown fields, refuse a whole page for one bad tool and silently remove tools with a bad
``x-mcp-header``. So each answer to a list request is kept here raw, and the SDK gets an empty list in its place.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolwatch.errors import ObservationError
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Json
from toolwatch.sources.asked import Asked
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.strict import NoJson, parse

LIST_KEYS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
"""List methods, and the field of their result that holds the entries."""

CHANGED = {
    "notifications/tools/list_changed": ("tools/list",),
    "notifications/prompts/list_changed": ("prompts/list",),
    "notifications/resources/list_changed": ("resources/list", "resources/templates/list"),
}
"""The notifications after which a client lists anew, and what it lists."""

NOISE_KEPT = 5
_NOISE_WIDTH = 200
_CACHE_HINTS = {"ttlMs": 0, "cacheScope": "private", "resultType": "complete"}


@dataclass(slots=True)
class Wire:
    """The record of one connection."""

    bounds: Bounds
    answers: dict[str, list[Json]] = field(default_factory=dict)
    """Raw results by method, in the order they came; of several answers to one request the first."""
    changes: Counter[str] = field(default_factory=Counter)
    """How often each list was said to have changed, by list method."""
    losses: list[str] = field(default_factory=list)
    noise: list[str] = field(default_factory=list)
    noise_lines: int = 0
    status: int = 0
    """HTTP status of the latest answer that was an error; 0 while there is none."""
    trouble: str = ""
    """The latest HTTP or connection error in the user's words; the SDK hides it."""
    breach: str = ""
    """The bound that the server broke, so that it was not read any further."""
    stop: Callable[[], None] = lambda: None
    """Ends the conversation; the SDK may be waiting where no exception reaches it."""
    garbled: Callable[[], None] = lambda: None
    """Told of an answer that cannot be read, to whatever it is one."""
    heard: int = 0
    _asked: Asked = field(default_factory=Asked)

    def sent(self, message: Json) -> None:
        """Remember which method a request asked for."""
        self._asked.sent(message)

    def count(self, amount: int) -> None:
        """Account for bytes that came in.

        Raises:
            ObservationError: more than the bounds allow.
        """
        self.heard += amount
        if self.heard > self.bounds.bytes:
            raise self.broken(f"said more than {self.bounds.bytes} bytes; toolwatch stopped reading")

    def broken(self, breach: str) -> ObservationError:
        """End the conversation for good; gives the error to raise."""
        self.breach = self.breach or breach
        self.stop()
        return ObservationError(self.breach)

    def received(self, raw: bytes) -> list[dict[str, Any]] | None:
        """Record one message (or batch) and return what the SDK shall see of it; None where it is no message."""
        try:
            parsed = parse(raw, nesting=self.bounds.nesting)
        except NoJson as error:
            if "nested" in str(error):
                raise self.broken(f"sent a message {error}") from None
            self.note(raw)
            if raw.lstrip().startswith(b"{") and b'"jsonrpc"' in raw and b'"result"' in raw:
                self.garbled()
            return None
        said = parsed.value if isinstance(parsed.value, list) else [parsed.value]
        messages = [message for message in said if _is_message(message)]
        if not messages:
            self.note(raw)
            return None
        for loss in parsed.losses:
            self._lose(loss)
        return [shown for message in messages if (shown := self._shown(message)) is not None]

    def latest(self, method: str) -> Json:
        """The last raw result to ``method``, or None."""
        return self.answers[method][-1] if self.answers.get(method) else None

    @property
    def noise_note(self) -> str:
        """What a failure adds about lines that were no message; empty where there were none."""
        if not self.noise_lines:
            return ""
        lines = "line that is" if self.noise_lines == 1 else "lines that are"
        return f"; it said {self.noise_lines} {lines} no message, first: {self.noise[0]}"

    def note(self, raw: bytes) -> None:
        """Record something that is no message."""
        if not raw.strip():
            return
        self.noise_lines += 1
        if len(self.noise) < NOISE_KEPT:
            self.noise.append(one_line(raw[: 4 * _NOISE_WIDTH].decode("utf-8", "replace").strip(), _NOISE_WIDTH))

    def _lose(self, loss: str) -> None:
        if loss and loss not in self.losses:
            self.losses.append(loss)

    def _shown(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What the SDK sees of one message; None where it is an answer to nothing that is still open."""
        self.changes.update(CHANGED.get(str(message.get("method")), ()))
        if "result" not in message and "error" not in message:
            return message
        method, fault = self._asked.answer(message)
        self._lose(fault)
        if method is None:
            return None if fault else message
        if "result" not in message:
            return message
        result = message["result"]
        self.answers.setdefault(method, []).append(result)
        return {"jsonrpc": "2.0", "id": message["id"], "result": _stand_in(method, result)}


def _is_message(value: Json) -> bool:
    return isinstance(value, dict) and value.get("jsonrpc") == "2.0" and ("method" in value or "id" in value)


def _stand_in(method: str, result: Json) -> Mapping[str, Any]:
    """The smallest result that the SDK takes for ``result``; a broken entry must not cost the whole answer."""
    if method in LIST_KEYS:
        return {LIST_KEYS[method]: [], **_CACHE_HINTS}
    if not isinstance(result, dict):
        return {}
    if method == "initialize" and isinstance(result.get("protocolVersion"), str):
        nobody = {"name": "server", "version": "0"}
        return {"protocolVersion": result["protocolVersion"], "capabilities": {}, "serverInfo": nobody}
    if method == "server/discover" and isinstance(result.get("supportedVersions"), list):
        return {"supportedVersions": result["supportedVersions"], "capabilities": {}, **_CACHE_HINTS}
    return result
