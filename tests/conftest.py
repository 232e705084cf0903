"""What every room's tests share."""

import gc
import os
import sys
from collections.abc import Generator
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


def pytest_collection_finish() -> None:
    """Keep the collector of garbage from looking through six thousand tests and their modules again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Measure no coverage in a sample: it goes through the same lines a thousand times, at twice the price.

    The mark ``no_cover`` of pytest-cov does nothing in a worker of xdist, where two collectors lie on a stack.
    """
    trace = sys.gettrace()
    if item.get_closest_marker("sample"):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(trace)
