"""OpenAI's chat completions, and every endpoint that speaks them."""

from dataclasses import replace
from typing import Any

from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Choice
from toolwatch.runner import chat
from toolwatch.runner.base import Setup, hashed
from toolwatch.runner.chances import of_scores, of_tokens
from toolwatch.runner.failures import Unreadable
from toolwatch.runner.home import checked_address
from toolwatch.runner.providers._openai import OpenAIBase, optional
from toolwatch.runner.reply import arguments, check_text
from toolwatch.runner.sound import called, count, members, words
from toolwatch.runner.wire import without_secrets

_ALTERNATIVES = 20
"""The most that OpenAI's API gives."""


class OpenAI(OpenAIBase):
    """Chat completions of OpenAI, vLLM, llama.cpp, LM Studio, Groq, Gemini's compatible endpoint and others."""

    name = "openai"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        if "://" in setup.score_url:
            checked_address(setup.score_url, "provider openai: score_url")

    def request(self, ask: Ask) -> dict[str, Json]:
        """The body of a chat completion."""
        sent = self.sent(ask.tools)
        body = {"model": self.setup.model, "messages": chat.messages(ask, sent), **self._sampling()}
        if sent:
            body |= {"tools": chat.functions(sent), "tool_choice": self.setup.tool_choice.value}
        return body | dict(self.setup.extra)

    def calls_for(self, ask: Ask) -> int:
        """One, and one more for the scores, which are the same for all repeats."""
        return 2 if self._scored(ask) else 1

    def key(self, ask: Ask) -> str:
        """An answer with scores is another one than the same without."""
        key = super().key(ask)
        return hashed([key, without_secrets(self.setup.score_url)]) if self.setup.score_url else key

    async def choose(self, ask: Ask) -> Choice:
        """Ask once; the scores first, so that nothing is paid for where they cannot be had."""
        chances = await self._scores(ask) if self._scored(ask) else {}
        choice = await super().choose(ask)
        return replace(choice, probabilities=chances) if chances else choice

    async def send(self, request: dict[str, Json]) -> Json:
        """One chat completion."""
        return await self.post("/chat/completions", request)

    def read(self, reply: Json, ask: Ask) -> Choice:
        """The first tool call of the first choice."""
        choice, usage = reply["choices"][0], members(reply.get("usage"))
        message = choice["message"]
        spent = (count(usage.get("prompt_tokens")), count(usage.get("completion_tokens")))
        text = words(message.get("content")) or words(message.get("refusal"))
        calls = message.get("tool_calls") or []
        if calls:
            call = calls[0]["function"]
            name = called(call["name"])
            chances = self._chances(choice, name, ask)
            return Choice(name, arguments(call.get("arguments")), text, chances, *spent)
        cut = choice.get("finish_reason") == "length"
        check_text(text, [tool.name for tool in self.sent(ask.tools)], self.setup.text_call, cut=cut, tokens=spent)
        return Choice(None, None, text, {}, *spent)

    def _scored(self, ask: Ask) -> bool:
        return bool(self.setup.score_url) and ask.repeat == 0

    async def _scores(self, ask: Ask) -> dict[str, float]:
        request = self.request(ask)
        body = {name: request[name] for name in ("messages", "tools", *self.setup.extra) if name in request}
        reply = await self.guarded(self.post(self.setup.score_url, body))
        try:
            return {self.original(name, ask.tools): chance for name, chance in of_scores(reply).items()}
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise Unreadable(f"{self.setup.score_url} does not answer with scores ({error})") from None

    def _chances(self, choice: Json, name: str, ask: Ask) -> dict[str, float]:
        content = (choice.get("logprobs") or {}).get("content")
        return of_tokens(content, name, [tool.name for tool in self.sent(ask.tools)]) if content else {}

    def _sampling(self) -> dict[str, Any]:
        return optional(
            temperature=self.temperature,
            seed=self.setup.seed,
            max_tokens=self.setup.max_tokens,
            logprobs=True if self.setup.logprobs else None,
            top_logprobs=_ALTERNATIVES if self.setup.logprobs else None,
        )
