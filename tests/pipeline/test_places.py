"""Words that name nothing, however long and odd they are."""

import pytest

from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.pipeline.lists.observe import observe
from toolwatch.pipeline.lists.places import find
from toolwatch.pipeline.lists.targets import parse

SETTINGS = Settings({"servers": {"shop": {"file": "tools.json"}, "odd": {"file": "x" * 5000}}})
LONG = {
    f"{kind}, {length}": word
    for length in (300, 4000, 5000, 150_000)
    for kind, word in {
        "name": "x" * length,
        "path": "x/" * (length // 2),
        "name at a ref": "x" * length + "@HEAD",
        "pointer": "x" * length + "#/a",
        "pattern": "x" * length + "*",
        "variant": "shop:" + "x" * length,
        "Python file": "x" * length + ".py",
        "scope": "@" + "x" * length,
    }.items()
} | {"zero byte": "a\0b", "zero byte at a ref": "a\0b@HEAD"}


@pytest.mark.parametrize("word", LONG.values(), ids=LONG)
def test_a_word_that_names_nothing_is_said_shortly(word: str) -> None:
    with pytest.raises((UsageError, ObservationError)) as caught:
        observe(parse(word), SETTINGS)
    text = str(caught.value)
    assert isinstance(caught.value, ObservationError) or len(text) < 400
    assert "\0" not in text


def test_a_configured_file_that_no_path_can_name() -> None:
    failure = observe(parse("odd"), SETTINGS).coverage.failure
    assert failure.endswith("file name too long")
    assert len(failure) < 400


@pytest.mark.parametrize("length", [300, 4000])
def test_code_that_no_path_can_name(length: int) -> None:
    assert find(parse("python:" + "x" * length + "@HEAD"), SETTINGS)


def test_an_address_may_be_long() -> None:
    assert find(parse("https://h/" + "x" * 5000), SETTINGS)
