"""A fake GitHub for every test of the room; each must have asked for nothing that GitHub does not describe."""

from collections.abc import Iterator

import pytest

from tests.github.fake import Fake, serve


@pytest.fixture
def github() -> Iterator[Fake]:
    with serve(Fake()) as fake:
        yield fake
    assert fake.wrong == []
