"""How it is told which piece of an edit moved which cases."""

import json
from collections.abc import Iterator, Sequence

from toolwatch.model.hunk import Blamed, Hunk
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Json

MOST = 10
"""Unknown things that are told one by one."""


def render(
    blamed: Sequence[Blamed], format_name: str, *, asked: bool, changed: bool = True, blind: Sequence[str] = ()
) -> str:
    """As ``text`` or ``json``.

    Args:
        blamed: the moved cases with what moved them.
        format_name: which of the two.
        asked: whether any case was asked at all.
        changed: whether there was any edit.
        blind: what could not be seen or answered, so that a case may have moved all the same; said first.
    """
    if format_name == "json":
        return json.dumps(document(blamed, blind), indent=2) + "\n"
    return "\n".join((*_unknown(blind), *_text(blamed, asked=asked, changed=changed, blind=bool(blind)))) + "\n"


def document(blamed: Sequence[Blamed], blind: Sequence[str] = ()) -> dict[str, Json]:
    """As JSON: what is not known, then each case with its pieces."""
    return {"schema_version": 1, "unknown": list(blind), "blamed": [_case(one) for one in blamed]}


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


def _unknown(blind: Sequence[str]) -> Iterator[str]:
    yield from (one_line(f"not known: {text}") for text in blind[:MOST])
    if len(blind) > MOST:
        yield f"not known: {len(blind) - MOST} more"


def _text(blamed: Sequence[Blamed], *, asked: bool, changed: bool, blind: bool) -> Iterator[str]:
    if not blamed:
        if asked:
            yield "of the cases with a verdict none moved" if blind else "no case moved"
        else:
            yield "no case was asked" if changed else "nothing changed, so no case was asked"
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
