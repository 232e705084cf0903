"""Files appear whole or not at all, and what is no file stays what it is."""

import os
import stat
import threading
from pathlib import Path

import pytest

from toolwatch.model.files import write_whole

LONGEST = "b" * 250


@pytest.mark.parametrize("name", ["out.json", "new/folders/out.json", LONGEST, "a b é\U0001f600.json"])
def test_any_name_that_the_system_takes(name: str, tmp_path: Path) -> None:
    write_whole(tmp_path / name, "é\n")
    assert (tmp_path / name).read_text(encoding="utf-8") == "é\n"
    assert sum(path.is_file() for path in tmp_path.rglob("*")) == 1


@pytest.mark.parametrize(
    "name",
    ["file/out.json", "loop/out.json", "folder", "x" * 300, "file/", "/proc/no-such/out.json"],
    ids=["below a file", "in circles", "a folder", "too long", "a file as folder", "where nothing can be made"],
)
def test_what_cannot_be_written_is_named_as_it_was_given_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "kept").write_text("mine")
    (tmp_path / "loop").symlink_to("loop")
    before = sorted(tmp_path.rglob("*"))
    place = tmp_path / name
    if name == "file/":
        place = tmp_path / "file" / "deep" / "out.json"
    with pytest.raises(OSError, match=r".") as error:
        write_whole(place, "new")
    assert error.value.filename == str(place)
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "file").read_text() == "mine"


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()))
    reader.start()
    write_whole(tmp_path / "pipe", "text")
    reader.join(10)
    assert read == ["text"]
    assert stat.S_ISFIFO((tmp_path / "pipe").lstat().st_mode)


def test_an_open_stream_is_written_to_by_its_link(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        write_whole(Path(f"/proc/self/fd/{log.fileno()}"), "text")
        assert os.fstat(log.fileno()).st_ino == (tmp_path / "log").stat().st_ino
    assert (tmp_path / "log").read_text() == "text"


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    try:
        os.mknod(tmp_path / "null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
        (tmp_path / "null").write_text("tried")
    except OSError:
        pytest.skip("no device can be made and written to here")
    write_whole(tmp_path / "null", "text")
    assert stat.S_ISCHR((tmp_path / "null").lstat().st_mode)
    assert list(tmp_path.iterdir()) == [tmp_path / "null"]


def test_a_link_in_a_project_leads_nobody_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("mine")
    (tmp_path / "link").symlink_to("elsewhere")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "elsewhere").read_text() == "mine"
    assert (tmp_path / "link").read_text() == "new"
