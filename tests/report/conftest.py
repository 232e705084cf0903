"""Golden files: compared as they lie, rewritten with ``TOOLWATCH_GOLDEN=write``."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compare a text with the golden file of that name."""

    def check(name: str, text: str) -> None:
        file = GOLDEN / name
        if os.environ.get("TOOLWATCH_GOLDEN") == "write":
            file.write_text(text, encoding="utf-8")
        assert file.is_file(), f"no golden file {name}; write it with TOOLWATCH_GOLDEN=write"
        assert text == file.read_text(encoding="utf-8")

    return check
