import sys
import tarfile
from pathlib import Path

import pytest

from tests.snapshot.repositories import Repository
from toolwatch.errors import NotAtRef, ObservationError
from toolwatch.snapshot import history


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repo")
    made.commit({"snapshots/desk.json": "one\r\né\n", "src/server.py": "x = 1\n", "bin": b"\xff\xfe"}, "first")
    made.git("tag", "v1")
    made.commit({"snapshots/desk.json": "two\n", "*/[a] b.json": "odd\n"}, "second")
    return made


def test_a_file_as_it_was(repository: Repository) -> None:
    (repository.root / "snapshots/desk.json").write_text("three\n", encoding="utf-8")
    for ref in ("v1", "HEAD~1", "HEAD^", repository.head("v1"), repository.head("v1")[:8], "v1^{commit}"):
        assert history.read_at(repository.root, ref, "snapshots/desk.json") == "one\r\né\n"
    assert history.read_at(repository.root, "main", "snapshots/desk.json") == "two\n"
    assert (repository.root / "snapshots/desk.json").read_text(encoding="utf-8") == "three\n"


def test_paths_start_from_the_root_given(repository: Repository) -> None:
    folder = repository.root / "snapshots"
    assert history.read_at(folder, "v1", "desk.json") == "one\r\né\n"
    assert history.read_at(folder, "v1", "../src/server.py") == "x = 1\n"
    assert history.read_at(folder, "v1", str(folder / "desk.json")) == "one\r\né\n"
    with pytest.raises(ObservationError, match="lies outside"):
        history.read_at(folder, "v1", "/etc/hostname")
    assert history.read_at(repository.root, "HEAD", "*/[a] b.json") == "odd\n"


HOSTILE = (
    "--help",
    "--upload-pack=touch pwned",
    "-n",
    "--",
    "nope",
    "",
    " ",
    "v1:src",
    "v1..main",
    "a\0b",
    "HEAD\n",
    "^v1",
)


@pytest.mark.parametrize("ref", HOSTILE, ids=repr)
def test_a_ref_that_names_no_commit_is_said_so_and_never_obeyed(repository: Repository, ref: str) -> None:
    with pytest.raises(ObservationError, match="names no commit") as caught:
        history.read_at(repository.root, ref, "src/server.py")
    assert "\n" not in str(caught.value)
    assert not isinstance(caught.value, NotAtRef)
    with pytest.raises(ObservationError, match="names no commit"):
        history.archive_at(repository.root, ref, repository.root / "out")
    assert not (repository.root / "pwned").exists()


@pytest.mark.parametrize(
    "path", ["nope", "snapshots", "../outside", "--help", "src/server.py/x", ":(top)src/server.py"]
)
def test_a_path_that_is_not_there_is_named(repository: Repository, path: str) -> None:
    with pytest.raises(NotAtRef) as caught:
        history.read_at(repository.root, "v1", path)
    assert str(caught.value) == f"{path}: is not a file at 'v1'"


def test_a_binary_file_is_not_text(repository: Repository) -> None:
    with pytest.raises(ObservationError, match="bin: is not UTF-8 at 'v1', byte 0"):
        history.read_at(repository.root, "v1", "bin")


def test_no_repository_no_folder_no_commit(tmp_path: Path) -> None:
    with pytest.raises(ObservationError, match="is not in a git repository: `git init` it and commit first"):
        history.read_at(tmp_path, "HEAD", "x")
    with pytest.raises(ObservationError, match="is no folder"):
        history.read_at(tmp_path / "none", "HEAD", "x")
    with pytest.raises(ObservationError, match=r"'HEAD' names no commit .*: commit first"):
        history.read_at(Repository(tmp_path / "empty").root, "HEAD", "x")


def test_without_git_the_message_says_so(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ObservationError, match="git is not installed"):
        history.read_at(repository.root, "v1", "src/server.py")


def test_without_git_at_import_the_message_is_the_same(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "git", None)
    with pytest.raises(ObservationError, match="git is not installed"):
        history.read_at(repository.root, "v1", "src/server.py")


def test_a_shallow_clone_is_said_to_be_one(repository: Repository, tmp_path: Path) -> None:
    old = repository.head("v1")
    clone = repository.clone(tmp_path / "clone", depth=1)
    assert history.read_at(clone.root, "HEAD", "snapshots/desk.json") == "two\n"
    with pytest.raises(ObservationError, match=r"this clone is shallow, fetch its history"):
        history.read_at(clone.root, old, "snapshots/desk.json")


def test_files_at(repository: Repository) -> None:
    assert history.files_at(repository.root, "v1") == ("bin", "snapshots/desk.json", "src/server.py")
    assert history.files_at(repository.root, "v1", "snapshots") == ("snapshots/desk.json",)
    assert history.files_at(repository.root / "src", "v1") == ("server.py",)
    assert history.files_at(repository.root, "v1", "none") == ()
    assert history.files_at(repository.root, "HEAD", "*") == ("*/[a] b.json",)


def test_an_archive_is_the_tree_of_the_ref(repository: Repository, tmp_path: Path) -> None:
    assert history.archive_at(repository.root, "v1", tmp_path / "out") == tmp_path / "out"
    assert (tmp_path / "out/src/server.py").read_text(encoding="utf-8") == "x = 1\n"
    assert not (tmp_path / "out/.git").exists()
    assert not (tmp_path / "out/*").exists()
    place = history.archive_at(repository.root / "src", "v1", tmp_path / "again")
    assert place == tmp_path / "again/src"
    assert (place / "../snapshots/desk.json").exists(), "the whole repository is there, for its imports"


def test_links_that_lead_out_are_left_out(repository: Repository, tmp_path: Path) -> None:
    (repository.root / "out").symlink_to("/etc")
    (repository.root / "up").symlink_to("../../elsewhere")
    (repository.root / "in").symlink_to("src/server.py")
    repository.commit({}, "links")
    place = history.archive_at(repository.root, "HEAD", tmp_path / "out")
    assert (place / "in").read_text(encoding="utf-8") == "x = 1\n"
    assert not (place / "out").is_symlink()
    assert not (place / "up").is_symlink()


def test_an_old_python_unpacks_files_and_leaves_links_out(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository.root / "in").symlink_to("src/server.py")
    repository.commit({}, "link")
    monkeypatch.delattr(tarfile, "data_filter")
    place = history.archive_at(repository.root, "HEAD", tmp_path / "out")
    assert (place / "src/server.py").read_text(encoding="utf-8") == "x = 1\n"
    assert not (place / "in").exists()


def test_a_file_in_git_lfs_is_said_to_be_one(repository: Repository) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"
    repository.commit({"snapshots/desk.json": pointer}, "pointer")
    with pytest.raises(ObservationError, match="is kept in Git LFS"):
        history.read_at(repository.root, "HEAD", "snapshots/desk.json")
