"""Ollama's own API."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from toolwatch.errors import UsageError
from toolwatch.model.tool import Json, Tool
from toolwatch.model.trial import Ask, Choice
from toolwatch.runner import chat
from toolwatch.runner.base import Setup, ToolChoice
from toolwatch.runner.failures import AskFailure
from toolwatch.runner.home import Home
from toolwatch.runner.reply import arguments, check_text
from toolwatch.runner.sdk import SdkProvider
from toolwatch.runner.sound import called, count

ADDRESS = "http://127.0.0.1:11434"
_FURTHER = ("format", "keep_alive", "options", "think")
"""What a request may hold besides; the package names its arguments and takes no other."""


class Ollama(SdkProvider):
    """A local model behind ``/api/chat``; the context length is set, for by default Ollama cuts long tool lists."""

    name = package = extra = "ollama"
    home: ClassVar[Home] = Home(("ollama.com",), ("OLLAMA_",), "OLLAMA_HOST")
    _client: Any = None

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        if unknown := sorted(set(setup.extra) - set(_FURTHER)):
            known = ", ".join(_FURTHER)
            raise UsageError(f"provider ollama cannot send extra.{unknown[0]}: it takes {known}; the rest are options")

    def conversions(self, tools: Sequence[Tool]) -> tuple[str, ...]:
        """What was converted; a required call is more than this API can ask for."""
        ignored = self.setup.tool_choice is not ToolChoice.AUTO
        notes = ("tool_choice required is not known to Ollama's API: sent as auto",) if ignored else ()
        return (*notes, *super().conversions(tools))

    @property
    def url(self) -> str:
        """The configured address, else that of the environment, else Ollama's; host and port have its defaults."""
        found = self.setup.url or os.environ.get("OLLAMA_HOST", "") or ADDRESS
        if "://" in found:
            return found
        host, slash, path = found.partition("/")
        name, colon, port = host.rpartition(":")
        if not colon or port.endswith("]"):
            name, port = host, "11434"
        return f"http://{name or '127.0.0.1'}:{port}{slash}{path}"

    @property
    def parameters(self) -> Mapping[str, Json]:
        """The options and what else is in the body."""
        return {**self.setup.extra, "options": self._options()}

    def request(self, ask: Ask) -> dict[str, Json]:
        """The body of ``/api/chat``."""
        sent = self.sent(ask.tools)
        body = {
            "model": self.setup.model,
            "messages": chat.messages(ask, sent, as_text=False),
            "stream": False,
            "options": self._options(),
        }
        return dict(self.setup.extra) | body | ({"tools": chat.functions(sent)} if sent else {})

    def prepare(self) -> None:
        """Check that the package is there, and the key that is configured; a local model needs none."""
        self._open()

    async def send(self, request: dict[str, Json]) -> Json:
        """One chat."""
        return (await self._open().chat(**request)).model_dump()

    def failure(self, error: Exception) -> AskFailure | None:
        """What the package itself refuses; a status other than 200 is caught earlier, see ``_refuse``."""
        if isinstance(error, self.module().ResponseError):
            return self.refused(error.status_code, error.error, {})
        return None

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    def read(self, reply: Json, ask: Ask) -> Choice:
        """The first call of the message."""
        message = reply["message"]
        spent = (count(reply.get("prompt_eval_count")), count(reply.get("eval_count")))
        text = message.get("content") or ""
        if calls := message.get("tool_calls"):
            call = calls[0]["function"]
            return Choice(called(call["name"]), arguments(call.get("arguments")), text, {}, *spent)
        cut = reply.get("done_reason") == "length"
        check_text(text, [tool.name for tool in self.sent(ask.tools)], self.setup.text_call, cut=cut, tokens=spent)
        return Choice(None, None, text, {}, *spent)

    def _open(self) -> Any:
        if self._client is None:
            key = self.secret("OLLAMA_API_KEY", optional=True)
            with self.making():
                self._client = self.module().AsyncClient(
                    host=self.url,
                    timeout=self.setup.timeout,
                    headers={"Authorization": f"Bearer {key}"} if key else {},
                    follow_redirects=False,
                    event_hooks={"response": [self._refuse]},
                )
        return self._client

    async def _refuse(self, response: Any) -> None:
        """Raise for a status other than 200 while its headers are there: the package's own error loses Retry-After."""
        if response.status_code >= 300:
            detail = (await response.aread()).decode("utf-8", "replace")
            raise self.refused(response.status_code, detail, response.headers)

    def _options(self) -> dict[str, Json]:
        given = {
            "temperature": self.temperature,
            "seed": self.setup.seed,
            "num_predict": self.setup.max_tokens,
            "num_ctx": self.setup.context,
        }
        options = {name: value for name, value in given.items() if value is not None}
        return {**options, **self.setup.extra.get("options", {})}
