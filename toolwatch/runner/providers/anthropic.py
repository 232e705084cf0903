"""Anthropic's Messages API."""

import os
from collections.abc import Mapping
from typing import Any, ClassVar

from toolwatch.model.suite import Message
from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Choice
from toolwatch.runner import wire
from toolwatch.runner.base import ToolChoice
from toolwatch.runner.chat import numbered
from toolwatch.runner.failures import AskFailure
from toolwatch.runner.home import Home
from toolwatch.runner.reply import check_text
from toolwatch.runner.sdk import SdkProvider, parsed
from toolwatch.runner.sound import called, count, members

ADDRESS = "https://api.anthropic.com"
_CHOICE = {ToolChoice.AUTO: "auto", ToolChoice.REQUIRED: "any"}
_STAY = {"follow_redirects": False}


class Anthropic(SdkProvider):
    """Claude over the Messages API; it takes no seed, and its present models refuse a temperature."""

    name = package = extra = "anthropic"
    # The documented pattern; a union at the top of a schema is refused (claude-code#45106).
    rules: ClassVar[wire.Rules] = wire.Rules(letters="a-zA-Z0-9_-", longest=64, plain_top=True)
    # The package names no temperature since 2.x; one that is configured for an older model is sent all the same.
    coldest = None
    home: ClassVar[Home] = Home(("api.anthropic.com",), ("ANTHROPIC_",), "ANTHROPIC_BASE_URL")
    _client: Any = None

    @property
    def url(self) -> str:
        """The configured address, else that of the environment, else Anthropic's."""
        return self.setup.url or os.environ.get("ANTHROPIC_BASE_URL", "") or ADDRESS

    @property
    def parameters(self) -> Mapping[str, Json]:
        """Everything besides model, messages and tools that shapes an answer."""
        return {"tool_choice": _CHOICE[self.setup.tool_choice], **self._sampling(), **self.setup.extra}

    def request(self, ask: Ask) -> dict[str, Json]:
        """The body of a message."""
        sent = self.sent(ask.tools)
        names = {tool.tool: tool.name for tool in reversed(sent)}
        body: dict[str, Json] = {
            "model": self.setup.model,
            "messages": [_turn(turn, number, names) for turn, number in numbered(ask.messages)],
            **self._sampling(),
        }
        if ask.system:
            body["system"] = ask.system
        if sent:
            body["tools"] = [
                {"name": tool.name, "description": tool.description, "input_schema": tool.schema} for tool in sent
            ]
            body["tool_choice"] = {"type": _CHOICE[self.setup.tool_choice]}
        return body | dict(self.setup.extra)

    def prepare(self) -> None:
        """Check the package and the key."""
        self.client()

    def client(self) -> Any:
        """The package's client, made once."""
        if self._client is None:
            key = self.secret("ANTHROPIC_API_KEY") or "none"
            with self.making():
                self._client = self.module().AsyncAnthropic(
                    api_key=key, base_url=self.url, timeout=self.setup.timeout, max_retries=0
                )
        return self._client

    async def send(self, request: dict[str, Json]) -> Json:
        """One message."""
        # As it is: the package's typed method knows no temperature, and walks through the whole body first.
        reply = await self.client().post("/v1/messages", cast_to=object, body=request, options=_STAY)
        return parsed(reply) if isinstance(reply, str) else reply

    def failure(self, error: Exception) -> AskFailure | None:
        """A status other than 200, with the endpoint's own words; 529 is "overloaded"."""
        if isinstance(error, self.module().APIStatusError):
            return self.refused(error.status_code, error.message, error.response.headers)
        return None

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    def read(self, reply: Json, ask: Ask) -> Choice:
        """The first tool use among the content blocks."""
        usage = members(reply.get("usage"))
        read = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
        spent = (sum(count(usage.get(name)) for name in read), count(usage.get("output_tokens")))
        blocks = reply["content"]
        text = "".join(block["text"] for block in blocks if block["type"] == "text")
        for block in blocks:
            if block["type"] == "tool_use":
                return Choice(called(block["name"]), block.get("input"), text, {}, *spent)
        if reply.get("stop_reason") == "refusal" and not text:
            return Choice(None, None, "(refused)", {}, *spent)
        cut = reply.get("stop_reason") == "max_tokens"
        check_text(text, [tool.name for tool in self.sent(ask.tools)], self.setup.text_call, cut=cut, tokens=spent)
        return Choice(None, None, text, {}, *spent)

    def _sampling(self) -> dict[str, Json]:
        warmth = {} if self.temperature is None else {"temperature": self.temperature}
        return {"max_tokens": self.setup.max_tokens, **warmth}


def _turn(turn: Message, number: int, names: Mapping[str, str]) -> Json:
    if turn.role == "assistant" and turn.tool:
        said = [{"type": "text", "text": turn.content}] if turn.content else []
        use = {
            "type": "tool_use",
            "id": f"call_{number}",
            "name": names.get(turn.tool, turn.tool),
            "input": {} if turn.arguments is None else turn.arguments,
        }
        return {"role": "assistant", "content": [*said, use]}
    if turn.role == "tool":
        result = {"type": "tool_result", "tool_use_id": f"call_{number}", "content": turn.content}
        return {"role": "user", "content": [result]}
    return {"role": turn.role, "content": turn.content}
