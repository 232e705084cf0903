"""Where suites lie: nothing that looks like a part of one is left out in silence."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from toolwatch import suites
from toolwatch.errors import SuiteError

SUITE = "server: shop\ncases:\n  - {id: one, request: Hello., expect: none}\n"
NOBODY = 65_534
FURTHER = "cases:\n  - {id: two, request: Bye., expect: none}\n"


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    put(tmp_path / "suites/shop/suite.yaml", SUITE)
    put(tmp_path / "suites/shop/cases/more.yaml", FURTHER)
    return tmp_path / "suites"


def linked(home: Path) -> None:
    put(home.parent / "elsewhere/bank/suite.yaml", SUITE)
    (home / "bank").symlink_to(home.parent / "elsewhere/bank")


def linked_above(home: Path) -> None:
    put(home.parent / "elsewhere/bank/suite.yaml", SUITE)
    (home / "theirs").symlink_to(home.parent / "elsewhere")


def closed(home: Path) -> None:
    put(home / "bank/suite.yaml", SUITE)
    (home / "bank").chmod(0)


def closed_cases(home: Path) -> None:
    (home / "shop/cases").chmod(0)


@contextmanager
def as_anybody() -> Iterator[None]:
    """Without the rights of root, who may read everything."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        pytest.param(lambda home: put(home / "bank/suite.yml", SUITE), "bank/suite.yml: is not read", id="suite.yml"),
        pytest.param(lambda home: put(home / "bank/Suite.YAML", SUITE), "call it suite.yaml", id="capitals"),
        pytest.param(lambda home: put(home / "shop/cases/x.yml", FURTHER), "cases/x.yml: is not read", id="case.yml"),
        pytest.param(
            lambda home: put(home / "shop/cases/a/x.yaml", FURTHER),
            "a/x.yaml: holds cases and is not read",
            id="deeper",
        ),
        pytest.param(linked, "bank: is a link, which is not followed", id="a linked suite"),
        pytest.param(linked_above, "theirs: is a link, which is not followed", id="a linked folder of suites"),
    ],
)
def test_what_would_not_be_read_is_refused(spoil: Callable[[Path], None], said: str, home: Path) -> None:
    assert [len(suite.cases) for suite in suites.load(home)] == [2]
    spoil(home)
    with pytest.raises(SuiteError) as trouble:
        suites.load(home)
    assert said in str(trouble.value)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has no such users")
@pytest.mark.parametrize(
    ("spoil", "said"),
    [(closed, "bank: cannot be read"), (closed_cases, "cases: cannot be read")],
    ids=["suite", "cases"],
)
def test_a_folder_that_cannot_be_read_is_refused(spoil: Callable[[Path], None], said: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        home = Path(folder) / "suites"
        put(home / "shop/suite.yaml", SUITE)
        put(home / "shop/cases/more.yaml", FURTHER)
        spoil(home)
        with as_anybody(), pytest.raises(SuiteError, match=said):
            suites.load(home)
        for path in (home / "shop/cases", home / "bank"):
            if path.exists():
                path.chmod(0o755)
        assert suites.load(home)


@pytest.mark.parametrize(
    "harmless",
    ["shop/noise.yaml", "shop/recordings/m.json", "shop/notes.yml", "shop/cases/README.md", "tools.yml"],
)
def test_other_files_beside_them_are_left_alone(harmless: str, home: Path) -> None:
    put(home / harmless, "noise: []\n")
    assert [suite.name for suite in suites.load(home)] == ["shop"]
