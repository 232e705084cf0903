"""Plans the files with which toolwatch starts in a project."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import combinations
from pathlib import Path

from toolwatch import __version__, similarity, suites
from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.model.listing import Completeness
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lists.committable import variables
from toolwatch.pipeline.lists.observe import Progress, observe_all
from toolwatch.pipeline.lists.surroundings import Around
from toolwatch.pipeline.lists.targets import Target
from toolwatch.snapshot import store


@dataclass(frozen=True, slots=True)
class Planned:
    """A file to write, and what stands there now (None: nothing)."""

    path: str
    text: str
    before: str | None
    server: str = ""
    """The server that the file is about; empty where it is about all."""


@dataclass(frozen=True, slots=True)
class First:
    """What servers said for their first snapshots, and by name why one has none."""

    kept: tuple[Snapshot, ...] = ()
    unseen: Mapping[str, str] = field(default_factory=dict)


def plan(
    root: Path, around: Around, names: Sequence[str], *, action: str = "", kept: Sequence[Snapshot] = ()
) -> list[Planned]:
    """The files, ``kept`` snapshots and their starter suites included; nothing is written.

    Args:
        root: the project.
        around: what ``look`` found.
        names: the servers to watch.
        action: ``OWNER/REPO@COMMIT`` of the Action for the workflow; empty installs the package there instead.
        kept: the servers' first snapshots.

    Raises:
        UsageError: ``action`` is not pinned to a commit.
    """
    check_action(action)
    return [
        Planned(path, text, _now(root / path), server)
        for server, path, text in (
            *_configured(around, names),
            *_observed(root, around, kept),
            *(("", path, text) for path, text in ({} if around.ci == "gitlab" else _workflows(action)).items()),
            *(() if "toolwatch" in around.hook else [("", ".pre-commit-config.yaml", _hook(around.hook))]),
        )
    ]


def unlisted(around: Around, names: Sequence[str]) -> list[str]:
    """Those of ``names`` that the project's configuration does not have yet."""
    return [name for name in names if name not in around.settings.servers]


def _configured(around: Around, names: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """The configuration: a new one, or the one that is there with new tables behind its end."""
    tables = {name: around.servers[name] for name in unlisted(around, names)}
    file = around.settings.file
    if file is None:
        yield "", "toolwatch.toml", _toml(tables)
        return
    if not tables:
        return
    prefix = "" if file.name == "toolwatch.toml" else "tool.toolwatch."
    text = file.read_text(encoding="utf-8").rstrip("\n") + "\n\n" + "\n".join(_tables(tables, prefix))
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        name = next(iter(tables))
        raise UsageError(
            f"{file.name}: takes no [{prefix}servers.{name}] behind its end: write its servers as tables of their own"
        ) from None
    yield "", file.name, text


def _observed(root: Path, around: Around, kept: Sequence[Snapshot]) -> Iterator[tuple[str, str, str]]:
    folder = Path(around.settings.suites)
    having = {suite.server for suite in suites.load(root / folder)} if kept and (root / folder).is_dir() else set()
    for snapshot in kept:
        path = store.path_of(Path(around.settings.snapshots), snapshot.server)
        yield snapshot.server, path.as_posix(), store.dumps(snapshot)
        place = folder / _slug(snapshot.server)
        if snapshot.server not in having and not (root / place).exists():
            for name, text in _suite(snapshot):
                yield snapshot.server, (place / name).as_posix(), text


def check_action(action: str) -> None:
    """Refuse an Action that is not pinned.

    Raises:
        UsageError: see above.
    """
    if action and not re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", action):
        raise UsageError(f"--action {action}: must name a commit, such as octo/toolwatch@{'0' * 40}")


def _now(file: Path) -> str | None:
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else None


def _toml(servers: Mapping[str, Mapping[str, object]]) -> str:
    lines = ["# What toolwatch watches; `toolwatch schema config` lists every setting with its default.", ""]
    lines += _tables(servers)
    return "\n".join([*lines, "[run]", 'model = "embedded" # a proxy; name a real model under [models.NAME]', ""])


def _tables(servers: Mapping[str, Mapping[str, object]], prefix: str = "") -> Iterator[str]:
    for name, table in servers.items():
        yield f"[{prefix}servers.{name}]"
        yield from (f"{key} = {_value(value)}" for key, value in table.items())
        yield ""


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_text(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(text: str) -> str:
    """A basic string of TOML: JSON's escapes but for pairs of surrogates, which TOML has not, and DEL, which it has."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def started(around: Around, names: Sequence[str]) -> list[str]:
    """Those of ``names`` that may be started or read: not what a client's configuration has disabled."""
    return [name for name in names if around.servers[name].get("enabled", True)]


def first(root: Path, around: Around, names: Sequence[str], *, progress: Progress | None = None) -> First:
    """Start or read those of ``names`` that may be; one that is not seen whole has no snapshot and costs no other."""
    there = {"servers": around.servers, "snapshots": around.settings.snapshots}
    settings = Settings(there, root=root, file=around.settings.file)
    targets = [Target(name) for name in started(around, names)]
    seen = observe_all(targets, settings, progress=progress, probe=True)
    whole = [one.coverage.completeness is Completeness.COMPLETE for one in seen]
    return First(
        tuple(one for one, complete in zip(seen, whole, strict=True) if complete),
        {
            target.text: _why(one, around, target.text)
            for target, one, complete in zip(targets, seen, whole, strict=True)
            if not complete
        },
    )


def _why(seen: Snapshot, around: Around, name: str) -> str:
    how = "could not be observed" if seen.coverage.failure else "was seen only in part"
    return f"{how} for its first snapshot: {'; '.join(seen.coverage.trouble)}{_unset(around, name)}"


def _unset(around: Around, name: str) -> str:
    """A client's file holds the values themselves, which a file that is committed must not."""
    names = ", ".join(variables(around.servers[name]))
    return f"; values that may be secret are not copied, so set {names}" if names else ""


def _suite(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """A starter suite: the closest tools as boundaries, with pairs to be filled in."""
    from jinja2 import Environment

    environment = Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    environment.filters |= {"quoted": json.dumps, "slug": _slug}
    suite = environment.from_string(_starter("suite.yaml.j2"))
    yield "system.md", _starter("system.md")
    yield "suite.yaml", suite.render(server=snapshot.server, boundaries=closest(snapshot))


def _slug(text: str) -> str:
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or "tools"


def _starter(name: str) -> str:
    return files("toolwatch.pipeline").joinpath("starter", name).read_text(encoding="utf-8")


def closest(snapshot: Snapshot, most: int = 3) -> list[tuple[str, str, float]]:
    """The pairs of tools that resemble each other most."""
    near = similarity.neighbours(snapshot.tools)
    names = list(dict.fromkeys(tool.name for tool in snapshot.tools if tool.name))
    scored = [(near.score(first, second), first, second) for first, second in combinations(names, 2)]
    ranked = sorted((item for item in scored if item[0] > 0), key=lambda item: (-item[0], item[1], item[2]))
    return [(first, second, score) for score, first, second in ranked[:most]]


def _workflows(action: str) -> dict[str, str]:
    folder = files("toolwatch.github").joinpath("workflows")
    check = "toolwatch-action.yml" if action else "toolwatch.yml"
    sources = {"toolwatch.yml": check, "toolwatch-comment.yml": "", "toolwatch-watch.yml": ""}
    return {
        f".github/workflows/{name}": folder.joinpath(source or name)
        .read_text(encoding="utf-8")
        .replace("__VERSION__", __version__)
        .replace("__ACTION__", action)
        for name, source in sources.items()
    }


def _hook(before: str) -> str:
    """The pre-commit configuration with toolwatch first; the package of this environment runs, so it works offline."""
    entry = _starter("hook.yaml")
    if not before.strip():
        return "repos:\n" + entry
    match = re.search(r"^repos:[ \t]*(?:#.*)?\n", before, re.MULTILINE)
    return before[: match.end()] + entry + before[match.end() :] if match else before
