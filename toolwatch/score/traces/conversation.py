"""Conversations in which the agent called nothing."""

from collections.abc import Iterator, Mapping

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat

TURNS = ("messages", "contents", "output", "choices", "candidates", "input")
"""Where the formats keep their turns."""
TALKERS = {"assistant", "model", "ai"}
ROLES = TALKERS | {"system", "developer", "user", "human"}
FACTS = {
    "role", "content", "parts", "type", "id", "name", "model", "object", "status", "created_at", "timestamp", "index",
    "phase", "example", "refusal", "annotations", "reasoning", "reasoning_content", "reasoning_details", "stop_reason",
    "stop_sequence", "stop_details", "finish_reason", "finishReason", "logprobs", "usage", "usage_metadata",
    "response_metadata", "lc", "safetyRatings", "citationMetadata", "avgLogprobs",
}  # fmt: skip
"""What a turn may say beside its text without calling anything."""
SPOKEN = {
    "text", "input_text", "output_text", "summary_text", "reasoning_text", "thinking", "redacted_thinking", "reasoning",
    "refusal", "image", "image_url", "input_image", "input_audio", "audio", "document", "file", "input_file",
}  # fmt: skip
PART = {"text", "thought", "thoughtSignature", "inlineData", "inline_data", "fileData", "file_data"}


class Conversation(TraceFormat):
    """Turns of a role and a content, in which there is no call: an agent that answered in words alone.

    Reads the turns of OpenAI, Anthropic, Gemini and LangChain. A document that holds anything else that may be a call
    (a role, a field, a block or a list that is not known) is none of these, so that no call is missed in silence.
    """

    name = "conversation"
    rank = 5

    def recognises(self, data: Json) -> bool:
        """Known turns alone, one of them the agent's, and no other list of objects but the tools on offer."""
        key, turns = self._turns(data)
        if not turns or not all(self._is_words(turn) for turn in turns):
            return False
        rest = {name: value for name, value in data.items() if name not in (key, "tools")} if key else {}
        return any(self._role(turn) in TALKERS for turn in turns) and not _holds_objects(rest)

    def calls(self, data: Json) -> Iterator[Call]:
        """None."""
        yield from ()

    @staticmethod
    def _turns(data: Json) -> tuple[str, list[Json]]:
        """The turns, and the key of the list that holds them."""
        if isinstance(data, list):
            return "", data
        if not isinstance(data, dict):
            return "", []
        if "role" in data:
            return "", [data]
        return next(((key, data[key]) for key in TURNS if isinstance(data.get(key), list)), ("", []))

    @staticmethod
    def _message(turn: Json) -> Json:
        """The message itself, out of what the formats wrap around one."""
        if not isinstance(turn, dict):
            return None
        inner = next((key for key in ("message", "data", "kwargs") if isinstance(turn.get(key), dict)), None)
        if inner is None and isinstance(turn.get("content"), dict):
            inner = "content"
        if inner is None:
            return turn
        around = {name: value for name, value in turn.items() if name != inner}
        return {**around, **turn[inner]}

    def _role(self, turn: Json) -> Json:
        message = self._message(turn)
        if not isinstance(message, dict):
            return None
        role = message.get("role", message.get("type"))
        return role if isinstance(role, str) else None

    def _is_words(self, turn: Json) -> bool:
        message = self._message(turn)
        if isinstance(message, dict) and message.get("type") == "reasoning":
            return set(message) <= {"type", "id", "summary", "content", "encrypted_content", "status"}
        if not isinstance(message, dict) or self._role(turn) not in ROLES:
            return False
        said = message.get("content"), message.get("parts")
        return all(name in FACTS or _is_empty(value) for name, value in message.items()) and all(map(_is_spoken, said))


def _is_empty(value: Json) -> bool:
    return all(map(_is_empty, value.values())) if isinstance(value, dict) else not value


def _is_spoken(content: Json) -> bool:
    if isinstance(content, list):
        return all(isinstance(block, str) or _is_spoken_block(block) for block in content)
    return content is None or isinstance(content, str)


def _is_spoken_block(block: Json) -> bool:
    if not isinstance(block, Mapping):
        return False
    return block["type"] in SPOKEN if isinstance(block.get("type"), str) else set(block) <= PART


def _holds_objects(value: Json) -> bool:
    if isinstance(value, list):
        return any(isinstance(item, dict | list) for item in value)
    return isinstance(value, dict) and any(_holds_objects(item) for item in value.values())
