"""All pages of one list, within bounds."""

from typing import TYPE_CHECKING

import anyio

from toolwatch.model.inert import one_line
from toolwatch.model.listing import Surface
from toolwatch.model.tool import Json
from toolwatch.sources.wire import LIST_KEYS, Wire

if TYPE_CHECKING:
    from mcp import Client

METHODS = {
    Surface.TOOLS: "tools/list",
    Surface.PROMPTS: "prompts/list",
    Surface.RESOURCES: "resources/list",
    Surface.RESOURCE_TEMPLATES: "resources/templates/list",
}
_METHOD_NOT_FOUND = -32601
_AFTER_GARBLED = 1.0
"""Seconds that an answer is still waited for after one that cannot be read."""


class Pages:
    """The entries of one surface as far as they were read, and why reading stopped."""

    def __init__(self, surface: Surface, wire: Wire) -> None:
        self.surface = surface
        self.method = METHODS[surface]
        self.items: list[Json] = []
        self.count = 0
        self.refused = ""
        """Why the list is not whole; empty after the last page."""
        self.not_found = False
        """Whether the server says that it knows no such list."""
        self.unanswered = False
        """Whether reading stopped because the time for an answer ran out."""
        self._wire = wire
        self._bounds = wire.bounds
        self._changes = wire.changes[self.method]

    @property
    def changed(self) -> bool:
        """Whether the server has said, since reading began, that this list is another one now."""
        return self._wire.changes[self.method] > self._changes

    async def read(self, client: "Client") -> None:
        """Read until the last page, or until something stands in the way."""
        cursor: str | None = None
        seen: set[str] = set()
        while not self.refused:
            self.refused = await self._page(client, cursor)
            if self.refused:
                return
            found = self._wire.latest(self.method).get("nextCursor")
            if found is None or found == "":
                return
            self.refused = self._stop(found, seen)
            seen.add(str(found))
            cursor = str(found)

    async def _page(self, client: "Client", cursor: str | None) -> str:
        from mcp import MCPError

        before = len(self._wire.answers.get(self.method, ()))
        with anyio.move_on_after(self._bounds.answer) as clock:
            garbled: list[bool] = []

            def give_up_soon() -> None:
                garbled.append(True)
                clock.deadline = min(clock.deadline, anyio.current_time() + _AFTER_GARBLED)

            self._wire.garbled = give_up_soon
            try:
                await _ask(client, self.method, cursor)
            except MCPError as error:
                if len(self._wire.answers.get(self.method, ())) == before:
                    self.not_found = error.error.code == _METHOD_NOT_FOUND
                    return self._refusal(error.error.code, error.error.message)
        if clock.cancelled_caught:
            self.unanswered = True
            if garbled:
                return f"{self._where()} was answered with what cannot be read{self._wire.noise_note}"
            return f"{self._where()} was not answered within {self._bounds.answer:g} s{self._wire.noise_note}"
        return self._take(self._wire.latest(self.method))

    def _take(self, page: Json) -> str:
        entries = page.get(LIST_KEYS[self.method]) if isinstance(page, dict) else None
        if not isinstance(entries, list):
            return f"{self._where()} was answered without an array {LIST_KEYS[self.method]!r}"
        self.count += 1
        room = self._bounds.items - len(self.items)
        self.items.extend(entries[:room])
        if len(entries) > room:
            return f"{self.method} holds more than {self._bounds.items} entries; toolwatch stopped reading"
        return ""

    def _refusal(self, code: int, message: str) -> str:
        if self._wire.breach:
            return self._wire.breach
        if self._wire.trouble:
            return f"{self._where()}: {self._wire.trouble}"
        if message == "Connection closed":
            return f"{self._where()} was not answered: the server closed the connection{self._wire.noise_note}"
        return f"{self._where()} was refused: {one_line(message, 200)} [{code}]"

    def _where(self) -> str:
        return self.method + (f" page {self.count + 1}" if self.count else "")

    def _stop(self, cursor: Json, seen: set[str]) -> str:
        if not isinstance(cursor, str):
            return f"{self.method} page {self.count} has a nextCursor that is no text"
        if cursor in seen:
            return f"{self.method} page {self.count} repeats the cursor {one_line(cursor, 60)!r}; its pages never end"
        if self.count >= self._bounds.pages:
            return f"{self.method} has more than {self._bounds.pages} pages; toolwatch stopped reading"
        return ""


async def _ask(client: "Client", method: str, cursor: str | None) -> None:
    match method:
        case "tools/list":
            await client.list_tools(cursor=cursor, cache_mode="bypass")
        case "prompts/list":
            await client.list_prompts(cursor=cursor, cache_mode="bypass")
        case "resources/list":
            await client.list_resources(cursor=cursor, cache_mode="bypass")
        case _:
            await client.list_resource_templates(cursor=cursor, cache_mode="bypass")
