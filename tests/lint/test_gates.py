"""The cheap gates before the rules: whatever a rule would find stands behind its gate."""

import importlib
from collections.abc import Iterator
from typing import Any

import pytest

from toolwatch.lint.base import NodeRule, TextRule, ToolRule
from toolwatch.lint.catalogue import catalogue
from toolwatch.lint.engine import gated
from toolwatch.lint.pieces import BEHIND
from toolwatch.lint.strings import Strings
from toolwatch.lint.view import ListingView, Role, Text
from toolwatch.lint.wording import WordingRule
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

RULES = [rule() for rule in catalogue().values()]
TEXT_RULES = [rule for rule in RULES if isinstance(rule, TextRule)]
TOOL_RULES = [rule for rule in RULES if isinstance(rule, ToolRule)]
DISGUISES = {"i": "\u0130\u0131", "s": "\u017f", "k": "\u212a"}
"""What ``re.IGNORECASE`` takes for a letter of ASCII."""


def samples() -> list[Tool]:
    """Every tool that a rule has as a sample."""
    return [
        tool
        for rule in RULES
        for sample in (rule.bad, rule.good, rule.near_miss)
        for listing in ([Listing("s", tools=(sample,))] if isinstance(sample, Tool) else [sample])
        if isinstance(listing, Listing)
        for tool in listing.tools
    ]


def texts() -> list[Text]:
    """All strings of the samples: as they are, in capitals, disguised, in the middle of long prose, and wrapped."""
    view = ListingView.of(Listing("s", tools=tuple(samples())))
    found = [text for one in view.tools for text in one.texts]
    around = "Return the state of the order, and nothing of its history. " * 12
    return [
        Text(text.path, spelt, text.role)
        for text in found
        for spelt in (
            text.text,
            text.text.upper(),
            "".join(DISGUISES.get(sign, sign)[-1] for sign in text.text),
            f"{around}{text.text} {around}",
            f"{text.text}\u2014{text.text}",
            *(text.text.replace(" ", white) for white in ("\r\n    ", "\u00a0", "\f")),
        )
    ] + [Text(text.path, text.text.replace(" ", "_"), Role.PROPERTY) for text in found]


TEXTS = texts()
STRINGS = Strings.of((0, text) for text in TEXTS)


@pytest.mark.parametrize("rule", TEXT_RULES, ids=lambda rule: rule.code)
def test_every_text_that_a_rule_fires_on_is_behind_its_gate(rule: TextRule) -> None:
    candidates = set(rule.candidates(STRINGS))
    fires = {
        number
        for number, group in enumerate(STRINGS.groups)
        if group.role in rule.roles and any(rule.check_text(group.places[0][1]))
    }
    assert fires, "no sample fires: the test would see nothing"
    lost = [STRINGS.groups[number].text for number in sorted(fires - candidates)]
    assert not lost


@pytest.mark.parametrize("rule", TOOL_RULES, ids=lambda rule: rule.code)
def test_every_tool_that_a_rule_fires_on_is_behind_its_gate(rule: ToolRule) -> None:
    view = ListingView.of(Listing("s", tools=tuple(samples())))
    fires = {one.index for one in view.tools if any(rule.check(one.tool, one))}
    assert fires, "no sample fires: the test would see nothing"
    lost = [view.tools[index].tool for index in sorted(fires - set(gated(view, rule)))]
    assert not lost


@pytest.mark.parametrize(
    "rule", [rule for rule in TOOL_RULES if isinstance(rule, NodeRule)], ids=lambda rule: rule.code
)
def test_every_node_that_a_rule_fires_on_is_suspected(rule: NodeRule) -> None:
    view = ListingView.of(Listing("s", tools=tuple(samples())))
    nodes = [(one, node) for one in view.tools for node in one.having(rule.keywords)]
    fires = [node.schema for one, node in nodes if any(rule.check_node(node, one))]
    assert fires, "no sample fires: the test would see nothing"
    assert all(rule.suspects(schema) for schema in fires)


@pytest.mark.parametrize(
    "rule", [rule for rule in TEXT_RULES if isinstance(rule, WordingRule) and rule.reach], ids=lambda rule: rule.code
)
def test_reach_is_what_the_pattern_spans_and_looks_at(rule: WordingRule) -> None:
    parser: Any = importlib.import_module("re._parser")
    tree = parser.parse(rule.pattern.pattern, rule.pattern.flags & ~parser.SRE_FLAG_UNICODE)
    assert tree.getwidth()[1] <= rule.reach, "a match may be longer"
    assert rule.pieces, "near what?"
    assert max((width for width in looked_at(tree)), default=0) <= BEHIND


def looked_at(items: object) -> Iterator[int]:
    """How far the assertions of a parsed pattern look."""
    for operation, value in items:  # type: ignore[attr-defined]
        name = str(operation)
        if name in ("ASSERT", "ASSERT_NOT"):
            yield value[1].getwidth()[1]
        for below in (value[3],) if name == "SUBPATTERN" else value[1] if name == "BRANCH" else ():
            yield from looked_at(below)
        if name.endswith("_REPEAT"):
            yield from looked_at(value[2])
