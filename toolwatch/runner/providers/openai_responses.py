"""OpenAI's Responses API."""

import json
from typing import Any

from toolwatch.model.suite import Message
from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Choice
from toolwatch.runner.chat import numbered
from toolwatch.runner.failures import Unreadable
from toolwatch.runner.providers._openai import OpenAIBase, optional
from toolwatch.runner.reply import arguments, check_text
from toolwatch.runner.sound import called, count, members


class OpenAIResponses(OpenAIBase):
    """The Responses API; nothing is stored at the vendor, and tools are sent as they are, not in strict mode."""

    name = "openai-responses"

    def request(self, ask: Ask) -> dict[str, Json]:
        """The body of a response."""
        sent = self.sent(ask.tools)
        names = {tool.tool: tool.name for tool in reversed(sent)}
        body: dict[str, Json] = {
            "model": self.setup.model,
            "input": [_item(turn, number, names) for turn, number in numbered(ask.messages)],
            "store": False,
            **self._sampling(),
        }
        if ask.system:
            body["instructions"] = ask.system
        if sent:
            body["tools"] = [
                {
                    "type": "function",
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.schema,
                    "strict": False,
                }
                for tool in sent
            ]
            body["tool_choice"] = self.setup.tool_choice.value
        return body | dict(self.setup.extra)

    async def send(self, request: dict[str, Json]) -> Json:
        """One response."""
        return await self.post("/responses", request)

    def read(self, reply: Json, ask: Ask) -> Choice:
        """The first function call of the output."""
        usage = members(reply.get("usage"))
        spent = (count(usage.get("input_tokens")), count(usage.get("output_tokens")))
        if reply.get("error"):
            raise Unreadable(f"the response failed: {reply['error'].get('message')}", tokens=spent)
        items = reply["output"]
        text = "".join(_said(item) for item in items if item["type"] == "message")
        for item in items:
            if item["type"] == "function_call":
                return Choice(called(item["name"]), arguments(item.get("arguments")), text, {}, *spent)
        cut = (reply.get("incomplete_details") or {}).get("reason") == "max_output_tokens"
        check_text(text, [tool.name for tool in self.sent(ask.tools)], self.setup.text_call, cut=cut, tokens=spent)
        return Choice(None, None, text, {}, *spent)

    def _sampling(self) -> dict[str, Any]:
        return optional(temperature=self.temperature, max_output_tokens=self.setup.max_tokens)


def _said(item: Json) -> str:
    return "".join(part.get("text") or part.get("refusal") or "" for part in item["content"])


def _item(turn: Message, number: int, names: dict[str, str]) -> Json:
    if turn.role == "assistant" and turn.tool:
        given = json.dumps({} if turn.arguments is None else turn.arguments, ensure_ascii=False)
        name = names.get(turn.tool, turn.tool)
        return {"type": "function_call", "call_id": f"call_{number}", "name": name, "arguments": given}
    if turn.role == "tool":
        return {"type": "function_call_output", "call_id": f"call_{number}", "output": turn.content}
    return {"role": turn.role, "content": turn.content}
