"""Messages and tools in the shape of chat completions, which several APIs took over."""

import json
from collections.abc import Iterator, Sequence

from toolwatch.model.suite import Message
from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask
from toolwatch.model.wire import SentTool


def messages(ask: Ask, sent: Sequence[SentTool], *, as_text: bool = True) -> list[Json]:
    """System prompt and turns; calls and their results in a history are paired by made-up ids.

    ``as_text``: arguments of earlier calls as JSON text (OpenAI), else as objects (Ollama).
    """
    names = {tool.tool: tool.name for tool in reversed(sent)}
    system = [{"role": "system", "content": ask.system}] if ask.system else []
    return [*system, *(_turn(turn, number, names, as_text) for turn, number in numbered(ask.messages))]


def functions(sent: Sequence[SentTool]) -> list[Json]:
    """The tools as functions, in the order they were given."""
    return [
        {
            "type": "function",
            "function": {"name": tool.name, "description": tool.description, "parameters": tool.schema},
        }
        for tool in sent
    ]


def numbered(turns: Sequence[Message]) -> Iterator[tuple[Message, int]]:
    """Each turn with the number of the call that it makes or answers; calls are counted from 1."""
    calls = 0
    for turn in turns:
        calls += turn.role == "assistant" and bool(turn.tool)
        yield turn, calls


def _turn(turn: Message, number: int, names: dict[str, str], as_text: bool) -> Json:
    if turn.role == "assistant" and turn.tool:
        given = {} if turn.arguments is None else turn.arguments
        call = {
            "id": f"call_{number}",
            "type": "function",
            "function": {
                "name": names.get(turn.tool, turn.tool),
                "arguments": json.dumps(given, ensure_ascii=False) if as_text else given,
            },
        }
        return {"role": "assistant", "content": turn.content, "tool_calls": [call]}
    if turn.role == "tool":
        marks = {"tool_call_id": f"call_{number}"} if as_text else {"tool_name": names.get(turn.tool, turn.tool)}
        return {"role": "tool", "content": turn.content, **marks}
    return {"role": turn.role, "content": turn.content}
