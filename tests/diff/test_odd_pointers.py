"""Steps of a pointer that look like numbers and are none, or are too long for one: a lookup that finds nothing."""

import pytest

from toolwatch.diff.schema.documents import NOWHERE, value_at
from toolwatch.errors import ObservationError
from toolwatch.lint.domain import domain
from toolwatch.lint.schema import resolve
from toolwatch.sources.documents import at
from toolwatch.suites.redaction import found

STEPS = ["\u00b2", "\u2460", "-1", "1.5", "9" * 5_000, "0" * 5_000, "", "x", "10"]
LIST = {"anyOf": [{"type": "string"}, {"type": "null"}]}


@pytest.mark.parametrize("step", STEPS)
def test_no_lookup_trips_over_a_step(step: str) -> None:
    assert value_at(LIST, f"/anyOf/{step}") is NOWHERE
    assert not domain({"$ref": f"#/anyOf/{step}"}, LIST).types
    assert resolve(LIST, f"#/anyOf/{step}")[0] is False
    with pytest.raises(ObservationError):
        at(LIST, f"/anyOf/{step}", "here")


@pytest.mark.parametrize(
    "text", ["4111 1111 1111 111\u00b2", "GB82 WEST 1234 5698 7654 3\u00b2", "+49 170 123456\u00b2"]
)
def test_no_number_trips_over_a_sign(text: str) -> None:
    assert not [kind for _, kind in found(text) if kind == "card"]


def test_other_digits_are_digits() -> None:
    assert value_at(LIST, "/anyOf/\u0661") == {"type": "null"}
