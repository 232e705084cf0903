"""By which name a server is known that the configuration does not name."""

import re
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from toolwatch.config.settings import Settings

_PYTHON = re.compile(r"python3?(\.\d+)?")
_RUNNERS = frozenset(
    (
        *("npx", "uvx", "uv", "node", "bunx", "deno", "docker", "pipx", "run", "tool", "exec"),
        *("python", "python3", "py", "env"),
    )
)


def of_command(command: tuple[str, ...]) -> str:
    """After the package or script that is started, else the command; program text names nothing."""
    for word in command:
        base = PurePosixPath(word).name
        if word.startswith("-") or re.search(r"\s", word) or base in _RUNNERS or _PYTHON.fullmatch(base):
            continue
        return re.sub(r"(?<=.)@.*$|(\.py|\.js|\.mjs|\.cjs)$", "", base) or base
    return PurePosixPath(command[0]).name


def of_url(url: str) -> str:
    """After the host."""
    return urlsplit(url).hostname or url


def of_file(path: Path, settings: Settings) -> str:
    """The configured server that is this file, else the file's own name."""
    return settings.server_of(path) or path.stem or path.resolve().name


def of_python(what: str) -> str:
    """After the module or file of ``MODULE:OBJECT`` or ``FILE.py:OBJECT``."""
    return re.split(r"[./]", _module(what))[-1] or what


def files_of_python(what: str) -> tuple[str, ...]:
    """Where the code of ``MODULE:OBJECT`` or ``FILE.py:OBJECT`` may lie below a project's folder."""
    module = _module(what)
    if f"{module}.py" == what.partition(":")[0]:
        return (PurePosixPath(f"{module}.py").as_posix(),)
    path = module.replace(".", "/")
    return tuple(f"{start}{path}{end}" for start in ("", "src/") for end in (".py", "/__init__.py"))


def _module(what: str) -> str:
    return re.split(r"\.py(?=:|$)|:", what)[0]
