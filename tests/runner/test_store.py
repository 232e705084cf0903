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
from toolwatch.errors import UsageError
from toolwatch.model.trial import Choice
from toolwatch.runner import AnswerStore
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


WRITER = """
import sys
from pathlib import Path
from toolwatch.model.trial import Choice
from toolwatch.runner import AnswerStore
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
