"""How it is told which piece of an edit moved which cases."""

import json
from collections.abc import Iterator, Sequence

from toolwatch.model.hunk import Blamed, Hunk
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Json


def render(blamed: Sequence[Blamed], format_name: str) -> str:
    """As ``text`` or ``json``."""
    if format_name == "json":
        return json.dumps(document(blamed), indent=2) + "\n"
    return "\n".join(_text(blamed)) + "\n"


def document(blamed: Sequence[Blamed]) -> dict[str, Json]:
    """As JSON: each case with its pieces."""
    return {"schema_version": 1, "blamed": [_case(one) for one in blamed]}


def grouped(blamed: Sequence[Blamed]) -> dict[tuple[Hunk, ...], list[Blamed]]:
    """Cases by the pieces that move them, in the order of the first case of each."""
    groups: dict[tuple[Hunk, ...], list[Blamed]] = {}
    for one in blamed:
        groups.setdefault(one.hunks, []).append(one)
    return groups


def _case(one: Blamed) -> dict[str, Json]:
    return {
        "server": one.server,
        "suite": one.suite,
        "id": one.case,
        "model": one.model,
        "status": one.status.value,
        "before": one.before,
        "after": one.after,
        "expected": one.expected,
        "hunks": [
            {"tool": hunk.tool, "path": hunk.path, "before": hunk.before, "after": hunk.after} for hunk in one.hunks
        ],
        "complete": one.complete,
        "needed": one.needed,
    }


def _text(blamed: Sequence[Blamed]) -> Iterator[str]:
    if not blamed:
        yield "no case moved"
    for number, (hunks, cases) in enumerate(grouped(blamed).items()):
        if number:
            yield ""
        yield from (line for hunk in hunks for line in _hunk(hunk))
        yield f"  moves {len(cases)} case{'s' if len(cases) > 1 else ''}:"
        yield from (line for one in cases for line in _moved(one))


def _hunk(hunk: Hunk) -> Iterator[str]:
    yield one_line(hunk.place.replace("\0", " #"))
    if hunk.before:
        yield f"  - {one_line(hunk.before.strip(), 300)}"
    if hunk.after:
        yield f"  + {one_line(hunk.after.strip(), 300)}"


def _moved(one: Blamed) -> Iterator[str]:
    places = f"{one_line(one.before)} -> {one_line(one.after)}, expected {one_line(one.expected)}"
    yield f"    {one.status.value} {one_line(one.suite)}/{one_line(one.case)}: {places} ({one_line(one.model)})"
    if not one.complete:
        yield "      not every smaller part could be tried: the budget was spent, or the model did not answer"
    if one.needed is False:
        yield "      the rest of the edit moves it too"
