"""promptfoo's configuration: tests with variables and assertions on the tools that are called."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.model.tool import Json
from toolwatch.suites.base import Draft, Importer, Skipped, Source

_VARIABLE = re.compile(r"\{\{\s*([A-Za-z_][\w.]*)\s*(?:\|[^}]*)?\}\}")
_NAMED = re.compile(r"""(?:name|tool|toolName)\s*(?:===?|==)\s*['"]([^'"]+)['"]""")
_LISTS = ("tool-call-f1", "trajectory:tool-used", "trajectory:tool-sequence")
_USUAL = ("query", "request", "question", "message", "input", "prompt", "task", "user")


class Promptfoo(Importer):
    """``tests`` whose assertions name tools: ``tool-call-f1``, ``trajectory:tool-used``, a comparison of a name."""

    name = "promptfoo"

    def recognises(self, source: Source) -> bool:
        """An object with tests and prompts or providers, or a list of tests."""
        if not source.looks_like_data():
            return False
        data = source.data
        if isinstance(data, Mapping):
            return isinstance(data.get("tests"), list) and bool({"prompts", "providers", "targets"} & data.keys())
        return (
            isinstance(data, list)
            and bool(data)
            and all(isinstance(test, Mapping) and "vars" in test and "assert" in test for test in data)
        )

    def cases(self, source: Source) -> Iterator[Draft | Skipped]:
        """One draft for each test with an assertion on tools."""
        data = source.data
        root: tuple[str, ...] = () if isinstance(data, list) else ("tests",)
        shared = data if isinstance(data, Mapping) else {}
        for index, test in enumerate(data if isinstance(data, list) else data["tests"]):
            place: tuple[str | int, ...] = (*root, index)
            if not isinstance(test, Mapping):
                yield Skipped(source.at(*place), "is kept in another file; import that one")
                continue
            yield _case(test, shared, source, *place)


def _case(test: Mapping[str, Any], shared: Mapping[str, Any], source: Source, *place: str | int) -> Draft | Skipped:
    request = _request(test.get("vars") or {}, shared.get("prompts"))
    if not request:
        return Skipped(source.at(*place), "has no variable that could be the request")
    asserts = [item for item in source.listed(test.get("assert"), "assert", *place) if isinstance(item, Mapping)]
    wanted = [name for item in asserts for name in _tools(item, negative=False)]
    if not wanted:
        return Skipped(source.at(*place), "asserts nothing about which tool is called")
    right = tuple(dict.fromkeys(wanted))
    return Draft(
        request,
        right,
        source.at(*place),
        id=str(test.get("description") or ""),
        must_not=tuple(name for item in asserts for name in _tools(item, negative=True) if name not in right),
        category=str(source.mapped(test.get("metadata"), "metadata", *place).get("category") or ""),
        note="any of the tools may come first" if len(right) > 1 else "",
    )


def _request(variables: Json, prompts: Json) -> str:
    """The first prompt with the variables filled in, or the one variable that is the request."""
    if not isinstance(variables, Mapping):
        return ""
    texts = {str(name): value for name, value in variables.items() if isinstance(value, str | int | float)}
    prompt = prompts[0] if isinstance(prompts, list) and prompts else prompts
    plain = isinstance(prompt, str) and not prompt.startswith("file://") and "\n" not in prompt.strip()
    if plain and _VARIABLE.search(str(prompt)):
        return _VARIABLE.sub(lambda found: str(texts.get(found.group(1), found.group())), str(prompt)).strip()
    for name in _USUAL:
        if name in texts:
            return str(texts[name])
    return str(next(iter(texts.values()))) if len(texts) == 1 else ""


def _tools(item: Mapping[str, Any], *, negative: bool) -> Iterator[str]:
    kind = str(item.get("type") or "")
    if kind.startswith("not-") != negative:
        return
    kind, value = kind.removeprefix("not-"), item.get("value")
    if kind in _LISTS:
        for name in value if isinstance(value, list) else str(value or "").split(","):
            named = name.get("name") if isinstance(name, Mapping) else name
            if isinstance(named, str) and named.strip():
                yield named.strip()
    elif kind in ("javascript", "python") and isinstance(value, str):
        yield from _NAMED.findall(value)
