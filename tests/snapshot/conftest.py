"""Fixtures of this room."""

from pathlib import Path

import pytest

from tests.snapshot.shops import Shop


@pytest.fixture
def shop(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shop:
    """An empty repository with one configured server; the current folder is its root."""
    made = Shop(tmp_path / "shop", capsys)
    monkeypatch.chdir(made.root)
    return made
