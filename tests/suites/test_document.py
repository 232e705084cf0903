"""Strict YAML: every value has a place, and no word is read as something that its writer did not mean."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.errors import SuiteError
from toolwatch.suites.document import parse


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", None),
        ("a: 1\nb: [x, true, null, 1.5, -2e3]", {"a": 1, "b": ["x", True, None, 1.5, "-2e3"]}),
        ("a: 'no'\nb: \"1.0\"", {"a": "no", "b": "1.0"}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        ("a: |\n  two\n  lines\n", {"a": "two\nlines\n"}),
        ("a:\n", {"a": None}),
        ("a: 0.5", {"a": 0.5}),
    ],
)
def test_plain_values(text: str, data: object) -> None:
    assert parse(text, name="s.yaml").data == data


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a: no", "s.yaml:1:4", '`no` is read by YAML as a truth value; write "no"'),
        ("a:\n- x\n- yes", "s.yaml:3:3", "`yes`"),
        ("a: On", "s.yaml:1:4", "`On`"),
        ("a: 12:30", "s.yaml:1:4", "`12:30` is read by YAML as a number"),
        ("a: 010", "s.yaml:1:4", "`010` is read by YAML as a number"),
        ("a: 0x1F", "s.yaml:1:4", "`0x1F`"),
        ("a: 1_000", "s.yaml:1:4", "`1_000`"),
        ("a: .inf", "s.yaml:1:4", "`.inf`"),
        ("a: 2026-11-05", "s.yaml:1:4", "`2026-11-05` is read by YAML as a date"),
        ("on: x", "s.yaml:1:1", "the key `on` is read by YAML as a truth value"),
        ("1: x", "s.yaml:1:1", "the key `1`"),
        ("a: 1\nb: 2\na: 3", "s.yaml:3:1", "the key 'a' stands here twice"),
        ("b: &x {c: 1}\na:\n  <<: *x", "s.yaml:3:3", "merge keys"),
        ("[a]: 1", "s.yaml:1:1", "merge keys and keys that are no plain word"),
        ("a: !!python/object:os.system x", "s.yaml:1:4", "is not known here"),
        ("a: !!binary aGk=", "s.yaml:1:4", "is not known here"),
        ("a: !!set {x}", "s.yaml:1:4", "is not known here"),
        ("a: &x [*x]", "s.yaml:1:4", "contains itself"),
        ("a: [1", "s.yaml:", "is no YAML"),
        ("a: b: c", "s.yaml:1:5", "is no YAML"),
        ("a: 1\n--- \nb: 2", "s.yaml:2:1", "is no YAML"),
        ("a: \x07", "s.yaml", "U+0007"),
        ("a: *nobody", "s.yaml:1:4", "is no YAML"),
    ],
)
def test_what_is_refused_names_its_place(text: str, place: str, words: str) -> None:
    with pytest.raises(SuiteError) as caught:
        parse(text, name="s.yaml")
    assert str(caught.value).startswith(place)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nesting_and_aliases_are_bounded() -> None:
    with pytest.raises(SuiteError, match="nested too deeply"):
        parse("[" * 400 + "]" * 400, name="s.yaml")
    laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)
    )
    with pytest.raises(SuiteError, match="grows too large"):
        parse(laughs, name="s.yaml")


def test_a_place_that_is_missing_is_the_nearest_thing_around_it() -> None:
    read = parse("a:\n  - b: 1\n", name="s.yaml")
    assert str(read.position(("a", 0, "missing"))) == "s.yaml:2:5"
    assert str(read.position(("nothing",))) == "s.yaml:1:1"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
@settings(deadline=None, derandomize=True, max_examples=150)
def test_what_a_strict_dumper_writes_is_read_as_it_was(value: object) -> None:
    assert parse(yaml.safe_dump(value), name="s.yaml").data == value


@given(st.text(max_size=60))
@settings(deadline=None, derandomize=True, max_examples=200)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    said = ""
    try:
        parse(text, name="s.yaml")
    except SuiteError as error:
        said = str(error)
    assert said == "" or said.startswith("s.yaml")
    assert "\n" not in said
