"""Whatever is done to a file of ours, reading it gives a value or one line: never another error."""

import contextlib
import json
from datetime import date
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.snapshot.json_values import values
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.approval import Approval
from toolwatch.model.listing import Coverage, InvalidEntry, Listing, Surface, SurfaceCoverage
from toolwatch.model.snapshot import Volatile
from toolwatch.model.tool import Json, Tool
from toolwatch.snapshot import approvals, store, take, tombstones

quick = settings(deadline=None, derandomize=True, max_examples=80, database=None)

COVERAGE = Coverage((SurfaceCoverage(Surface.TOOLS, True, True),), (InvalidEntry(Surface.TOOLS, 0, "no name", 1),))
TOOLS = (Tool.of("a", "A thing."), Tool.of("b", "B.", annotations={"title": "B"}))
BEFORE = take(Listing("s", tools=(*TOOLS, Tool.of("c"))), volatile=(Volatile("/tools/a/description", 0, 1, ("", "")),))
SNAPSHOT = json.loads(store.dumps(tombstones.bury(BEFORE, take(Listing("s", tools=TOOLS), baseline=BEFORE))))
SNAPSHOT["coverage"] = json.loads(store.dumps(take(Listing("s", coverage=COVERAGE))))["coverage"]
LINE = json.loads(approvals.dumps([Approval("f", by="b", on=date(2026, 1, 1), reason="r", expires=date(2027, 1, 1))]))


def places(value: Json, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in places(item, (*path, key)))]


def damaged(value: Json, path: tuple[str | int, ...], by: Json) -> Json:
    if not path:
        return by
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = damaged(value[path[0]], path[1:], by)
    return copy


@quick
@given(st.sampled_from(places(SNAPSHOT)), values)
def test_a_snapshot_with_any_value_anywhere(path: tuple[str | int, ...], value: Json) -> None:
    text = json.dumps(damaged(SNAPSHOT, path, value))
    said = _trouble(text)
    if not said:
        snapshot = store.loads(text, where="s.json")
        assert store.loads(store.dumps(snapshot), where="again") == snapshot
    assert said == "" or said.startswith("s.json: ")
    assert "\n" not in said


def _trouble(text: str) -> str:
    try:
        store.loads(text, where="s.json")
    except ObservationError as error:
        return str(error)
    return ""


@quick
@given(st.integers(0, 4000), st.text(max_size=3))
def test_a_snapshot_cut_and_mended_anywhere(at: int, by: str) -> None:
    text = store.dumps(store.loads(json.dumps(SNAPSHOT), where="s"))
    with contextlib.suppress(ObservationError):
        store.loads(text[:at] + by + text[at + 1 :], where="s.json")


@quick
@given(st.sampled_from(places(LINE)), values)
def test_an_approval_with_any_value_anywhere(path: tuple[str | int, ...], value: Json) -> None:
    with contextlib.suppress(UsageError):
        for approval in approvals.loads(json.dumps(damaged(LINE, path, value)), where="a"):
            assert approvals.loads(approvals.dumps([approval]), where="b") == (approval,)
