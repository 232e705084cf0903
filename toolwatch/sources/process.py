"""A server's process and all its children: started in a group of their own, and ended whole."""

import os
import re
import signal
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
from anyio.abc import Process

from toolwatch.errors import ObservationError
from toolwatch.model.inert import one_line
from toolwatch.sources import family
from toolwatch.sources.secrets import names_a_secret

_KILLED = 5.0
"""Seconds for the system to take away what was killed."""
_LINES_KEPT = 20
_LINES_SHOWN = 3
_LINE_WIDTH = 300
INHERITED = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "SYSTEMROOT", "PATHEXT", "APPDATA", "USERPROFILE")
"""What a server sees of toolwatch's own environment; the SDK's list. Anything else is given in the configuration."""
NETWORK = (
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"),
)
"""The way to the network, which changes no list but without which many a server does not start."""
LAUNCHERS = frozenset(("npx", "uvx", "uv", "pipx", "bunx", "deno", "docker", "podman", "go"))
"""Commands that fetch a server and keep it below the home folder."""
_LAUNCHERS_OWN = re.compile(r"(?i)(?:uv|pip|npm_config|bun|deno|go|docker)_\w+")


class LastWords:
    """How a server ended, and the last lines that it wrote to stderr."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=_LINES_KEPT)
        self.open = {"stdout", "stderr"}
        """Which of the pipes the server still holds."""
        self.status: int | None = None
        """The exit status, where the server ended by itself."""
        self._rest = b""

    @property
    def last(self) -> str:
        """The last line with something in it, or an empty string."""
        return self.lines[-1] if self.lines else one_line(self._rest.decode("utf-8", "replace").strip(), _LINE_WIDTH)

    @property
    def hint(self) -> str:
        """What a failure adds: the exit status and the last few lines, or nothing where there are none."""
        shown = list(self.lines)[-_LINES_SHOWN:]
        return self._end + ("; its last words on stderr: " + " | ".join(shown) if shown else "")

    @property
    def _end(self) -> str:
        if self.status is None:
            return ""
        return f"; it exited with status {self.status}" if self.status >= 0 else f"; signal {-self.status} ended it"

    def feed(self, chunk: bytes) -> None:
        """Take in what was read; an endless line is cut."""
        *lines, rest = (self._rest + chunk).split(b"\n")
        self._rest = rest[: 4 * _LINE_WIDTH]
        self.lines.extend(text for line in lines[-_LINES_KEPT:] if (text := _shown(line)))

    def close(self) -> None:
        """Count an unfinished line as a line."""
        if text := _shown(self._rest):
            self.lines.append(text)
        self._rest = b""


def _shown(line: bytes) -> str:
    return one_line(line[: 4 * _LINE_WIDTH].decode("utf-8", "replace").strip(), _LINE_WIDTH)


@asynccontextmanager
async def running(
    command: Sequence[str], *, env: Mapping[str, str], cwd: Path | None, grace: float
) -> AsyncIterator[Process]:
    """Run ``command`` with pipes; however the block is left, no process of its group outlives it by much.

    Raises:
        ObservationError: the command cannot be started.
    """
    given = {**_inherited(command[0]), **env}
    try:
        process = await anyio.open_process(list(command), env=given, cwd=cwd, start_new_session=True)
    except FileNotFoundError:
        missing = f"{command[0]}: command not found"
        if cwd is not None and not cwd.is_dir():
            missing = f"folder {cwd} not found"
        elif " " in command[0].strip():
            missing += "; write the program alone as the command, and the rest as its arguments"
        raise ObservationError(missing) from None
    except (OSError, ValueError) as error:
        raise ObservationError(f"{command[0]}: cannot be started: {error}") from None
    try:
        yield process
    finally:
        with anyio.CancelScope(shield=True):
            await _end(process, grace)


def _inherited(command: str) -> dict[str, str]:
    """What a command sees of the environment; a launcher also its own settings, but none that names a secret."""
    own = Path(command).name in LAUNCHERS
    return {
        name: value
        for name, value in os.environ.items()
        if name in INHERITED or name in NETWORK or (own and _LAUNCHERS_OWN.fullmatch(name) and not names_a_secret(name))
    }


async def _end(process: Process, grace: float) -> None:
    """Close the input, wait, SIGTERM, wait, SIGKILL: the order of the protocol's lifecycle, for the whole family."""
    others = family.members(process.pid)
    if process.stdin is not None:
        with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            await process.stdin.aclose()
    if not await _gone(process, grace):
        family.send(process.pid, others, signal.SIGTERM)
        await _gone(process, grace)
    others |= family.members(process.pid)
    family.send(process.pid, others, getattr(signal, "SIGKILL", signal.SIGTERM))
    await _gone(process, _KILLED)
    with anyio.move_on_after(_KILLED):
        while any(map(family.alive, others)):
            await anyio.sleep(0.005)
    _close_pipes(process)


async def _gone(process: Process, within: float) -> bool:
    """Whether the leader ends in time. Not ``process.wait()``: that waits for every child's end of the pipes too."""
    deadline = anyio.current_time() + within
    pause = 0.002
    while process.returncode is None:
        if anyio.current_time() >= deadline:
            return False
        await anyio.sleep(pause)
        pause = min(pause * 2, 0.05)
    return True


def _close_pipes(process: Process) -> None:
    """Let go of the pipes even where a survivor holds their other end; anyio has no public way to."""
    transport = getattr(getattr(process, "_process", None), "_transport", None)
    if transport is not None:
        with suppress(PermissionError):
            transport.close()
