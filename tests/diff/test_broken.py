"""Schemas that are no schemas: nothing makes the comparison fall over, and nothing broken is called safe."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.diff.making import judged, snapshot, with_input, worst
from toolwatch.diff import compare
from toolwatch.diff.schema.vocabulary import ASSERTING, SILENT
from toolwatch.model.change import Compat, Side

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10**20),
    st.floats(),
    st.sampled_from(
        [
            "",
            "string",
            "object",
            "#",
            "#/properties/a",
            "#/$defs/A",
            "https://a.example/x",
            "^a",
            "(",
            "\ud800",
            "a~1b/%2F",
        ]
    ),
)
WORDS = st.sampled_from(sorted(ASSERTING | SILENT | {"a", "A", "~", "/", "x-unit"}))
BROKEN = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=4)),
    max_leaves=12,
)


@pytest.mark.sample
@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(BROKEN, BROKEN)
def test_nothing_makes_it_fall_over(before: Any, after: Any) -> None:
    said = [
        snapshot({"tools": [{"name": "t", "inputSchema": one, "outputSchema": two, "annotations": one, "icons": two}]})
        for one, two in ((before, after), (after, before))
    ]
    compare(*said)
    assert compare(said[0], said[0]) == ()


@pytest.mark.parametrize(
    "after",
    [
        {"type": "text"},
        {"type": 5},
        {"properties": None},
        {"properties": {"a": 5}},
        {"required": "a"},
        {"enum": "a"},
        {"minLength": -0.5},
        {"minimum": "1"},
        {"pattern": "("},
        {"items": [{"type": "string"}]},
        {"$ref": 5},
        {"$ref": "#/nowhere"},
        {"$ref": "https://a.example/schema.json"},
        {"allOf": {}},
        {"multipleOf": 0},
        {"$dynamicRef": "#a"},
        {"$schema": "https://a.example/mine", "type": "string"},
    ],
    ids=str,
)
def test_what_cannot_be_read_is_never_safe(after: Any) -> None:
    assert worst(judged({"title": "anything"}, after)).rank <= Compat.UNCLEAR.rank
    assert worst(judged(after, {"title": "anything"}, Side.OUTPUT)).rank <= Compat.UNCLEAR.rank


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    import urllib.request

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("something was fetched")

    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    before = {"type": "object", "properties": {"a": {"$ref": "https://a.example/schema.json"}, "b": {"type": "string"}}}
    after = {"type": "object", "properties": {"a": {"$ref": "https://a.example/schema.json"}, "b": {"type": "integer"}}}
    found = compare(with_input(before), with_input(after))
    assert [change.code for change in found] == ["TW307"]
