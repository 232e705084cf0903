"""Every rule on its own samples and on everybody else's."""

import pytest

from tests.lint.samples import ALLOWED, RULES, codes_of
from toolwatch.lint.base import Rule

IDS = [f"{rule.code}-{rule.name}" for rule in RULES]


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_fires_on_its_bad(rule: type[Rule]) -> None:
    assert rule.code in codes_of(rule.bad, rule)


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_is_silent_on_its_good(rule: type[Rule]) -> None:
    assert rule.code not in codes_of(rule.good, rule)


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_is_silent_on_its_near_miss(rule: type[Rule]) -> None:
    assert rule.near_miss != rule.good
    assert rule.code not in codes_of(rule.near_miss, rule)


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_nobody_else_fires_on_its_good(rule: type[Rule]) -> None:
    others = codes_of(rule.good, *RULES) - {rule.code}
    assert others <= ALLOWED.get(rule.code, frozenset()), "a rule's good is good for all, or the exception is written"


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_has_a_manual(rule: type[Rule]) -> None:
    manual = rule.__doc__ or ""
    assert len(manual.split()) >= 20
    assert manual.count("Source:") == 1
