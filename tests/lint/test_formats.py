"""Every way to write a lint down: valid, complete, and inert whatever strangers wrote."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from toolwatch.lint import formats
from toolwatch.lint.catalogue import catalogue
from toolwatch.lint.manual import summary
from toolwatch.lint.result import Heard, Linted
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.listing import Coverage
from toolwatch.model.position import Position

HOSTILE = "a`b|c\n::error::x\r##[group]y\x1b[31m\u202eevil\u200b<script>]]>&\"'\ud800\ufffe%0A, @user"
FINDING = Finding(
    code="TW1014",
    name="type_unknown",
    family="schema",
    severity=Severity.ERROR,
    server="shop",
    tool="pack",
    path="/inputSchema/properties/a/type",
    message='type of "a" is "int"; write integer',
    position=Position("tools.json", 7, 11),
    fingerprint="0123456789abcdef",
    index=0,
)
SECURITY = replace(
    FINDING, code="TW219", name="zero_width_characters", family="security", severity=Severity.WARNING, position=None
)
INFO = replace(
    FINDING, code="TW264", name="generated_titles", family="budget", severity=Severity.INFO, tool="", path=""
)
EVIL = replace(
    FINDING, server=HOSTILE, tool=HOSTILE, path=f"/{HOSTILE}", message=HOSTILE, position=Position(HOSTILE, 1, 1)
)
BLIND = Heard("down", "down", coverage=Coverage(failure=f"does not answer {HOSTILE}"))
LINTED = Linted(
    (FINDING, SECURITY, INFO, EVIL),
    (Heard("shop", "tools.json", 3), Heard("quiet", "quiet", 2), BLIND),
    accepted=2,
    standing=5,
    excerpt=lambda at: f'"type": "int" {HOSTILE}' if at == Position("tools.json", 7, 11) else "",
)
EMPTY = Linted((), (Heard("quiet", "quiet", 2),))


@pytest.mark.parametrize("name", formats.names())
def test_same_input_same_text_and_a_newline_at_its_end(name: str) -> None:
    text = formats.render(LINTED, name)
    assert text == formats.render(LINTED, name)
    assert text.endswith("\n")


@pytest.mark.parametrize("name", formats.names())
def test_no_text_of_a_stranger_is_obeyed(name: str) -> None:
    text = formats.render(LINTED, name)
    text.encode("utf-8")
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\u200b" not in text
    assert "\r" not in text
    assert "##[" not in text
    if name != "github":
        assert not any(line.strip().startswith("::") for line in text.splitlines())


@pytest.mark.parametrize("name", formats.names())
def test_what_could_not_be_seen_is_said(name: str) -> None:
    assert "does not answer" in formats.render(LINTED, name)


@pytest.mark.parametrize("name", formats.names())
def test_nothing_found_is_written_too(name: str) -> None:
    formats.render(EMPTY, name)


def test_text_shows_place_code_and_excerpt() -> None:
    lines = formats.render(LINTED, "text").splitlines()
    at = lines.index(
        "tools.json:7:11: pack/inputSchema/properties/a/type: error TW1014 type_unknown: "
        'type of "a" is "int"; write integer'
    )
    assert lines[at + 1].startswith('    7 | "type": "int" a`b|c')
    assert lines[-1].startswith(
        "5 tools on 3 servers: 2 errors, 1 warning, 1 info; 2 suppressed; 5 in the baseline; 1 of 3"
    )


def test_json_leaves_out_what_says_nothing() -> None:
    first, second, *_ = json.loads(formats.render(LINTED, "json"))["findings"]
    assert first["position"] == {"file": "tools.json", "line": 7, "column": 11}
    assert "position" not in second
    assert "client" not in second
    assert json.loads(formats.render(EMPTY, "json")) == {"schema_version": 1, "findings": []}


def test_sarif_is_valid() -> None:
    model = pytest.importorskip("pydantic_sarif.model", reason="the SARIF model is not installed")
    for linted in (LINTED, EMPTY):
        document = json.loads(formats.render(linted, "sarif"))
        model.StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate(document)


def test_sarif_carries_every_rules_manual() -> None:
    findings = tuple(
        replace(FINDING, code=code, name=rule.name, family=rule.family) for code, rule in catalogue().items()
    )
    document = json.loads(formats.render(Linted(findings), "sarif"))
    rules = document["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted(catalogue())
    for rule in rules:
        assert summary(catalogue()[rule["id"]]) in rule["help"]["markdown"]
        assert "`" not in rule["shortDescription"]["text"]


def test_sarif_points_into_the_file_and_at_its_rule() -> None:
    run = json.loads(formats.render(LINTED, "sarif"))["runs"][0]
    result = next(one for one in run["results"] if one["locations"][0].get("physicalLocation"))
    place = result["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "tools.json"}, "region": {"startLine": 7, "startColumn": 11}}
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert run["invocations"][0]["executionSuccessful"] is False


def test_junit_counts_and_parses() -> None:
    root = ElementTree.fromstring(formats.render(LINTED, "junit"))
    suites = {suite.get("name"): suite for suite in root}
    assert (suites["shop"].get("tests"), suites["shop"].get("failures")) == ("3", "2")
    assert suites["down"].get("errors") == "1"
    assert suites["quiet"].get("failures") == "0"
    for suite in suites.values():
        assert len(suite.findall("testcase")) == int(suite.get("tests") or 0)


def test_github_escapes_and_counts() -> None:
    many = Linted((*(replace(FINDING, path=f"/{number}") for number in range(25)), EVIL))
    lines = formats.render(many, "github").splitlines()
    assert len(lines) == 10
    assert lines[0].startswith("::error file=tools.json,line=7,col=11,title=TW1014 type_unknown::")
    assert lines[-1].startswith("::error title=toolwatch::17 more")
    (evil,) = formats.render(Linted((EVIL,)), "github").splitlines()
    assert evil.startswith("::error file=")
    assert "%3A%3Aerror%3A%3Ax" in evil.split("title=")[0]


def test_markdown_is_a_table_that_no_text_leaves() -> None:
    markdown_it = pytest.importorskip("markdown_it", reason="no Markdown reader is installed")
    text = formats.render(LINTED, "markdown")
    html = markdown_it.MarkdownIt("commonmark").enable("table").render(text)
    assert html.count("<tr>") == 5
    assert "<script>" not in html
    rows = [line for line in text.splitlines() if line.startswith("| ") and "`" in line]
    assert len(rows) == 4
