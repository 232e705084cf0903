"""``toolwatch rules`` over the rules of every room."""

import json
from collections import Counter

import pytest

from toolwatch.cli.main import run
from toolwatch.diff.engine import rules as compat_rules
from toolwatch.lint.catalogue import catalogue
from toolwatch.pipeline.rules import rules
from toolwatch.suites.lint import rules as suite_rules


def test_every_rule_is_listed_once_and_explains_itself() -> None:
    entries = rules()
    codes = Counter(entry.code for entry in entries)
    assert set(codes.values()) == {1}
    assert codes.keys() == {*catalogue(), *compat_rules(), *suite_rules()}
    assert all(entry.summary and entry.manual.startswith(entry.summary) for entry in entries)
    assert all(entry.severity for entry in entries)
    assert all(entry.before and entry.after for entry in entries if entry.family == "compat")


def test_there_are_as_many_rules_as_promised() -> None:
    families = Counter(entry.family for entry in rules() if entry.family not in ("compat", "suite"))
    assert sum(families.values()) >= 110
    assert families.keys() >= {
        "schema", "description", "naming", "ambiguity", "security", "annotations", "budget", "clients",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["TW364", "description_changed", "tw364"])
def test_one_compat_rule(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", text]) == 0
    out = capsys.readouterr().out
    assert out.startswith("TW364 description_changed")
    assert "Before:" in out
    assert "After:" in out


@pytest.mark.parametrize(("text", "least"), [("TW3", 40), ("compat", 40), ("suite", 10), ("security", 20), ("TW60", 5)])
def test_prefixes_and_families(text: str, least: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", text, "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) >= least
