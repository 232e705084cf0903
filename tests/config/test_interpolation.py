"""References in configured values."""

import pytest

from toolwatch.config.interpolation import Expander, references
from toolwatch.errors import ObservationError

ENVIRONMENT = {"TOKEN": "canary-5", "EMPTY": "", "A_1": "x"}

EXPANDED = {
    "plain": ("text $TOKEN {TOKEN}", "text $TOKEN {TOKEN}"),
    "one": ("Bearer ${TOKEN}", "Bearer canary-5"),
    "two": ("${A_1}-${A_1}", "x-x"),
    "default not needed": ("${TOKEN:-d}", "canary-5"),
    "default for a missing one": ("${NOT_THERE:-a b}", "a b"),
    "default for an empty one": ("${EMPTY:-d}", "d"),
    "empty": ("[${EMPTY}]", "[]"),
    "empty default": ("[${NOT_THERE:-}]", "[]"),
    "escaped": ("$${TOKEN}", "${TOKEN}"),
}


@pytest.mark.parametrize(("text", "expanded"), EXPANDED.values(), ids=EXPANDED)
def test_references_are_expanded(text: str, expanded: str) -> None:
    assert Expander(ENVIRONMENT).text(text, "env.X") == expanded


REFUSED = {
    "missing": ("${NOT_THERE}", "env.X: the environment variable NOT_THERE is not set"),
    "other kind": ("${input:key}", "env.X: ${input:key} is no reference that toolwatch knows: write ${NAME}"),
    "no name": ("${}", "env.X: ${} is no reference that toolwatch knows: write ${NAME}"),
    "open": ("${TOKEN", "env.X: ${ is no reference that toolwatch knows: write ${NAME}"),
}


@pytest.mark.parametrize(("text", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_expanded_is_named(text: str, reason: str) -> None:
    with pytest.raises(ObservationError) as raised:
        Expander(ENVIRONMENT).text(text, "env.X")
    assert str(raised.value) == reason


def test_what_came_from_the_environment_is_a_secret_and_a_default_is_none() -> None:
    expander = Expander(ENVIRONMENT)
    expander.texts({"a": "${TOKEN}", "b": "${NOT_THERE:-public}"}, "env")
    assert [(one.name, one.value) for one in expander.secrets] == [("TOKEN", "canary-5")]


def test_names_of_references() -> None:
    assert list(references("${A}-$${B}-${C:-d}-${input:e}")) == ["A", "C"]
