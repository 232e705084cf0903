"""Logs of conversations: what users asked and which tool was called for it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolwatch.suites.base import Draft, Importer, Skipped, Source
from toolwatch.suites.calls import messages


class ChatLog(Importer):
    """Conversations with ``messages`` as OpenAI's or Anthropic's APIs write them, one an entry or a line.

    What was called is taken as expected until a person has looked; ``corrected`` in an entry says what would have
    been right.
    """

    name = "chat-log"

    def recognises(self, source: Source) -> bool:
        """Conversations without an expectation of their own."""
        entries = _entries(source)
        return bool(entries) and all(
            isinstance(entry, Mapping) and isinstance(entry.get("messages"), list) and "expected" not in entry
            for entry in entries
        )

    def cases(self, source: Source) -> Iterator[Draft | Skipped]:
        """One draft for each conversation: the request before its first call, or its last request."""
        for index, entry in enumerate(_entries(source)):
            place = (index,) if isinstance(source.data, list) else ()
            position = source.at(*place)
            said = messages(entry["messages"], source, *place)
            first = next((at for at, turn in enumerate(said) if turn.role == "assistant" and turn.tool), len(said))
            asked = [at for at, turn in enumerate(said[:first]) if turn.role == "user"]
            if not asked:
                yield Skipped(position, "has no request before its first call")
                continue
            corrected = entry.get("corrected")
            wanted = [corrected] if isinstance(corrected, str) else corrected
            if wanted is not None and not (isinstance(wanted, list) and all(isinstance(name, str) for name in wanted)):
                raise source.error("`corrected` must be a tool or a list of tools", *place, "corrected")
            happened: tuple[str, ...] = (said[first].tool,) if first < len(said) else ()
            yield Draft(
                said[asked[-1]].content,
                tuple(wanted) if wanted is not None else happened,
                position,
                id=str(entry.get("id") or ""),
                history=said[: asked[-1]],
                guessed=wanted is None,
                note="" if wanted is not None else "expected is what was called; say whether it was right",
            )


def _entries(source: Source) -> Sequence[Any]:
    if not source.looks_like_data():
        return ()
    if isinstance(source.data, Mapping) and isinstance(source.data.get("messages"), list):
        return (source.data,)
    return source.data if isinstance(source.data, list) else ()
