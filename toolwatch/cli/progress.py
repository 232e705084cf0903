"""What is being waited for, on stderr, and only where a person looks."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Tell = Callable[[str], None]


@contextmanager
def progress() -> Iterator[Tell | None]:
    """Give a function that shows one line with a spinner until the block ends; None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.text import Text

    from toolwatch.model.inert import one_line

    with Console(stderr=True).status("") as status:
        yield lambda text: status.update(Text(one_line(text, 160)))
