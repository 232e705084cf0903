"""A server that is a Python object: imported and listed in a process of its own."""

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

from toolwatch.errors import ObservationError
from toolwatch.model.listing import Listing
from toolwatch.sources import booting
from toolwatch.sources.base import Errand, Source
from toolwatch.sources.kinds.stdio import Stdio
from toolwatch.sources.place import Place


class Python(Source):
    """Imports ``module:object`` or a file in a subprocess and lists it; that runs the repository's code."""

    name = "python"
    heavy = True

    @classmethod
    def claims(cls, place: Place) -> bool:
        """Nothing by itself: running somebody's code is asked for by name."""
        return False

    async def listen(self, place: Place, errand: Errand) -> Listing:
        """Start the object as a stdio server, under the same limits as any other."""
        folder = place.cwd or Path()
        if not folder.is_dir():
            raise ObservationError(f"folder {folder} not found")
        return replace(await Stdio().listen(_command(place, folder), errand), kind=self.name)

    def again(self, place: Place, folder: Path, number: int, *, far: bool) -> Place | None:
        """Elsewhere but for the working folder, below which the code lies."""
        other = Stdio().again(_command(place, place.cwd or Path()), folder, number, far=far)
        return None if other is None else replace(place, env=other.env)


def _command(place: Place, folder: Path) -> Place:
    script = str(Path(booting.__file__).with_name("serve.py").resolve())
    words = (_interpreter(place, folder), script, place.python)
    env = {"PYTHONDONTWRITEBYTECODE": "1", **place.env}
    return replace(place, command=words, env=env, cwd=folder, kind="")


def _interpreter(place: Place, folder: Path) -> str:
    """The interpreter that was named, else the active or the project's environment's, else toolwatch's own."""
    if place.command:
        return place.command[0]
    name = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    for environment in (
        os.environ.get("VIRTUAL_ENV"),
        str(place.home / ".venv") if place.home else str(folder / ".venv"),
    ):
        if environment and (found := Path(environment, name)).is_file():
            return os.path.abspath(found)
    return sys.executable or shutil.which("python3") or "python3"
