"""The help desk as a project under git, for tests of the main job."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

HELPDESK = ROOT / "suites/helpdesk"
TOOLS = HELPDESK / "tools.json"

Check = Callable[..., tuple[int, dict[str, Any], str]]


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def edit(project: Path, name: str) -> None:
    shutil.copy(HELPDESK / "edits" / f"{name}.json", project / "suites/helpdesk/tools.json")
