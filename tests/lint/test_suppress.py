"""Suppressions, baselines, severities, selections, per-tool settings."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import ClassVar

import pytest

from toolwatch.errors import UsageError
from toolwatch.lint import Options, Profile, ToolOptions, baseline, check, check_settings
from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.catalogue import catalogue, chosen, find
from toolwatch.lint.options import Suppression
from toolwatch.lint.suppress import suppress
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

LISTING = Listing(
    "shop",
    tools=(
        Tool.of("pack", "Pack.", {"type": "object", "properties": {"a": {"type": "int"}}}),
        Tool.of("send", "Send.", {"type": "object", "properties": {"a": {"type": "int"}}}),
    ),
)
TODAY = date(2026, 6, 1)


def _codes(options: Options) -> list[tuple[str, str]]:
    return [(one.tool, one.code) for one in check(LISTING, options=options) if one.code == "TW1014"]


def _found() -> tuple[Finding, ...]:
    return check(LISTING, options=Options(select=("TW1014",), profile=Profile.MINIMAL))


def test_both_are_found() -> None:
    assert _codes(Options()) == [("pack", "TW1014"), ("send", "TW1014")]


@pytest.mark.parametrize("word", ["TW1014", "type_unknown", "type-unknown", "schema", "TW10"])
def test_ignore_by_code_name_family_or_prefix(word: str) -> None:
    assert not _codes(Options(ignore=(word,)))


def test_a_code_is_no_prefix_of_a_longer_one() -> None:
    assert [rule.code for rule in find("TW100")] == ["TW100"]


@pytest.mark.parametrize(
    "options", [Options(ignore=("TW9",)), Options(select=("nope",)), Options(severity={"x": Severity.INFO})]
)
def test_an_unknown_rule_is_a_usage_error(options: Options) -> None:
    with pytest.raises(UsageError, match="toolwatch rules"):
        chosen(options)


def test_severity_is_overridden_and_the_more_exact_name_wins() -> None:
    options = Options(severity={"schema": Severity.INFO, "TW1014": Severity.WARNING, "type_unknown": Severity.ERROR})
    assert {one.severity for one in check(LISTING, options=options) if one.code == "TW1014"} == {Severity.WARNING}


def test_settings_of_one_tool() -> None:
    options = Options(
        tools=(ToolOptions("pa*", ignore=("TW1014",)), ToolOptions("send", severity={"TW1014": Severity.INFO}))
    )
    found = [one for one in check(LISTING, options=options) if one.code == "TW1014"]
    assert [(one.tool, one.severity) for one in found] == [("send", Severity.INFO)]


def test_a_rule_takes_its_settings() -> None:
    long = Listing("shop", tools=(Tool.of("pack", "Pack. " * 30),))
    assert not [one for one in check(long) if one.code == "TW255"]
    assert [one for one in check(long, options=Options(settings={"tool-tokens": {"most": 10}})) if one.code == "TW255"]


def test_a_setting_that_a_rule_does_not_have_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match=r"TW255.*'least'.*most"):
        chosen(Options(settings={"TW255": {"least": 1}}))


SETTINGS = [
    (code, name, value) for code, rule in sorted(catalogue().items()) for name, value in sorted(rule.settings().items())
]


@pytest.mark.parametrize(("code", "name", "value"), SETTINGS, ids=lambda one: str(one)[:20])
def test_a_setting_takes_what_its_own_value_is_and_nothing_else(code: str, name: str, value: object) -> None:
    same = list(value) if isinstance(value, tuple) else value
    (made,) = (
        one for one in chosen(Options(profile=Profile.STRICT, settings={code: {name: same}})) if one.code == code
    )
    assert getattr(made, name) == value
    for wrong in ("many", None, True, {"a": 1}, [1], float if isinstance(value, int) else 1j):
        with pytest.raises(UsageError, match=rf"{code} .*{name} must be a "):
            chosen(Options(profile=Profile.STRICT, settings={code: {name: wrong}}))


@pytest.mark.parametrize(
    ("profile", "has", "lacks"),
    [
        (Profile.MINIMAL, "TW1014", "TW162"),
        (Profile.RECOMMENDED, "TW162", "TW129"),
        (Profile.STRICT, "TW129", ""),
        (Profile.SECURITY, "TW219", "TW1014"),
    ],
)
def test_profiles(profile: Profile, has: str, lacks: str) -> None:
    codes = {rule.code for rule in chosen(Options(profile=profile))}
    assert has in codes
    assert lacks not in codes


@pytest.mark.parametrize(
    ("suppression", "kept"),
    [
        (Suppression("TW1014", "known for long"), []),
        (Suppression("schema", "known for long", tool="pack"), ["send"]),
        (Suppression("TW1014", "known for long", path="/inputSchema/properties/*"), []),
        (Suppression("TW1014", "known for long", server="other"), ["pack", "send"]),
        (Suppression("TW1014", "known for long", expires=date(2026, 5, 31)), ["pack", "send"]),
        (Suppression("TW1014", "known for long", expires=TODAY), []),
    ],
)
def test_suppressions(suppression: Suppression, kept: list[str]) -> None:
    assert [one.tool for one in suppress(_found(), (suppression,), TODAY).kept] == kept


def test_stale_suppressions_are_findings() -> None:
    stale = (
        Suppression("TW1014", "known for long", tool="pack", expires=date(2026, 5, 31)),
        Suppression("TW1014", "known for long", tool="gone"),
    )
    parted = suppress(_found(), stale, TODAY)
    assert [one.code for one in check_settings(parted, options=Options())] == ["TW1090", "TW1091"]


def test_a_baseline_holds_what_stood_and_lets_new_ones_through(tmp_path: Path) -> None:
    found = _found()
    path = tmp_path / "baseline.json"
    path.write_text(baseline.dumps(found[:1]), encoding="utf-8")
    assert baseline.read(path) == {found[0].fingerprint}
    assert found[1].fingerprint not in baseline.read(path)


def test_a_baseline_is_the_same_whatever_the_order() -> None:
    found = _found()
    assert baseline.dumps(found) == baseline.dumps(found[::-1]) == baseline.dumps((*found, *found))


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"findings": [1]}', '{"findings": [{"fingerprint": 1}]}', "[" * 99999]
)
def test_a_broken_baseline_is_a_usage_error(content: str, tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match=r"baseline\.json"):
        baseline.read(path)


def test_a_fingerprint_moves_with_what_is_wrong_and_not_with_what_stands_beside_it() -> None:
    first, other = _found()
    assert first.fingerprint != other.fingerprint
    longer = Listing("shop", tools=(Tool.of("new", "New."), *LISTING.tools))
    again = [one for one in check(longer) if one.code == "TW1014"]
    assert [one.fingerprint for one in again] == [first.fingerprint, other.fingerprint]


def test_what_a_class_body_annotates_for_the_class_is_no_setting() -> None:
    class Loud(ToolRule):
        cues: ClassVar[frozenset[str]] = frozenset({"a"})
        most: int = 3
        later: int

        def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
            yield from ()

    assert Loud.settings() == {"most": 3}
    assert Loud(most=4).most == 4
