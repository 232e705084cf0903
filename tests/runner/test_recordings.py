"""Answers out into readable files and back, without secrets."""

import json
from pathlib import Path

import pytest

from tests.runner.scripted import TOOLS, Scripted, file
from toolwatch import runner
from toolwatch.errors import UsageError
from toolwatch.model.listing import Listing
from toolwatch.model.suite import Case, Message, Suite
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Choice, Edition
from toolwatch.runner import AnswerStore, recordings

SECRET = "sk-proj-abcdefghijklmnop1234"
SUITE = Suite(
    "shop",
    "shop",
    system="You help.",
    cases=(
        Case("late", "Where is it?", ("return",)),
        Case("lost", f"It is lost, my key is {SECRET}.", ("refund",), history=(Message("user", "Hi"),)),
    ),
)


def answered(folder: Path, *lists: tuple[Tool, ...], **fields: object) -> Path:
    path = file(folder)

    def script(ask: object, attempt: int) -> Choice:
        return Choice(
            "refund", {"note": f"tell nobody {SECRET}"}, tokens_in=5, seconds=1.25, probabilities={"refund": 1.0}
        )

    provider = Scripted(script, **fields)
    with AnswerStore(path) as store:
        jobs = [
            job
            for tools in lists or (TOOLS,)
            for case in SUITE.cases
            for job in runner.repeated(
                "shop", case.id, Edition.AFTER, runner.ask_of(SUITE, case, Listing("shop", tools)), range(2)
            )
        ]
        runner.run(jobs, provider, store)
    return path


def test_out_and_back(tmp_path: Path) -> None:
    with AnswerStore(answered(tmp_path)) as store:
        (written,) = recordings.export(store, SUITE, tmp_path / "recordings")
        before = {(one.key, one.repeat): one.choice.tool for one in store.everything()}
    assert written.name == "scripted-script.json"
    with AnswerStore(tmp_path / "other") as store:
        read = recordings.read(written)
        assert recordings.take_in(store, read, SUITE.case, SUITE.system) == 4
        assert recordings.take_in(store, read, SUITE.case, SUITE.system) == 0
        assert {(one.key, one.repeat): one.choice.tool for one in store.everything()} == before
        (again,) = recordings.export(store, SUITE, tmp_path / "again")
    assert again.read_text() == written.read_text()


def test_it_reads_well_and_says_nothing_of_time(tmp_path: Path) -> None:
    with AnswerStore(answered(tmp_path)) as store:
        (written,) = recordings.export(store, SUITE, tmp_path / "recordings")
    data = json.loads(written.read_text())
    assert [one["case"] for one in data["recordings"]] == ["late", "lost"]
    assert data["recordings"][0]["request"] == "Where is it?"
    assert [answer["repeat"] for answer in data["recordings"][0]["answers"]] == [0, 1]
    assert data["lists"] == {data["recordings"][0]["list"]: ["refund", "return"]}
    assert "seconds" not in written.read_text()


def test_two_lists_stand_apart_under_each_case(tmp_path: Path) -> None:
    with AnswerStore(answered(tmp_path, TOOLS, TOOLS[::-1])) as store:
        (written,) = recordings.export(store, SUITE, tmp_path / "recordings")
    data = json.loads(written.read_text())
    assert [one["case"] for one in data["recordings"]] == ["late", "late", "lost", "lost"]
    assert len(data["lists"]) == 2


def test_no_secret_is_written(tmp_path: Path) -> None:
    path = answered(tmp_path)
    with AnswerStore(path) as store:
        (written,) = recordings.export(store, SUITE, tmp_path / "recordings", secrets=["tell nobody"])
    text = written.read_text()
    assert SECRET not in text
    assert "tell nobody" not in text
    recordings.read(written)


def test_answers_to_other_suites_stay_where_they_are(tmp_path: Path) -> None:
    other = Suite("other", "shop", system="Another prompt.", cases=SUITE.cases)
    with AnswerStore(answered(tmp_path)) as store:
        assert recordings.export(store, other, tmp_path / "recordings") == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("no json", "JSON", id="no JSON"),
        pytest.param("{}", "schema_version: field required", id="empty"),
        pytest.param(
            '{"schema_version": 2, "provider": "x", "model": "y", "suite": "s"}', "schema_version", id="newer"
        ),
        pytest.param(
            '{"schema_version": 1, "provider": "x", "model": "y", "suite": "s", "recordings": '
            '[{"case": "c", "request": "r", "list": "l", "key": "zz", "answers": []}]}',
            "recordings.0.key",
            id="no key",
        ),
    ],
)
def test_a_file_that_is_no_recording(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        recordings.read(path)
    assert str(path) in str(caught.value)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        recordings.read(tmp_path / "gone.json")
