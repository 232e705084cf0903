"""Apify MCP's test cases: a JSON file with testCases, each with a query and expectedTools."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.model.suite import Message
from toolwatch.model.tool import Json
from toolwatch.suites.base import Draft, Importer, Skipped, Source


class Apify(Importer):
    """``testCases`` with ``id``, ``category``, ``query``, ``expectedTools`` and an optional ``context``."""

    name = "apify"

    def recognises(self, source: Source) -> bool:
        """An object with a list called ``testCases``."""
        return (
            source.looks_like_data()
            and isinstance(source.data, Mapping)
            and isinstance(source.data.get("testCases"), list)
        )

    def cases(self, source: Source) -> Iterator[Draft | Skipped]:
        """One draft for each entry with expected tools; entries for a judge are skipped."""
        for index, entry in enumerate(source.data["testCases"]):
            place = ("testCases", index)
            query = entry.get("query", entry.get("question")) if isinstance(entry, Mapping) else None
            if not isinstance(query, str) or not query.strip():
                raise source.error(f"entry {index + 1} has no query", *place)
            tools = entry.get("expectedTools")
            if not isinstance(tools, list) or not all(isinstance(tool, str) for tool in tools):
                yield Skipped(source.at(*place), "says no expected tools")
                continue
            yield Draft(
                query,
                tuple(dict.fromkeys(tools)),
                source.at(*place),
                id=str(entry.get("id", "")),
                history=tuple(_history(entry.get("context"))),
                category=str(entry.get("category", "")),
                note="any of the tools may come first" if len(tools) > 1 else "",
            )


def _history(context: Json) -> Iterator[Message]:
    if isinstance(context, str) and context.strip():
        yield Message("user", context)
    for turn in context if isinstance(context, list) else ():
        if isinstance(turn, Mapping):
            yield from _turn(turn)


def _turn(turn: Mapping[str, Any]) -> Iterator[Message]:
    role, text, tool = turn.get("role"), str(turn.get("content") or ""), str(turn.get("tool") or "")
    if role in ("user", "assistant") and not tool and text:
        yield Message(role, text)
    elif role in ("assistant", "tool_use") and tool:
        yield Message("assistant", "", tool, turn.get("input"))
    elif role in ("tool", "tool_result") and tool:
        yield Message("tool", text, tool)
