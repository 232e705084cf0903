"""Ollama's own API."""

import os
from collections.abc import Mapping
from typing import Any

from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Choice
from toolwatch.runner import chat
from toolwatch.runner.reply import arguments, check_text
from toolwatch.runner.sdk import SdkProvider, lost, refused

ADDRESS = "http://127.0.0.1:11434"


class Ollama(SdkProvider):
    """A local model behind ``/api/chat``; the context length is set, for by default Ollama cuts long tool lists."""

    name = package = extra = "ollama"
    _client: Any = None

    @property
    def url(self) -> str:
        """The configured address, else that of the environment, else Ollama's."""
        found = self.setup.url or os.environ.get("OLLAMA_HOST", "") or ADDRESS
        return found if "://" in found else f"http://{found}"

    @property
    def parameters(self) -> Mapping[str, Json]:
        """The options and what else is in the body."""
        return {"options": self._options(), **self.setup.extra}

    def request(self, ask: Ask) -> dict[str, Json]:
        """The body of ``/api/chat``."""
        sent = self.sent(ask.tools)
        body = {
            "model": self.setup.model,
            "messages": chat.messages(ask, sent, as_text=False),
            "stream": False,
            "options": self._options(),
        }
        return body | ({"tools": chat.functions(sent)} if sent else {}) | dict(self.setup.extra)

    async def send(self, request: dict[str, Json]) -> Json:
        """One chat."""
        package, httpx = self.module(), self.module("httpx")
        client = self._open(package)
        try:
            return (await client.chat(**request)).model_dump()
        except package.ResponseError as error:
            raise refused(error.status_code, error.error, {}) from None
        except (httpx.TransportError, ConnectionError) as error:
            slow = isinstance(error, httpx.TimeoutException)
            raise lost(error, slow=slow, timeout=self.setup.timeout) from None

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    def read(self, reply: Json, ask: Ask) -> Choice:
        """The first call of the message."""
        message = reply["message"]
        spent = (reply.get("prompt_eval_count") or 0, reply.get("eval_count") or 0)
        text = message.get("content") or ""
        if calls := message.get("tool_calls"):
            call = calls[0]["function"]
            return Choice(str(call["name"]), arguments(call.get("arguments")), text, {}, *spent)
        cut = reply.get("done_reason") == "length"
        check_text(text, [tool.name for tool in self.sent(ask.tools)], self.setup.text_call, cut=cut, tokens=spent)
        return Choice(None, None, text, {}, *spent)

    def _open(self, package: Any) -> Any:
        if self._client is None:
            self._client = package.AsyncClient(host=self.url, timeout=self.setup.timeout)
        return self._client

    def _options(self) -> dict[str, Json]:
        given = {
            "temperature": self.setup.temperature,
            "seed": self.setup.seed,
            "num_predict": self.setup.max_tokens,
            "num_ctx": self.setup.context,
        }
        return {name: value for name, value in given.items() if value is not None}
