"""Judging regular expressions without running them."""

import pytest

from toolwatch.lint.patterns import backtracks, why_invalid


@pytest.mark.parametrize(
    "pattern",
    ["^[0-9", "(a", "a)", "*a", "(?P<x>a)", r"\Aa\Z", "(?i)a", "a{2,1}", "[z-a]", "a**", "(?<a", "a++"],
)
def test_invalid(pattern: str) -> None:
    assert why_invalid(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "", ".*", "^[0-9]+$", r"^\p{L}+\/$", r"(?<first>a)\k<first>", r"\u{1F600}", r"[^]", "[]", r"\cJ", r"(?<=a+)b",
        r"^(?:[a-z]+\.)+[a-z]{2,}$", r"\-\_\@", "[[a]", "x{,3}", "(?=a)(?!b)", "a{2}?",
    ],
)  # fmt: skip
def test_valid(pattern: str) -> None:
    assert not why_invalid(pattern)


@pytest.mark.parametrize(
    "pattern", ["^(a+)+$", r"^(\w+\s?)+$", "^(a|a)*$", r"^([\w-]*)*$", r"^(\d|\w)+!", "^((ab?)*)*c", "^(.*)*x"]
)
def test_exponential(pattern: str) -> None:
    assert backtracks(pattern)


@pytest.mark.parametrize(
    "pattern", ["^a+$", r"^([a-z]+\.)+[a-z]+$", "^(a|b)*$", "(a+)+", "^[a-z]*[0-9]*$", "", r"^(\d{3})+$", "^(ab)*c"]
)
def test_linear(pattern: str) -> None:
    assert not backtracks(pattern)


@pytest.mark.parametrize("pattern", ["(" * 3000, "(a" * 500 + ")" * 500, "a{99999999999}", "[" * 3999, "\\" * 3999])
def test_hostile_patterns_end(pattern: str) -> None:
    why_invalid(pattern)
    backtracks(pattern)
