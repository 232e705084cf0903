"""Real git repositories with fixed authors and dates, so that every commit hash is the same on every run."""

import os
import subprocess
from pathlib import Path

_SETTINGS = {
    "GIT_AUTHOR_NAME": "Ada Writer",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada Writer",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


class Repository:
    """A repository at ``root``; its commits are a day apart, from 2026-01-01 on."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._days = 0
        root.mkdir(parents=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> str:
        date = f"2026-01-{1 + self._days:02}T12:00:00+00:00"
        run = subprocess.run(
            ["git", *arguments],
            cwd=self.root,
            env={**os.environ, **_SETTINGS, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    def commit(self, files: dict[str, str | bytes], message: str, *, author: str = "") -> str:
        """Write and commit; returns the commit's hash."""
        for name, content in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message, *([f"--author={author}"] if author else []))
        self._days += 1
        return self.head()

    def head(self, ref: str = "HEAD") -> str:
        return self.git("rev-parse", ref).strip()

    def clone(self, into: Path, *, depth: int) -> "Repository":
        self.git("clone", "-q", f"--depth={depth}", f"file://{self.root}", str(into))
        made = object.__new__(Repository)
        made.root, made._days = into, self._days
        return made
