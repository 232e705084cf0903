"""Every suite rule fires on its bad sample and on nothing honest; the example and the public sets are read."""

from dataclasses import replace
from pathlib import Path

import pytest

from toolwatch import suites
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool
from toolwatch.suites import lint

RULES = lint.rules()
BY_CODE = pytest.mark.parametrize("code", sorted(RULES))


def codes(view: lint.View) -> set[str]:
    return {finding.code for finding in lint.check(view)}


@BY_CODE
def test_a_rule_fires_on_bad_and_on_neither_good_nor_near_miss(code: str) -> None:
    rule = RULES[code]
    assert code in codes(rule.bad)
    assert code not in codes(rule.good)
    assert code not in codes(rule.near_miss)


@BY_CODE
def test_findings_say_where_and_what_to_do(code: str) -> None:
    finding = next(finding for finding in lint.check(RULES[code].bad) if finding.code == code)
    assert finding.position is not None
    assert finding.family == "suite"
    assert len(finding.fingerprint) == 16
    assert finding.message[0].islower() or finding.message[0].isdigit() or finding.name == "neighbours_without_boundary"
    assert not finding.message.endswith(".")


@BY_CODE
def test_a_manual_says_what_to_write_instead(code: str) -> None:
    assert len((RULES[code].__doc__ or "").split()) > 25


@pytest.mark.parametrize("field", ["request", "note", "category", "source"])
def test_personal_data_is_seen_in_every_text_of_a_case(field: str) -> None:
    good = RULES["TW608"].good
    case = replace(good.suite.cases[0], **{field: "mail bob@corp.io"})  # type: ignore[arg-type]  # texts alone
    assert "TW608" in codes(replace(good, suite=replace(good.suite, cases=(case,))))


def test_codes_and_names_can_be_ignored() -> None:
    bad = RULES["TW609"].bad
    assert "TW609" not in {finding.code for finding in lint.check(bad, ignore=["TW609"])}
    assert "TW609" not in {finding.code for finding in lint.check(bad, ignore=["no_abstention"])}


def test_the_example_is_clean(tmp_path: Path) -> None:
    import json

    folder = Path(__file__).parents[2] / "suites" / "helpdesk"
    tools = json.loads((folder / "tools.json").read_text(encoding="utf-8"))["tools"]
    suite = suites.read(folder / "suite.yaml")
    assert lint.check(lint.View(suite, Listing("helpdesk", tuple(map(Tool, tools))))) == ()


def test_without_a_listing_no_rule_guesses() -> None:
    for rule in RULES.values():
        blind = replace(rule.bad, listing=None)
        assert all(found.severity is not Severity.ERROR for found in lint.check(blind))


def test_findings_come_in_the_order_of_the_file() -> None:
    bad = RULES["TW608"].bad
    suite = replace(bad.suite, cases=bad.suite.cases * 1)
    findings = lint.check(replace(bad, suite=suite))
    assert list(findings) == sorted(findings, key=lambda one: (one.position is None, one.position, one.code))
