"""Cases as chat messages with what is expected beside them, as many evaluation sets are kept."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolwatch.model.tool import Json
from toolwatch.suites.base import Draft, Importer, Skipped, Source
from toolwatch.suites.calls import messages


class Messages(Importer):
    """A list, or an object with ``cases``, of entries with ``messages`` and ``expected`` (``tools``, ``calls``)."""

    name = "messages"

    def recognises(self, source: Source) -> bool:
        """Entries with both fields."""
        entries = _entries(source)
        return bool(entries) and all(
            isinstance(entry, Mapping) and isinstance(entry.get("messages"), list) and "expected" in entry
            for entry in entries
        )

    def cases(self, source: Source) -> Iterator[Draft | Skipped]:
        """One draft for each entry."""
        root: tuple[str, ...] = () if isinstance(source.data, list) else ("cases",)
        for index, entry in enumerate(_entries(source)):
            said = messages(entry["messages"], source, *root, index)
            if not said or said[-1].role != "user":
                yield Skipped(source.at(*root, index), "does not end with a request")
                continue
            tools, arguments = _expected(entry["expected"], source, *root, index)
            yield Draft(
                said[-1].content,
                tools,
                source.at(*root, index),
                id=str(entry.get("id", "")),
                arguments=arguments,
                history=said[:-1],
                category=str(entry.get("category") or ""),
                source=str(entry.get("source") or ""),
                abstain="" if tools else str(entry.get("abstain") or ""),
            )

    def tools(self, source: Source) -> tuple[Mapping[str, Any], ...]:
        """The file's ``toolsets`` and the ``tools`` of its entries, those with a new name."""
        data = source.data
        given = source.mapped(data.get("toolsets"), "toolsets", "toolsets") if isinstance(data, Mapping) else {}
        sets = [source.listed(each, f"toolsets.{name}", "toolsets", name) for name, each in given.items()]
        root: tuple[str, ...] = () if isinstance(data, list) else ("cases",)
        for index, entry in enumerate(_entries(source)):
            sets.append(source.listed(entry.get("tools"), "tools", *root, index))
        named: dict[str, Mapping[str, Any]] = {}
        for tool in (tool for each in sets for tool in each if isinstance(tool, Mapping)):
            named.setdefault(str(tool.get("name", "")), tool)
        return tuple(named.values())


def _entries(source: Source) -> Sequence[Any]:
    if not source.looks_like_data():
        return ()
    data = source.data.get("cases") if isinstance(source.data, Mapping) else source.data
    return data if isinstance(data, list) else ()


def _expected(value: Json, source: Source, *place: str | int) -> tuple[tuple[str, ...], dict[str, dict[str, Json]]]:
    """The tools, and the arguments where exactly one call is expected."""
    tools = value.get("tools") if isinstance(value, Mapping) else [value] if isinstance(value, str) else value
    if not isinstance(tools, list) or not all(isinstance(tool, str) for tool in tools):
        raise source.error("expected must be a tool, a list of tools, or an object with `tools`", *place, "expected")
    calls = source.listed(value.get("calls"), "expected.calls", *place) if isinstance(value, Mapping) else []
    wanted = source.mapped(calls[0], "expected.calls.0", *place).get("args_any_of") if len(calls) == 1 else None
    if not isinstance(wanted, Mapping):
        return tuple(tools), {}
    return tuple(tools), dict(matchers(wanted))


def matchers(wanted: Mapping[str, Json]) -> Iterator[tuple[str, dict[str, Json]]]:
    """Lists of allowed values as matchers; an argument that may be left out (an empty text among them) is unchecked."""
    for name, values in wanted.items():
        if isinstance(values, list) and values and "" not in values:
            yield name, {"equal": values[0]} if len(values) == 1 else {"one_of": list(values)}
