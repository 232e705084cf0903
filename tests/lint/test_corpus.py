"""The linter on what real servers say, and on the mutations."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from tests.lint.corpus import corpus, findings, listing
from toolwatch.lint import Options, Profile, check
from toolwatch.lint.catalogue import catalogue
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

pytestmark = pytest.mark.sample


@pytest.fixture(scope="module")
def latest(shared: Path) -> list[tuple[Listing, tuple[Finding, ...]]]:
    """The last version of each server, with what all rules say of it."""
    options = Options(profile=Profile.STRICT)
    return [(one, findings(one, options)) for one in corpus(shared / "data" / "corpus", latest=True)]


def test_schema_validity_has_no_error_on_schemas_that_work(latest: list[tuple[Listing, tuple[Finding, ...]]]) -> None:
    errors = [one for _, found in latest for one in found if one.family == "schema" and one.severity is Severity.ERROR]
    assert not errors


def test_what_fires_on_more_than_a_third_of_honest_tools_is_information_or_not_recommended(
    latest: list[tuple[Listing, tuple[Finding, ...]]],
) -> None:
    tools = sum(len(one.tools) for one, _ in latest)
    touched: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for one, found in latest:
        for finding in found:
            if finding.severity is not Severity.INFO and finding.index >= 0:
                touched[finding.code].add((one.server, finding.index))
    often = {code for code, places in touched.items() if len(places) > tools / 3}
    loud = {code for code in often if catalogue()[code].recommended and catalogue()[code].family != "clients"}
    assert not loud
    clients = {code for code in often if catalogue()[code].family == "clients"}
    asked = [findings(one, Options()) for one, _ in latest]
    assert not {one.code for found in asked for one in found} & clients


def test_broken_converters_are_found(shared: Path) -> None:
    """The installs in which every input schema lost its type and its properties."""
    variants = sorted((shared / "data" / "corpus" / "_variants").glob("*.npx-today.json"))
    assert variants
    for path in variants:
        one = listing(json.loads(path.read_text(encoding="utf-8")), path.stem)
        codes = {finding.code for finding in check(one) if finding.severity is Severity.ERROR}
        assert {"TW103", "TW107"} <= codes, path.name


@pytest.fixture(scope="module")
def after(shared: Path) -> tuple[Finding, ...]:
    """What the default profile says of the mutated list."""
    raw = json.loads((shared / "data" / "mutations" / "after.json").read_text(encoding="utf-8"))
    return check(Listing("after", tools=tuple(Tool(tool) for tool in raw["tools"])))


@pytest.mark.parametrize(
    ("tool", "code"),
    [
        ("read_note", "TW219"),
        ("summarize_doc", "TW220"),
        ("translate_text", "TW221"),
        ("get_weather", "TW203"),
        ("book_flight", "TW203"),
        ("send_email", "TW209"),
        ("ping_host", "TW1005"),
        ("get_us\u0435r", "TW226"),
        ("render_page", "TW210"),
        ("delete_record", "TW244"),
    ],
)
def test_every_attack_is_found_by_its_rule(tool: str, code: str, after: tuple[Finding, ...]) -> None:
    assert code in {finding.code for finding in after if finding.tool == tool}


def test_hidden_text_is_shown_decoded(after: tuple[Finding, ...]) -> None:
    (found,) = (finding for finding in after if finding.code == "TW220")
    assert "~/.ssh/id_rsa" in found.message
