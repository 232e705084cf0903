"""Starts strangers' servers with as little of the machine as the platform can take away, and says what that was."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from toolwatch.config.servers import ServerSettings
from toolwatch.config.watch import WatchSettings
from toolwatch.errors import UsageError
from toolwatch.sources.documents import exists

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt")
_CONFIGURATION = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
_NAMES = ("/etc/ssl", "/etc/ca-certificates", "/etc/pki", "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf")
"""What the network needs besides; shown only to servers that may use it."""
HOME = "/home/watched"
_FILES = 1 << 30


@dataclass(frozen=True, slots=True)
class Protected:
    """A server as it is started under protection, and the protection in words."""

    server: ServerSettings
    words: str


def protect(name: str, server: ServerSettings, settings: WatchSettings, *, root: Path, home: Path) -> Protected:
    """The server with its command wrapped; one without a command is left as it is.

    Args:
        name: the server's name, looked up in ``settings.network``.
        server: how it is reached.
        settings: what is wanted.
        root: the folder that relative paths of the configuration start from.
        home: an empty folder that is the server's HOME and working folder where nothing better can be had.

    Raises:
        UsageError: a sandbox is required and there is none.
    """
    if server.command is None:
        return _without_command(name, server, settings)
    command = (_found(server.command, root), *(_absolute(word, server, root) for word in server.args or ()))
    if settings.container:
        words = "container: " + " ".join(settings.container)
        return Protected(_with(server, (*settings.container, server.command, *(server.args or ()))), words)
    online = name in settings.network
    limits, limited = _limits(settings)
    if settings.sandbox != "off" and bubblewrap():
        inside = (*_wrapped(command, server, root, online=online), *limits, *command)
        net = "network allowed" if online else "no network"
        of_project = any(Path(word).is_relative_to(os.path.abspath(root)) for word in command[1:])
        more = '; cwd = "." shows it the rest of the project' if of_project and not server.cwd else ""
        words = f"bubblewrap: {net}, no files but the system's and its own{more}{limited}"
        return Protected(_with(server, inside), words)
    if settings.sandbox == "require":
        raise UsageError(f"{name}: no sandbox: bubblewrap (bwrap) is not installed or may not be used here")
    own = {"HOME": str(home), "TMPDIR": str(home), **server.env}
    bare = _with(server, (*limits, *command), cwd=server.cwd or str(home)).model_copy(update={"env": own})
    words = "no sandbox: network and files are open to it; minimal environment, own HOME and working folder"
    return Protected(bare, words + limited)


def _without_command(name: str, server: ServerSettings, settings: WatchSettings) -> Protected:
    if server.python is None:
        where = "is read from a file" if server.file is not None else "runs elsewhere"
        return Protected(server, f"{where}: nothing is started here")
    if settings.sandbox == "require":
        raise UsageError(f"{name}: no sandbox: `python` imports the project's own code; give its `command` instead")
    return Protected(server, "no sandbox: the project's own code is imported, and may do what you may")


@cache
def bubblewrap() -> str:
    """The path of a bubblewrap that works here, or an empty string."""
    found = shutil.which("bwrap")
    if found is None or sys.platform != "linux":
        return ""
    try:
        tried = subprocess.run(
            [found, "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return found if tried.returncode == 0 else ""


def _with(server: ServerSettings, command: tuple[str, ...], *, cwd: str | None = None) -> ServerSettings:
    """The server with another command. What ``env`` says stays there: on a command line everybody could read it."""
    return server.model_copy(update={"command": command[0], "args": command[1:], "cwd": cwd or server.cwd})


def _found(command: str, root: Path) -> str:
    """The command as a path, so that the sandbox can be shown the folder it is in."""
    beside = root / command
    if "/" in command and exists(beside):
        return str(Path(os.path.abspath(beside)))
    return shutil.which(command) or command


def _absolute(word: str, server: ServerSettings, root: Path) -> str:
    """An argument that names a file from where the server would be started keeps naming it."""
    file = Path(_folder(server, root) or root) / word
    return os.path.abspath(file) if not word.startswith("-") and exists(file) else word


def _limits(settings: WatchSettings) -> tuple[tuple[str, ...], str]:
    prlimit = shutil.which("prlimit")
    if prlimit is None:
        return (), "; no limits on memory and time"
    data = settings.memory << 20
    words = f"; at most {settings.memory} MB and {settings.seconds} s of processor time"
    return (prlimit, f"--data={data}", f"--cpu={settings.seconds}", f"--fsize={_FILES}", "--core=0", "--"), words


def _wrapped(command: tuple[str, ...], server: ServerSettings, root: Path, *, online: bool) -> tuple[str, ...]:
    arguments = [bubblewrap(), "--unshare-all", "--die-with-parent", "--new-session"]
    if online:
        arguments.append("--share-net")
    for place in _SYSTEM:
        if os.path.islink(place):
            arguments += ["--symlink", os.readlink(place), place]
        elif os.path.isdir(place):
            arguments += ["--ro-bind", place, place]
    for place in (*_CONFIGURATION, *(_NAMES if online else ())):
        arguments += ["--ro-bind-try", place, place]
    arguments += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", HOME]
    for shown in _shown(command, server, root):
        arguments += ["--ro-bind", shown, shown]
    arguments += ["--setenv", "HOME", HOME, "--setenv", "TMPDIR", "/tmp"]
    return (*arguments, "--chdir", _folder(server, root) or HOME, "--")


def _shown(command: tuple[str, ...], server: ServerSettings, root: Path) -> list[str]:
    """What of the file system the server needs: its interpreter's installation, its own files, its working folder."""
    program = Path(command[0])
    places = {_installation(program), _installation(program.resolve())} if program.is_absolute() else set()
    hidden = {"/", str(Path.home()), str(Path(os.path.abspath(root))), *_SYSTEM} - {_folder(server, root)}
    for word in command[1:]:
        file = Path(word)
        if file.is_absolute() and exists(file):
            # Of a folder that is not shown whole, such as the project's, at least the file that is named.
            places.add(str(file.parent if file.is_file() and str(file.parent) not in hidden else file))
    if folder := _folder(server, root):
        places.add(folder)
    return sorted(place for place in places if place not in hidden and not place.startswith(("/usr/", "/dev", "/proc")))


def _installation(program: Path) -> str:
    """The folder of a program, or the virtual environment or prefix around its ``bin``."""
    return str(program.parent.parent if program.parent.name in ("bin", "Scripts") else program.parent)


def _folder(server: ServerSettings, root: Path) -> str:
    return os.path.abspath(root / server.cwd) if server.cwd else ""
