"""The JSON contract: what stands in it, that the schema describes it, and that a stored run reads back whole."""

import json
from dataclasses import replace

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.report import hostile
from tests.report.cases import OUTCOMES
from tests.report.everything import EVERYTHING, REPORTS
from tests.report.lists import change, snapshot
from toolwatch import report
from toolwatch.errors import UsageError
from toolwatch.model.consumer import Consumers
from toolwatch.model.inert import mended
from toolwatch.model.listing import Coverage
from toolwatch.model.position import Position
from toolwatch.model.report import Compared, Report
from toolwatch.model.trial import Choice
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict

CHANGE_KEYS = ["server", "tool", "path", "code", "name", "compat", "seen_by_model", "side", "before", "after"]
CHANGE_KEYS += ["message", "fingerprint"]
FINDING_KEYS = ["code", "name", "family", "severity", "server", "tool", "path", "message"]
CASE_KEYS = ["id", "suite", "pair", "request", "expected", "before", "after", "status", "reasons", "cost"]


@pytest.mark.parametrize("part", list(report.Part))
@pytest.mark.parametrize("name", REPORTS)
def test_documents_are_as_published(name: str, part: report.Part) -> None:
    published = report.schema(part)
    jsonschema.Draft202012Validator.check_schema(published)
    jsonschema.Draft202012Validator(published).validate(report.document(REPORTS[name], part=part))


def test_first_release_keys_are_always_there() -> None:
    written = report.document(EVERYTHING)
    assert written["schema_version"] == 1
    assert set(CHANGE_KEYS) <= set.intersection(*(set(one) for one in written["changes"]))
    assert set(FINDING_KEYS) <= set.intersection(*(set(one) for one in written["findings"]))
    assert set(CASE_KEYS) <= set.intersection(*(set(one) for one in written["cases"]))
    seen = replace(EVERYTHING, servers=EVERYTHING.servers[:1], tokens={}, consumers=Consumers())
    assert list(report.document(seen, part="diff")) == ["schema_version", "changes"]
    assert list(report.document(seen, part="lint")) == ["schema_version", "findings"]
    assert {"status", "reasons"} <= set(written["verdict"])


@pytest.mark.parametrize(
    ("decision", "status"),
    [(Decision.PASS, "pass"), (Decision.REVIEW, "fail"), (Decision.FAIL, "fail"), (Decision.UNKNOWN, "unknown")],
)
def test_a_review_that_is_due_is_no_pass(decision: Decision, status: str) -> None:
    verdict = report.document(Report(Verdict(decision)))["verdict"]
    assert (verdict["status"], verdict["decision"]) == (status, decision.value)


@pytest.mark.parametrize("part", ["diff", "lint"])
def test_what_was_not_seen_whole_stands_in_every_document(part: str) -> None:
    (failed,) = report.document(REPORTS["blind"], part=part)["unseen"]
    assert failed == {
        "server": "helpdesk",
        "completeness": "failed",
        "reasons": ["exited with status 1"],
        "edition": "after",
    }
    (partial,) = report.document(EVERYTHING, part=part)["unseen"]
    assert (partial["server"], partial["completeness"], len(partial["reasons"])) == ("billing", "partial", 2)
    assert "unseen" not in report.document(REPORTS["quiet"], part=part)


@pytest.mark.parametrize("format_name", ["text", "markdown", "json"])
@pytest.mark.parametrize("name", ["blind", "everything"])
def test_a_diff_that_is_blind_never_says_that_nothing_changed(format_name: str, name: str) -> None:
    text = report.render(replace(REPORTS[name], changes=()), format_name, part="diff")
    assert "no change" not in text.lower()
    assert "exited with status 1" in text or "page 3 was refused" in text


def test_an_answer_from_the_store_is_the_same_bytes() -> None:
    """The store keeps no order of keys."""
    first, *rest = OUTCOMES[0].trials
    said = Choice("a", {"z": 1, "a": {"y": [{"d": 1, "c": 2}], "b": None}}, probabilities={"b": 0.75, "a": 0.25})
    kept = Choice("a", {"a": {"b": None, "y": [{"c": 2, "d": 1}]}, "z": 1}, probabilities={"a": 0.25, "b": 0.75})
    fresh, stored = (
        replace(EVERYTHING, outcomes=(replace(OUTCOMES[0], trials=(replace(first, choice=choice), *rest)),))
        for choice in (said, kept)
    )
    assert report.render(fresh, "json") == report.render(stored, "json")


def test_times_are_left_out() -> None:
    assert "seconds" not in json.dumps(report.document(EVERYTHING))


@pytest.mark.parametrize("format_name", report.known_formats())
@pytest.mark.parametrize("name", REPORTS)
def test_a_stored_run_gives_every_format_again(name: str, format_name: str) -> None:
    again = report.loads(report.render(REPORTS[name], "json"), where="run.json")
    assert report.render(again, format_name) == report.render(REPORTS[name], format_name)


@pytest.mark.sample
@pytest.mark.parametrize("format_name", report.known_formats())
def test_a_stored_run_full_of_strangers_texts_gives_every_format_again(format_name: str) -> None:
    texts = hostile.strings(10**6)
    for _ in range(12):
        found = hostile.report(lambda: mended(next(texts)))
        run = replace(found, servers=tuple(_under_one_name(one) for one in found.servers))
        again = report.loads(report.render(run, "json"), where="run.json")
        assert report.render(again, format_name) == report.render(run, format_name)


@pytest.mark.parametrize("format_name", report.known_formats())
def test_halves_of_characters_are_spelt_alike_before_and_after_a_run_is_stored(format_name: str) -> None:
    """In what people wrote and servers said; a name that begins with one may stand elsewhere."""
    half = "a \ud800 b \udfff"
    run = replace(
        EVERYTHING,
        verdict=Verdict(Decision.UNKNOWN, (Reason(half, True, Blame.MODELS),)),
        changes=(change(message=half, before=half, after=[half, {half: half}]),),
        findings=(replace(EVERYTHING.findings[0], message=half, position=Position(f"{half}.json", 1)),),
        outcomes=(replace(OUTCOMES[0], request=half, cost_reason=half, reasons=(half,)),),
        servers=(Compared(snapshot(), snapshot(coverage=Coverage(failure=half))),),
    )
    again = report.loads(report.render(run, "json"), where="run.json")
    assert report.render(again, format_name) == report.render(run, format_name)


def _under_one_name(compared: Compared) -> Compared:
    """Both lists of a comparison go by the server's name, whatever they say of themselves."""
    if compared.before is None:
        return compared
    listing = replace(compared.before.listing, server=compared.after.server)
    return replace(compared, before=replace(compared.before, listing=listing))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec=None)), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.sample
@settings(max_examples=60, deadline=None, derandomize=True)
@given(value=json_values, text=st.text(st.characters(codec=None)))
def test_any_value_makes_a_document_that_every_reader_reads(value: object, text: str) -> None:
    run = replace(
        EVERYTHING, changes=(change(before=value, message=text),), outcomes=(replace(OUTCOMES[0], request=text),)
    )
    written = report.render(run, "json")
    assert written.isascii()
    assert written.isprintable() or set(written) - set(map(chr, range(32, 127))) == {"\n"}
    json.loads(written, parse_constant=pytest.fail)
    assert report.render(report.loads(written, where="run.json"), "json") == written


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "run.json: is no JSON"),
        ("[]", "run.json: is no stored run"),
        ('{"tools": []}', "run.json: is no stored run"),
        ('{"verdict": {"status": "pass"}}', "run.json: verdict.reasons: field required"),
        ("[" * 100_000, "run.json: is no JSON"),
    ],
    ids=["broken", "array", "tools", "half", "deep"],
)
def test_what_is_no_stored_run_is_said(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=f"^{says}"):
        report.loads(text, where="run.json")


@pytest.mark.parametrize("field", ["margin_before", "placebo_rate"])
@pytest.mark.parametrize(
    ("number", "says"),
    [("NaN", "NaN is no number"), ("-Infinity", "-Infinity is no number"), ("1e999", "finite number")],
)
def test_what_is_no_number_is_no_stored_run(field: str, number: str, says: str) -> None:
    written = report.document(EVERYTHING)
    written["cases"][0][field] = "HERE"
    with pytest.raises(UsageError, match=f"^run.json: .*{says}") as raised:
        report.loads(json.dumps(written).replace('"HERE"', number), where="run.json")
    assert "\n" not in str(raised.value)


def test_keys_of_a_later_release_are_ignored() -> None:
    written = {**report.document(EVERYTHING), "later": 1}
    assert report.loads(json.dumps(written), where="run.json").verdict == EVERYTHING.verdict
