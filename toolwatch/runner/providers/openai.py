"""OpenAI's chat completions, and every endpoint that speaks them."""

from typing import Any

from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Choice
from toolwatch.runner import chat
from toolwatch.runner.providers._openai import OpenAIBase, optional
from toolwatch.runner.reply import arguments, check_text


class OpenAI(OpenAIBase):
    """Chat completions of OpenAI, vLLM, llama.cpp, LM Studio, Groq, Gemini's compatible endpoint and others."""

    name = "openai"

    def request(self, ask: Ask) -> dict[str, Json]:
        """The body of a chat completion."""
        sent = self.sent(ask.tools)
        body = {"model": self.setup.model, "messages": chat.messages(ask, sent), **self._sampling()}
        if sent:
            body |= {"tools": chat.functions(sent), "tool_choice": self.setup.tool_choice.value}
        return body | dict(self.setup.extra)

    async def send(self, request: dict[str, Json]) -> Json:
        """One chat completion."""
        return await self.post(self.client().chat.completions.with_raw_response.create, request)

    def read(self, reply: Json, ask: Ask) -> Choice:
        """The first tool call of the first choice."""
        choice, usage = reply["choices"][0], reply.get("usage") or {}
        message = choice["message"]
        spent = (usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0)
        text = message.get("content") or message.get("refusal") or ""
        calls = message.get("tool_calls") or []
        if calls:
            call = calls[0]["function"]
            return Choice(str(call["name"]), arguments(call.get("arguments")), text, {}, *spent)
        cut = choice.get("finish_reason") == "length"
        check_text(text, [tool.name for tool in self.sent(ask.tools)], self.setup.text_call, cut=cut, tokens=spent)
        return Choice(None, None, text, {}, *spent)

    def _sampling(self) -> dict[str, Any]:
        return optional(
            temperature=self.temperature,
            seed=self.setup.seed,
            max_tokens=self.setup.max_tokens,
            logprobs=True if self.setup.logprobs else None,
        )
