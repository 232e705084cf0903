"""Scripts of servers under a path of this test run's own, so that its processes are told from those of other runs."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

_FOLDER = Path(tempfile.mkdtemp(prefix="toolwatch-servers-"))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)


@cache
def own_copy(module: ModuleType) -> str:
    """The path of a copy that only this process starts; it is removed when the process ends."""
    source = Path(str(module.__file__))
    return str(shutil.copyfile(source, _FOLDER / source.name))


def running(*words: str) -> list[str]:
    """Living processes whose command line holds all of ``words`` as arguments."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if set(words) <= set(line):
            found.append(entry.name)
    return found
