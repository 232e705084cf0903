"""The registry: what it finds, and each kind of mistake that it refuses; one test over all rooms' plugins."""

import importlib
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packages import install
from toolwatch import registry
from toolwatch.errors import RegistryError
from toolwatch.registry import load

BASE = '''
from abc import ABC, abstractmethod
class Base(ABC):
    """The contract."""
    code = ""
    @abstractmethod
    def go(self): ...
'''
GOOD = '''
from plugroom.base import Base
class {name}(Base):
    """Does it."""
    code = "{code}"
    def go(self): ...
'''


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with a plugin folder of its own."""
    folder = tmp_path / "plugroom"
    (folder / "plugins").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "base.py").write_text(BASE)
    (folder / "plugins/__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder / "plugins"
    for name in [name for name in sys.modules if name.startswith("plugroom")]:
        del sys.modules[name]


def found() -> list[str]:
    base = importlib.import_module("plugroom.base").Base
    return list(load("plugroom.plugins", base, key="code", group="plugroom.plugins"))


def test_files_and_subfolders_are_found_sorted_by_key(room: Path) -> None:
    (room / "zebra.py").write_text(GOOD.format(name="Zebra", code="A1"))
    (room / "family").mkdir()
    (room / "family/__init__.py").write_text("")
    (room / "family/ape.py").write_text(GOOD.format(name="Ape", code="B2"))
    (room / "_shared.py").write_text("X = 1\n")
    assert found() == ["A1", "B2"]


@pytest.mark.parametrize(
    ("files", "says"),
    [
        pytest.param({"empty.py": "X = 1\n"}, "must hold one Base, it holds 0", id="no plugin"),
        pytest.param(
            {"two.py": GOOD.format(name="One", code="A1") + GOOD.format(name="Two", code="A2")},
            "must hold one Base, it holds 2",
            id="two plugins",
        ),
        pytest.param({"bare.py": GOOD.format(name="Bare", code="A1").replace('"""Does it."""', "")}, "has no docstring",
                     id="no docstring"),
        pytest.param({"mute.py": GOOD.format(name="Mute", code="")}, "has no code", id="no code"),
        pytest.param(
            {"a.py": GOOD.format(name="A", code="A1"), "b.py": GOOD.format(name="B", code="A1")},
            "uses the code A1, which is plugroom.plugins.a's",
            id="a code twice",
        ),
        pytest.param({"half.py": GOOD.format(name="Half", code="A1").replace("def go", "def stop")}, "it holds 0",
                     id="a method missing"),
    ],
)  # fmt: skip
def test_each_mistake_is_loud(files: dict[str, str], says: str, room: Path) -> None:
    for name, text in files.items():
        (room / name).write_text(text)
    with pytest.raises(RegistryError, match=says):
        found()


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("plugroom.outside:Outside", ""),
        ("plugroom.outside:NOTHING", "is no Base"),
        ("plugroom.base:Base", "is no Base"),
    ],
)
def test_entry_points(value: str, says: str, room: Path) -> None:
    (room.parent / "outside.py").write_text(GOOD.format(name="Outside", code="X9") + "NOTHING = 3\n")
    install(room.parent.parent, f"[other.group]\nmine = nothing:Nothing\n[plugroom.plugins]\nmine = {value}\n")
    if says:
        with pytest.raises(RegistryError, match=says):
            found()
    else:
        assert found() == ["X9"]


def test_an_archive_on_the_path_may_hold_entry_points(
    room: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (room / "one.py").write_text(GOOD.format(name="One", code="A1"))
    with zipfile.ZipFile(tmp_path / "outside.egg", "w") as archive:
        archive.writestr("EGG-INFO/PKG-INFO", "Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
        archive.writestr("EGG-INFO/entry_points.txt", "[plugroom.plugins]\nmine = json:JSONDecoder\n")
    monkeypatch.syspath_prepend(str(tmp_path / "outside.egg"))
    with pytest.raises(RegistryError, match=r"JSONDecoder.*is no Base"):
        found()


@pytest.mark.parametrize("path", ["", ".", "/nowhere/at/all", "\x00"])
def test_a_path_that_cannot_be_listed_holds_no_package(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [path, *sys.path])
    assert not list(registry._installed("plugroom.nobody", object))
