"""deepeval's goldens and test cases: an input and the tools that are expected for it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolwatch.model.tool import Json
from toolwatch.suites.base import Draft, Importer, Skipped, Source


class Deepeval(Importer):
    """A list, or an object with ``goldens`` or ``testCases``, of entries with ``input`` and ``expected_tools``."""

    name = "deepeval"

    def recognises(self, source: Source) -> bool:
        """Entries with an input, of which one names expected tools or a golden's other fields."""
        _, entries = _entries(source)
        marks = {"expected_tools", "expectedTools", "expected_output", "expectedOutput", "actual_output"}
        return bool(entries) and all(
            isinstance(entry, Mapping) and "input" in entry and marks & entry.keys() for entry in entries
        )

    def cases(self, source: Source) -> Iterator[Draft | Skipped]:
        """One draft for each entry that says which tools are expected; an empty list means none."""
        root, entries = _entries(source)
        for index, entry in enumerate(entries):
            place: tuple[str | int, ...] = (*root, index)
            if not isinstance(entry["input"], str) or not entry["input"].strip():
                raise source.error(f"golden {index + 1} has no input text", *place)
            tools = entry.get("expected_tools", entry.get("expectedTools"))
            if not isinstance(tools, list):
                yield Skipped(source.at(*place), "says no expected tools")
                continue
            calls = [_call(tool, source, *place) for tool in tools]
            names = tuple(dict.fromkeys(name for name, _ in calls))
            yield Draft(
                entry["input"],
                names,
                source.at(*place),
                id=str(entry.get("name") or ""),
                arguments={name: {"equal": value} for name, value in calls[0][1].items()} if len(calls) == 1 else {},
                note="any of the tools may come first" if len(names) > 1 else "",
            )


def _entries(source: Source) -> tuple[tuple[str, ...], Sequence[Any]]:
    if not source.looks_like_data():
        return (), ()
    if isinstance(source.data, list):
        return (), source.data
    for key in ("goldens", "test_cases", "testCases"):
        if isinstance(source.data, Mapping) and isinstance(source.data.get(key), list):
            return (key,), source.data[key]
    return (), ()


def _call(tool: Json, source: Source, *place: str | int) -> tuple[str, Mapping[str, Json]]:
    if isinstance(tool, str):
        return tool, {}
    name = tool.get("name") if isinstance(tool, Mapping) else None
    if not isinstance(name, str):
        raise source.error("an expected tool has no name", *place)
    given = tool.get("input_parameters", tool.get("inputParameters"))
    return name, given if isinstance(given, Mapping) else {}
