"""Every rule on its own example, on its case file, and on a near miss."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.diff.making import judged, snapshot
from tests.diff.proofs import holds, is_message, unaccounted
from toolwatch.diff import compare
from toolwatch.diff.base import CompatRule, Rule
from toolwatch.diff.engine import rules
from toolwatch.model.change import Change, Compat, Side

CASES = {path.stem: path for path in sorted((Path(__file__).parent / "cases").glob("*.json"))}
RULES = {rule.name(): rule for rule in rules().values()}
NEEDS_PROOF = {"pattern_changed"}
"""Rules that are unclear by themselves and breaking with a witness, which their example has."""


def read(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(CASES[name].read_text())
    return loaded


def test_every_rule_has_a_case_and_every_case_a_rule() -> None:
    assert CASES.keys() == RULES.keys()
    assert all(read(name)["code"] == rule.code for name, rule in RULES.items())


@pytest.mark.parametrize("name", RULES)
def test_a_rules_file_is_called_as_it_is(name: str) -> None:
    assert RULES[name].__module__.rsplit(".", 1)[-1] == name


@pytest.mark.parametrize("name", [name for name, rule in RULES.items() if issubclass(rule, CompatRule)])
@pytest.mark.parametrize("side", [Side.INPUT, Side.OUTPUT])
def test_a_schema_rules_example_shows_it_with_the_verdict_it_declares(name: str, side: Side) -> None:
    rule = RULES[name]
    assert issubclass(rule, CompatRule)
    found = [compat for one, _, compat, _ in judged(rule.before, rule.after, side) if one.code == rule.code]
    declared = rule.on_input if side is Side.INPUT else rule.on_output
    assert set(found) == {Compat.BREAKING if name in NEEDS_PROOF else declared}


@pytest.mark.parametrize("name", [name for name, rule in RULES.items() if not issubclass(rule, CompatRule)])
def test_a_lists_or_tools_rules_example_shows_it(name: str) -> None:
    rule = RULES[name]
    found = compare(*(snapshot(_listing(said)) for said in (rule.before, rule.after)))
    assert rule.code in {change.code for change in found}


def _listing(said: dict[str, Any]) -> dict[str, Any]:
    return said if "tools" in said else {"tools": [said]}


def _examples(name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """A rule's own example and its case file as pairs of lists; a schema stands on either side of a tool."""
    rule, case = RULES[name], read(name)
    pairs = [(rule.before, rule.after), *([(one["before"], one["after"])] if (one := case.get("listing")) else [])]
    pairs += [(one["before"], one["after"])] if (one := case.get("schema")) else []
    for before, after in pairs:
        if issubclass(rule, CompatRule) and "tools" not in before:
            for field in ("inputSchema", "outputSchema"):
                yield _with(field, before), _with(field, after)
        else:
            yield _listing(before), _listing(after)


def _with(field: str, schema: Any) -> dict[str, Any]:
    return {"tools": [{"name": "t", "inputSchema": {"type": "object"}, field: schema}]}


def _breaks(name: str) -> list[Change]:
    found = [(change, *pair) for pair in _examples(name) for change in compare(snapshot(pair[0]), snapshot(pair[1]))]
    assert all(holds(*one) for one in found if is_message(one[0].witness))
    return [change for change, *_ in found if change.compat is Compat.BREAKING]


@pytest.mark.parametrize("name", RULES)
def test_a_break_in_an_example_has_a_witness_or_a_reason_why_it_has_none(name: str) -> None:
    assert [change.message for change in _breaks(name) if unaccounted(change)] == []


def test_every_rule_that_may_break_does_so_in_its_examples() -> None:
    may = {name for name, rule in RULES.items() if Compat.BREAKING in _verdicts(rule)}
    shown = {change.name for name in RULES for change in _breaks(name) if change.name == name}
    assert len(may) > 30
    assert shown >= may | NEEDS_PROOF | {"prompt_argument_changed"}


def _verdicts(rule: type[Rule]) -> set[Compat]:
    return {getattr(rule, verdict, Compat.NONE) for verdict in ("on_input", "on_output", "compat")}


@pytest.mark.parametrize("name", [name for name in CASES if "schema" in read(name)])
@pytest.mark.parametrize("side", [Side.INPUT, Side.OUTPUT])
def test_schema_case(name: str, side: Side) -> None:
    case = read(name)
    found = judged(case["schema"]["before"], case["schema"]["after"], side)
    assert sorted([rule.code, compat.value] for rule, _, compat, _ in found) == case[side.value]


@pytest.mark.parametrize("name", [name for name in CASES if "listing" in read(name)])
def test_listing_case(name: str) -> None:
    case = read(name)
    found = compare(snapshot(case["listing"]["before"]), snapshot(case["listing"]["after"]))
    told = [[one.tool, one.code, one.compat.value, one.seen_by_model.value] for one in found]
    assert sorted(told) == sorted(case["changes"])


@pytest.mark.parametrize("name", CASES)
def test_near_miss(name: str) -> None:
    case = read(name)
    before, after = case["near_miss"]["before"], case["near_miss"]["after"]
    if "schema" in case:
        codes = {rule.code for side in (Side.INPUT, Side.OUTPUT) for rule, *_ in judged(before, after, side)}
    else:
        codes = {change.code for change in compare(snapshot(before), snapshot(after))}
    assert case["code"] not in codes


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_has_a_manual_and_a_code_of_this_room(rule: type[Rule]) -> None:
    assert rule.code.startswith("TW3")
    assert len((rule.__doc__ or "").split()) >= 8


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_noise_is_never_more_than_recorded(rule: type[Rule]) -> None:
    if rule.noise and issubclass(rule, CompatRule):
        assert (rule.on_input, rule.on_output) == (Compat.NONE, Compat.NONE)
