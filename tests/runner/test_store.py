"""The answer store: one file, several processes, nothing lost and nothing replaced."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.runner.scripted import Scripted, always, job
from toolwatch.errors import UsageError
from toolwatch.model.suite import Case, Suite
from toolwatch.model.trial import Choice
from toolwatch.runner import AnswerStore, recordings, run
from toolwatch.runner import store as module

KEY = "0" * 64
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5) | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)
CHOICES = st.builds(
    Choice,
    tool=st.none() | st.text(max_size=5),
    arguments=JSON,
    text=st.text(max_size=5),
    probabilities=st.dictionaries(st.text(max_size=3), st.floats(0, 1), max_size=2),
    tokens_in=st.integers(0, 9),
    tokens_out=st.integers(0, 9),
    seconds=st.floats(0, 9),
)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(choice=CHOICES)
def test_an_answer_comes_back_as_it_was(choice: Choice, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("store") / "a.sqlite"
    with AnswerStore(path) as store:
        assert store.get(KEY, 0) is None
        assert store.put(KEY, 0, choice) == choice
    with AnswerStore(path) as store:
        assert store.get(KEY, 0) == choice
        assert store.get(KEY, 1) is None


@pytest.mark.parametrize(
    ("place", "ignored"), [(".toolwatch/answers.sqlite", True), ("kept/answers.sqlite", False), ("a", False)]
)
def test_only_its_own_folder_is_kept_out_of_git(place: str, ignored: bool, tmp_path: Path) -> None:
    AnswerStore(tmp_path / place).close()
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    seen = subprocess.run(["git", "status", "--porcelain"], cwd=tmp_path, check=True, capture_output=True).stdout
    assert (seen == b"") is ignored


def test_what_stands_in_its_own_gitignore_stays(tmp_path: Path) -> None:
    (tmp_path / ".toolwatch").mkdir()
    (tmp_path / ".toolwatch" / ".gitignore").write_text("!answers.sqlite\n")
    AnswerStore(tmp_path / ".toolwatch" / "answers.sqlite").close()
    assert (tmp_path / ".toolwatch" / ".gitignore").read_text() == "!answers.sqlite\n"


def test_the_first_answer_stays(tmp_path: Path) -> None:
    with AnswerStore(tmp_path / "a") as one, AnswerStore(tmp_path / "a") as other:
        assert one.put(KEY, 0, Choice("refund")) == Choice("refund")
        assert other.put(KEY, 0, Choice("return")) == Choice("refund")
        assert other.get(KEY, 0) == Choice("refund")


def test_everything_is_sorted_and_knows_its_request(tmp_path: Path) -> None:
    with AnswerStore(tmp_path / "a") as store:
        store.put("b" * 64, 1, Choice(None), about={"model": "m"})
        store.put("b" * 64, 0, Choice("x"))
        store.put("a" * 64, 0, Choice("y"))
        found = [(one.key[0], one.repeat, one.choice.tool, one.about) for one in store.everything()]
    assert found == [("a", 0, "y", None), ("b", 0, "x", {"model": "m"}), ("b", 1, None, {"model": "m"})]


def _no_store(folder: Path) -> Path:
    path = folder / "a"
    path.write_text("this is no database, and long enough to be told from an empty one " * 20)
    return path


def _of_another_kind(folder: Path) -> Path:
    path = folder / "a"
    with sqlite3.connect(path) as db:
        db.execute("pragma user_version = 99")
    db.close()
    return path


def _below_a_file(folder: Path) -> Path:
    (folder / "a").write_text("")
    return folder / "a" / "b"


@pytest.mark.parametrize(
    "make", [_no_store, _of_another_kind, _below_a_file], ids=lambda make: make.__name__.strip("_")
)
def test_what_is_no_store_is_one_line_that_names_the_file(make: object, tmp_path: Path) -> None:
    assert callable(make)
    path = make(tmp_path)
    with pytest.raises(UsageError) as caught:
        AnswerStore(path)
    assert str(path) in str(caught.value)
    assert "run.answers" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_full_disk_is_one_line_and_leaves_the_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with AnswerStore(path) as store:
        store.put(KEY, 0, Choice("refund"))
        pages = store._db.execute("pragma page_count").fetchone()[0]
        store._db.execute(f"pragma max_page_count = {pages}")
        with pytest.raises(UsageError, match="disk is full"):
            store.put(KEY, 1, Choice("return", text="x" * 100_000))
        assert store.get(KEY, 0) == Choice("refund")
    with AnswerStore(path) as store:
        assert store.get(KEY, 0) == Choice("refund")


DAMAGED = {
    "cut": '{"tool": "ad',
    "a list": "[1]",
    "null": "null",
    "another field": '{"tool": "add", "new": 1}',
    "a tool that is no name": '{"tool": {"a": 1}}',
    "a text that is none": '{"tool": "add", "text": 5}',
    "a chance above 1": '{"tool": "add", "probabilities": {"add": 7}}',
    "a chance that is none": '{"tool": "add", "probabilities": {"add": NaN}}',
    "chances that are none": '{"tool": "add", "probabilities": [1]}',
    "tokens below 0": '{"tool": "add", "tokens_in": -5}',
    "tokens that are none": '{"tool": "add", "tokens_out": "5"}',
    "seconds without end": '{"tool": "add", "seconds": 1e999}',
    "bytes": b"\xff\x00",
    "bytes of an answer": b'{"tool": "add"}',
    "a number": 7,
    "5000 digits": '{"tool": "add", "arguments": ' + "9" * 5000 + "}",
    "deep": '{"tool": "add", "arguments": ' + "[" * 100_000,
    "half a pair": '{"tool": "\ud800',
    "nothing": "",
}
"""What may stand in the file instead of an answer."""


def _set(path: Path, column: str, value: object) -> None:
    with sqlite3.connect(path) as db:
        if isinstance(value, str) and "\ud800" in value:
            db.execute(f"update {column} = cast(? as text)", (value.encode("utf-8", "surrogatepass"),))
        else:
            db.execute(f"update {column} = ?", (value,))
    db.close()


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_answer_is_one_line_and_neither_counted_nor_paid_again(kind: str, tmp_path: Path) -> None:
    provider, jobs = Scripted(always("refund")), [job("a"), job("b")]
    with AnswerStore(tmp_path / "a") as store:
        key = run(jobs, provider, store)[0].key
    _set(tmp_path / "a", "answers set choice", DAMAGED[kind])
    with AnswerStore(tmp_path / "a") as store:
        for read in (lambda: store.get(key, 0), lambda: list(store.everything()), lambda: run(jobs, provider, store)):
            with pytest.raises(UsageError) as caught:
                read()
            said = str(caught.value)
            assert said.startswith(f"{tmp_path / 'a'}: ")
            assert "\n" not in said
            assert kind == "half a pair" or "delete from answers where key = '" in said
    assert len(provider.calls) == 2


@pytest.mark.parametrize("kind", [kind for kind in DAMAGED if kind != "null"])
def test_a_damaged_request_is_one_line(kind: str, tmp_path: Path) -> None:
    suite = Suite("shop", "shop", cases=(Case("lost", "a", ("refund",)),))
    with AnswerStore(tmp_path / "a") as store:
        run([job("a")], Scripted(always("refund")), store)
    _set(tmp_path / "a", "requests set about", DAMAGED[kind])
    with AnswerStore(tmp_path / "a") as store, pytest.raises(UsageError) as caught:
        recordings.export(store, suite, tmp_path / "out")
    assert str(caught.value).startswith(f"{tmp_path / 'a'}: ")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("page", range(5))
def test_a_page_of_nonsense_is_one_line_or_harmless(page: int, tmp_path: Path) -> None:
    path = tmp_path / "a"
    with AnswerStore(path) as store:
        for number in range(30):
            store.put(f"{number:064d}", 0, Choice("refund", text="x" * 200), about={"model": "m"})
    data = path.read_bytes()
    assert len(data) > 5 * 4096
    path.write_bytes(data[: page * 4096] + b"\xff" * 4096 + data[(page + 1) * 4096 :])
    trouble = ""
    found: list[object] = []
    try:
        with AnswerStore(path) as store:
            found += [store.get(f"{number:064d}", 0) for number in range(30)]
            found += [one.choice for one in store.everything()]
    except UsageError as error:
        trouble = str(error)
    assert trouble.startswith(f"{path}: ") or len(found) == 60
    assert "\n" not in trouble
    assert set(map(str, found)) <= {str(None), str(Choice("refund", text="x" * 200))}


WRITER = """
import sys
from pathlib import Path
from toolwatch.model.suite import Case, Suite
from toolwatch.model.trial import Choice
from toolwatch.runner import AnswerStore, recordings, run
with AnswerStore(Path(sys.argv[1])) as store:
    for number in range(100):
        store.put(f"{number:064d}", 0, Choice(sys.argv[2], text="x" * 500))
"""


def test_several_processes_write_at_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "a"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], cwd=ROOT, env={**os.environ})
        for name in ("one", "two", "three")
    ]
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0, 0]
    with AnswerStore(path) as store:
        assert sum(1 for _ in store.everything()) == 100


def test_no_field_of_a_choice_is_forgotten() -> None:
    assert set(module._USUAL) == set(Choice.__dataclass_fields__)
