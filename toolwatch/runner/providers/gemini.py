"""Google's Gemini API."""

import os
from collections.abc import Mapping
from typing import Any, ClassVar

from toolwatch.errors import UsageError
from toolwatch.model.suite import Message
from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Choice
from toolwatch.runner import wire
from toolwatch.runner.base import Setup, ToolChoice
from toolwatch.runner.failures import AskFailure, Unavailable, Unreadable
from toolwatch.runner.home import Home
from toolwatch.runner.reply import check_text
from toolwatch.runner.sdk import SdkProvider
from toolwatch.runner.sound import called, count, members

ADDRESS = "https://generativelanguage.googleapis.com"
_MODE = {ToolChoice.AUTO: "AUTO", ToolChoice.REQUIRED: "ANY"}
_STAY = {"follow_redirects": False, "allow_redirects": False}
"""No redirect is followed: httpx reads the first word, aiohttp, if the package finds it, the second."""
_ENDED = ("STOP", "MAX_TOKENS", "FINISH_REASON_UNSPECIFIED")


class Gemini(SdkProvider):
    """Gemini by ``generateContent``; schemas go as JSON Schema, so that nothing of them is lost on the way."""

    name = extra = "gemini"
    package = "google.genai"
    # The Vertex reference: a letter or an underscore first, at most 64 characters.
    rules: ClassVar[wire.Rules] = wire.Rules(letters="A-Za-z0-9_.-", first="A-Za-z_", longest=64)
    home: ClassVar[Home] = Home(
        ("generativelanguage.googleapis.com",), ("GEMINI_", "GOOGLE_"), "GOOGLE_GEMINI_BASE_URL"
    )
    _client: Any = None

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        if elsewhere := {"http_options", "httpOptions"} & set(setup.extra):
            raise UsageError(
                f"provider gemini cannot send extra.{elsewhere.pop()}: it would lead the key to another address "
                "than `url`"
            )

    @property
    def url(self) -> str:
        """The configured address, else that of the environment, else Google's."""
        return self.setup.url or os.environ.get("GOOGLE_GEMINI_BASE_URL", "") or ADDRESS

    @property
    def parameters(self) -> Mapping[str, Json]:
        """Everything besides model, messages and tools that shapes an answer."""
        return {"mode": _MODE[self.setup.tool_choice], **self._sampling(), **self.setup.extra}

    def request(self, ask: Ask) -> dict[str, Json]:
        """The arguments of ``generate_content``; further fields of the configuration go into ``extra``."""
        sent = self.sent(ask.tools)
        names = {tool.tool: tool.name for tool in reversed(sent)}
        config: dict[str, Json] = {**self._sampling()}
        if ask.system:
            config["system_instruction"] = ask.system
        if sent:
            functions = [
                {"name": tool.name, "description": tool.description, "parametersJsonSchema": tool.schema}
                for tool in sent
            ]
            config["tools"] = [{"function_declarations": functions}]
            config["tool_config"] = {"function_calling_config": {"mode": _MODE[self.setup.tool_choice]}}
            config["automatic_function_calling"] = {"disable": True}
        return {
            "model": self.setup.model,
            "contents": [_turn(turn, names) for turn in ask.messages],
            "config": config | dict(self.setup.extra),
        }

    def prepare(self) -> None:
        """Check the package and the key."""
        self.client()

    def client(self) -> Any:
        """The package's client, made once."""
        if self._client is None:
            key = self.secret("GEMINI_API_KEY", "GOOGLE_API_KEY") or "none"
            types = self.module("google.genai.types")
            options = types.HttpOptions(
                base_url=self.url,
                api_version="v1beta",
                timeout=int(self.setup.timeout * 1000),
                retry_options=types.HttpRetryOptions(attempts=1),
                async_client_args=_STAY,
            )
            with self.making():
                self._client = self.module().Client(api_key=key, vertexai=False, http_options=options)
        return self._client

    async def send(self, request: dict[str, Json]) -> Json:
        """One content."""
        types = self.module("google.genai.types")
        try:
            config = types.GenerateContentConfig.model_validate(request["config"])
        except ValueError as error:
            raise Unavailable(f"the request is not what the package takes: {error}", again=False) from None
        reply = await self.client().aio.models.generate_content(**{**request, "config": config})
        return reply.model_dump(mode="json", exclude_none=True, exclude={"sdk_http_response", "parsed"})

    def failure(self, error: Exception) -> AskFailure | None:
        """A status other than 200, with the endpoint's own words."""
        errors = self.module("google.genai.errors")
        if isinstance(error, errors.UnknownApiResponseError):
            return Unreadable(f"the reply cannot be read ({error})")
        if isinstance(error, errors.APIError):
            return self.refused(error.code, error.message or error.details, getattr(error.response, "headers", {}))
        return None

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.aio.aclose()
            client.close()

    def read(self, reply: Json, ask: Ask) -> Choice:
        """The first function call among the parts of the first candidate."""
        usage = members(reply.get("usage_metadata"))
        thought = count(usage.get("thoughts_token_count"))
        spent = (count(usage.get("prompt_token_count")), count(usage.get("candidates_token_count")) + thought)
        if not reply.get("candidates"):
            why = (reply.get("prompt_feedback") or {}).get("block_reason")
            reason = f"the request was blocked: {why}" if why else "the reply has no candidate"
            raise Unreadable(reason, tokens=spent)
        candidate = reply["candidates"][0]
        parts = (candidate.get("content") or {}).get("parts") or []
        text = "".join(part.get("text", "") for part in parts if not part.get("thought"))
        for part in parts:
            if call := part.get("function_call"):
                return Choice(called(call["name"]), call.get("args"), text, {}, *spent)
        ended = candidate.get("finish_reason", "STOP")
        if ended not in _ENDED:
            raise Unreadable(f"the reply ended early: {ended}", tokens=spent)
        names = [tool.name for tool in self.sent(ask.tools)]
        check_text(text, names, self.setup.text_call, cut=ended == "MAX_TOKENS", tokens=spent)
        return Choice(None, None, text, {}, *spent)

    def _sampling(self) -> dict[str, Json]:
        given = {
            "temperature": self.temperature,
            "seed": self.setup.seed,
            "max_output_tokens": self.setup.max_tokens,
        }
        return {name: value for name, value in given.items() if value is not None}


def _turn(turn: Message, names: Mapping[str, str]) -> Json:
    name = names.get(turn.tool, turn.tool)
    if turn.role == "assistant" and turn.tool:
        said = [{"text": turn.content}] if turn.content else []
        given = {} if turn.arguments is None else turn.arguments
        return {"role": "model", "parts": [*said, {"function_call": {"name": name, "args": given}}]}
    if turn.role == "tool":
        response = {"name": name, "response": {"result": turn.content}}
        return {"role": "user", "parts": [{"function_response": response}]}
    return {"role": "model" if turn.role == "assistant" else "user", "parts": [{"text": turn.content}]}
