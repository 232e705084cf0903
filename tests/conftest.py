"""What every room's tests share."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of facts and real servers' texts beside the checkout; tests that read it skip where it is absent."""
    folder = Path(os.environ.get("TOOLWATCH_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip("no shared folder beside the checkout")
    return folder
