"""What is being waited for, on stderr, and only where a person looks."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

Tell = Callable[[str], None]


def watched(stream: TextIO | None) -> bool:
    """Whether a person is at a stream; one that was closed before the start is None."""
    return stream is not None and stream.isatty()


@contextmanager
def progress() -> Iterator[Tell | None]:
    """Give a function that shows one line with a spinner until the block ends; None where stderr is no terminal."""
    if not watched(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.text import Text

    from toolwatch.model.inert import one_line

    with Console(stderr=True).status("") as status:
        yield lambda text: status.update(Text(one_line(text, 160)))
