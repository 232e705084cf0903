import json
import math
import subprocess
import sys

import pytest
from hypothesis import given, settings

from tests.snapshot.json_values import reordered, values
from toolwatch.model.tool import Json
from toolwatch.snapshot.canonical import digest, encode

quick = settings(deadline=None, derandomize=True, max_examples=150, database=None)

SPELLINGS: dict[str, tuple[Json, str]] = {
    "keys by code point": ({"b": 1, "a": 2, "é": 3, "Z": 4}, '{"Z":4,"a":2,"b":1,"\\u00e9":3}'),
    "arrays keep their order": ([3, 1, 2], "[3,1,2]"),
    "whole float": (1.0, "1"),
    "exponent": (1e2, "100"),
    "minus zero": (-0.0, "0"),
    "fraction": (0.1, "0.1"),
    "small": (1e-7, "1e-07"),
    "large whole float": (1e22, "10000000000000000000000"),
    "beyond doubles": (2**53 + 1, "9007199254740993"),
    "int64 bound": (2**63 - 1, "9223372036854775807"),
    "true is not 1": ([True, 1, False, 0, None], "[true,1,false,0,null]"),
    "infinities": ([math.inf, -math.inf], "[Infinity,-Infinity]"),
    "nan": (math.nan, "NaN"),
    "lone surrogate": ("\ud800x", '"\\ud800x"'),
    "unjoined pair": ("\ud83d\ude00", '"\\ud83d\\ude00"'),
    "joined pair": ("😀", '"\\ud83d\\ude00"'),
    "control characters": ("\x00\x1f\x7f\n", '"\\u0000\\u001f\\u007f\\n"'),
    "number in a string": ('[1.0,"2.0"]', '"[1.0,\\"2.0\\"]"'),
    "empty": ({"a": {}, "b": [], "c": ""}, '{"a":{},"b":[],"c":""}'),
    "empty beside a float": ({"a": {}, "b": [], "c": 2.5}, '{"a":{},"b":[],"c":2.5}'),
    "tuple": ((1.0, (2,)), "[1,[2]]"),
}


@pytest.mark.parametrize(("value", "spelling"), SPELLINGS.values(), ids=SPELLINGS)
def test_spelling(value: Json, spelling: str) -> None:
    assert encode(value) == spelling


def test_an_integer_too_long_for_decimal_has_a_spelling() -> None:
    assert encode({"n": 10**5000}) == '{"n":' + hex(10**5000) + "}"


@pytest.mark.sample
@pytest.mark.parametrize("levels", [500, 5_000, 100_000])
def test_depth_is_no_obstacle(levels: int) -> None:
    value: Json = 1.0
    for _ in range(levels):
        value = {"a": [value]}
    assert encode(value) == '{"a":[' * levels + "1" + "]}" * levels
    while isinstance(value, dict):  # taken apart by hand: Python's own teardown would recurse
        value = value.pop("a").pop()


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError):
        encode({"a": {1, 2}})


@pytest.mark.sample
@quick
@given(values)
def test_key_order_does_not_count(value: Json) -> None:
    assert encode(reordered(value)) == encode(value)


@pytest.mark.sample
@quick
@given(values)
def test_the_spelling_says_all_of_the_value(value: Json) -> None:
    assert json.loads(encode(value)) == value


@quick
@given(values, values)
def test_equal_spellings_are_equal_values(one: Json, other: Json) -> None:
    assert (encode(one) == encode(other)) == (_typed(one) == _typed(other))


def _typed(value: Json) -> Json:
    """Python takes True for 1; JSON does not."""
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, dict):
        return {key: _typed(item) for key, item in value.items()}
    return [_typed(item) for item in value] if isinstance(value, list) else value


def test_a_digest_is_sha256_of_the_spelling() -> None:
    # sha256 of the two ASCII bytes {}
    assert digest({}) == "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


def test_hash_seed_and_locale_change_nothing() -> None:
    code = (
        "from toolwatch.snapshot.canonical import digest;"
        "print(digest({k: {'é': 1.50, 'a': [k]} for k in {'x', 'y', 'z', 'long'}}))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "LC_ALL": locale, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, locale in (("1", "C"), ("2", "C.UTF-8"))
    ]
    assert runs[0] == runs[1]
    assert runs[0].startswith("sha256:")
