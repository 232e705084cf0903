"""Which SDK a started server uses, as far as its folder tells: the same server under another SDK lists otherwise."""

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

PYTHON = ("mcp", "fastmcp", "pydantic")
NODE = ("@modelcontextprotocol/sdk", "zod", "fastmcp")


def sdks_of(command: Sequence[str], cwd: Path | None) -> dict[str, str]:
    """Names and versions of the SDK packages beside a command, sorted; empty where nothing can be told."""
    found = dict(_python(command[0], cwd))
    for word in command:
        if not word.startswith("-") and "/" in word:
            found |= dict(_node((cwd or Path()) / word))
    return dict(sorted(found.items()))


def _python(command: str, cwd: Path | None) -> Iterator[tuple[str, str]]:
    where = shutil.which(command) if "/" not in command else str((cwd or Path()) / command)
    if where is None or Path(where).parent.name not in ("bin", "Scripts"):
        return
    prefix = Path(where).parent.parent
    if not (prefix / "pyvenv.cfg").is_file():
        return
    for site in sorted(prefix.glob("lib/python*/site-packages")) or [prefix / "Lib" / "site-packages"]:
        for name in PYTHON:
            for info in sorted(site.glob(f"{name}-*.dist-info")):
                if match := re.fullmatch(rf"{name}-([^-]+)\.dist-info", info.name):
                    yield name, match[1]


def _node(script: Path) -> Iterator[tuple[str, str]]:
    """The packages that Node would find from the script's folder upwards; the nearest of each."""
    if not script.is_file():
        return
    folders = [folder for folder in script.resolve().parents if folder.name != "node_modules"]
    for name in NODE:
        for folder in folders:
            manifest = folder / "node_modules" / name / "package.json"
            with suppress(OSError, ValueError, KeyError, TypeError):
                yield name, str(json.loads(manifest.read_text(encoding="utf-8"))["version"])
                break
