"""A selection in words and as JSON: what would be run, in which order and why."""

from collections.abc import Mapping, Sequence
from typing import Any

from toolwatch.model.inert import one_line
from toolwatch.model.selection import Pick, Picked, Selection

_LONGEST = 400


def text(selections: Mapping[str, Selection]) -> str:
    """For people: the cases of each server in the order in which they would run, then what is left out."""
    return "\n".join(line for server, selection in selections.items() for line in _lines(server, selection)) + "\n"


def document(selections: Mapping[str, Selection]) -> dict[str, Any]:
    """For programs."""
    return {
        "schema_version": 1,
        "servers": [
            {
                "server": server,
                "total": selection.total,
                "unchanged": selection.unchanged,
                "share": round(selection.share, 4),
                "bound": None if selection.bound is None else round(selection.bound, 4),
                "confidence": selection.confidence,
                "picked": [_item(item) for item in selection.picked],
                "left_out": [_item(item) for item in selection.waiting],
            }
            for server, selection in selections.items()
        ],
    }


def standing(selection: Selection) -> str:
    """The share that is run and what is known of the rest, in a sentence."""
    if not selection.total:
        return "no suite has cases on this server"
    if selection.unchanged == selection.total:
        return f"every one of the {selection.total} cases is the very same question as before: none is rerun"
    run = f"{len(selection.picked)} of {selection.total} cases are run ({selection.share:.0%})"
    if selection.bound is None:
        return run
    left = len(selection.left_out)
    most = round(selection.bound * left)
    held = "" if selection.reach == 0 and not selection.sentinels else ", if no sentinel moves"
    return f"{run}; of the {left} others at most {most} can have moved{held} ({selection.confidence:.0%} confidence)"


def _lines(server: str, selection: Selection) -> Sequence[str]:
    lines = [f"{one_line(server)}: {standing(selection)}"]
    for item in sorted(selection.picked, key=lambda item: (item.pick is Pick.SENTINEL, item.place)):
        lines.append(f"  {item.pick.value:9} {item.suite}/{item.case}")
        lines += [f"            {one_line(reason, _LONGEST)}" for reason in item.reasons]
    if selection.waiting and selection.picked:
        named = ", ".join(f"{item.case}" for item in selection.waiting)
        lines.append(f"  left out, next first: {named}")
    return lines


def _item(item: Picked) -> dict[str, Any]:
    return {
        "suite": item.suite,
        "case": item.case,
        "pick": item.pick.value,
        "rank": item.rank,
        "reasons": list(item.reasons),
    }
