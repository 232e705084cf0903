"""Stretches that differ between two starts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool
from toolwatch.sources import volatile

CASES = {
    "time zone": ("Use 'Asia/Tokyo' as local zone.", ["Use 'Etc/UTC' as local zone."], ["Asia/Tokyo"]),
    "working folder": ("Files of /home/me/work only.", ["Files of /tmp/x1 only."], ["home/me/work"]),
    "set of two": ("Allowed: ls, cat\nTimeout", ["Allowed: cat, ls\nTimeout"], ["ls, cat"]),
    "set whose first item stayed": ("Allowed: a, b, c, d.", ["Allowed: a, c, b, d."], ["a, b, c, d"]),
    "comma without blanks": ("one of x,y,z here", ["one of z,y,x here"], ["x,y,z"]),
    "two places": ("from Rome to Rome today", ["from Oslo to Oslo today"], ["Rome", "Rome"]),
    "at the end": ("port 8080", ["port 9"], ["8080"]),
    "whole": ("alpha", ["beta"], ["alpha"]),
    "appears": ("pid: .", ["pid: 77."], [""]),
    "three starts": ("id 1 of a", ["id 2 of a", "id 1 of b"], ["1", "a"]),
    "a set beside a place": ("In /home/x. Of: b, a, c.", ["In /tmp/q9. Of: a, c, b."], ["home/x", "b, a, c"]),
    "nothing in common": ("a b c", ["x y"], ["a", "b c"]),
}


@pytest.mark.parametrize(("text", "samples", "stretches"), CASES.values(), ids=CASES)
def test_the_differing_stretches_are_found(text: str, samples: list[str], stretches: list[str]) -> None:
    assert [text[start:end] for start, end in volatile.spans_of(text, samples)] == stretches


@settings(deadline=None, derandomize=True, max_examples=150)
@given(
    st.text("ab ,.1", max_size=14),
    st.lists(st.text("ab ,.1", max_size=14), min_size=1, max_size=3),
)
def test_what_stands_around_the_stretches_fits_every_sample(text: str, samples: list[str]) -> None:
    differing = [sample for sample in samples if sample != text]
    if not differing:
        return
    spans = volatile.spans_of(text, differing)
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert sorted(spans) == spans
    pieces = []
    position = 0
    for start, end in spans:
        pieces.append(text[position:start])
        position = end
    pieces.append(text[position:])
    for sample in differing:
        place = 0
        assert sample.startswith(pieces[0])
        assert sample.endswith(pieces[-1])
        for piece in pieces:
            found = sample.find(piece, place)
            assert found >= 0
            place = found + len(piece)


def listing(zone: str, order: list[str]) -> Listing:
    schema = {"type": "object", "properties": {"a/b": {"description": f"in {zone}", "enum": order}}}
    return Listing("s", (Tool.of("now", "Say the time.", schema),), instructions=f"Zone {zone}")


def test_paths_and_shapes() -> None:
    first, second = listing("Rome", ["x", "y1"]), listing("Oslo/2", ["y1", "x"])
    assert [(one.path, one.start, one.end, one.shape) for one in volatile.compare(first, [second])] == [
        ("/instructions", 5, 9, ("aaaa", "aaaa/0")),
        ("/tools/now/inputSchema/properties/a~1b/description", 3, 7, ("aaaa", "aaaa/0")),
        ("/tools/now/inputSchema/properties/a~1b/enum/0", 0, 1, ("a", "a0")),
        ("/tools/now/inputSchema/properties/a~1b/enum/1", 0, 2, ("a0", "a")),
    ]


def test_equal_listings_have_none() -> None:
    assert volatile.compare(listing("Rome", ["x"]), [listing("Rome", ["x"])]) == ()


def test_other_structure_is_no_volatile_text() -> None:
    other = Listing("s", (Tool.of("then", "x"),), instructions=None)
    assert volatile.compare(listing("Rome", ["x"]), [other]) == ()
