"""The Berkeley function-calling leaderboard: questions with their functions, answers in a file of their own."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolwatch.model.tool import Json
from toolwatch.suites.base import Draft, Importer, Skipped, Source
from toolwatch.suites.calls import messages

_TYPES = {"dict": "object", "float": "number", "tuple": "array", "any": "string"}


class Bfcl(Importer):
    """Lines with ``id``, ``question`` and ``function``; answers beside them or under ``possible_answer/``."""

    name = "bfcl"

    def recognises(self, source: Source) -> bool:
        """Entries with a question and functions."""
        entries = _entries(source)
        return bool(entries) and all(
            isinstance(entry, Mapping) and "question" in entry and isinstance(entry.get("function"), list | Mapping)
            for entry in entries
        )

    def cases(self, source: Source) -> Iterator[Draft | Skipped]:
        """One draft for each single-turn question; those of an irrelevance file expect no tool."""
        answers = _answers(source)
        for index, entry in enumerate(_entries(source)):
            name = str(entry.get("id", ""))
            said = messages(_turns(entry["question"]), source, index)
            truth = entry.get("ground_truth", answers.get(name))
            if not said or said[-1].role != "user":
                yield Skipped(source.at(index), "has several turns, or does not end with a request")
            elif "irrelevance" in name or "irrelevance" in source.path.name:
                yield Draft(said[-1].content, (), source.at(index), id=name, history=said[:-1], abstain="unsupported")
            elif not isinstance(truth, list) or not truth:
                yield Skipped(source.at(index), "has no answer; keep the file possible_answer/ beside it")
            else:
                tools, arguments = _truth(truth)
                yield Draft(said[-1].content, tools, source.at(index), id=name, history=said[:-1], arguments=arguments)

    def tools(self, source: Source) -> tuple[Mapping[str, Any], ...]:
        """The functions as MCP tools, those with a new name."""
        named: dict[str, Mapping[str, Any]] = {}
        for entry in _entries(source):
            functions = entry["function"] if isinstance(entry["function"], list) else [entry["function"]]
            for function in functions:
                if isinstance(function, Mapping):
                    named.setdefault(str(function.get("name", "")), _tool(function))
        return tuple(named.values())


def _entries(source: Source) -> Sequence[Any]:
    if not source.looks_like_data():
        return ()
    return _listed(source.data)


def _listed(data: Json) -> list[Any]:
    """The entries of a file; one line alone reads as one object."""
    return data if isinstance(data, list) else [data]


def _answers(source: Source) -> dict[str, Json]:
    beside = source.beside(f"possible_answer/{source.path.name}")
    if beside is None:
        return {}
    lines = [line for line in _listed(beside.data) if isinstance(line, Mapping)]
    return {str(line.get("id", "")): line.get("ground_truth") for line in lines}


def _turns(question: Json) -> list[Json]:
    """The messages of a question of one turn; more turns than one are no selection case."""
    if isinstance(question, str):
        return [{"role": "user", "content": question}]
    if isinstance(question, list) and question and all(isinstance(turn, list) for turn in question):
        return question[0] if len(question) == 1 else []
    return question if isinstance(question, list) else []


def _truth(truth: list[Json]) -> tuple[tuple[str, ...], dict[str, dict[str, Json]]]:
    calls = [call for call in truth if isinstance(call, Mapping) and call]
    names = tuple(dict.fromkeys(str(next(iter(call))) for call in calls))
    wanted = next(iter(calls[0].values())) if len(calls) == 1 else None
    if not isinstance(wanted, Mapping):
        return names, {}
    allowed = {name: values for name, values in wanted.items() if isinstance(values, list) and "" not in values}
    return names, {
        name: {"equal": values[0]} if len(values) == 1 else {"one_of": list(values)}
        for name, values in allowed.items()
        if values and not any(isinstance(value, Mapping) for value in values)
    }


def _tool(function: Mapping[str, Any]) -> dict[str, Json]:
    return {
        "name": str(function.get("name", "")),
        "description": str(function.get("description", "")),
        "inputSchema": _schema(function.get("parameters") or {"type": "object", "properties": {}}),
    }


def _schema(value: Json) -> Json:
    """The schema with JSON Schema's names for its types."""
    if isinstance(value, list):
        return [_schema(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    return {
        key: _TYPES.get(item, item) if key == "type" and isinstance(item, str) else _schema(item)
        for key, item in value.items()
    }
