"""How ``log`` and ``show`` print; strangers' text is made harmless on the way."""

import json
from collections.abc import Iterator, Sequence
from textwrap import indent

from toolwatch.model.inert import one_line, visible
from toolwatch.model.tool import Json, Tool
from toolwatch.pipeline.history import Entry
from toolwatch.pipeline.show import Shown, Sighting
from toolwatch.snapshot import spelling
from toolwatch.snapshot.commits import Commit

_SHORT = 10


def log_text(entries: Sequence[Entry]) -> str:
    """One block for each commit: what it was, then each list with what changed in it."""
    lines: list[str] = []
    last: Commit | None = None
    for entry in entries:
        if entry.commit != last:
            lines.append(_line(entry.commit))
            last = entry.commit
        lines.append(f"    {one_line(entry.server)}, {one_line(entry.path)}: {one_line(entry.what[0])}")
        lines += [f"        {one_line(more)}" for more in entry.what[1:]]
    return "\n".join(lines) + "\n" if lines else "no commit has changed a tool list yet\n"


def log_document(entries: Sequence[Entry]) -> str:
    """The same as JSON."""
    return spelling.dumps(
        {
            "schema_version": 1,
            "entries": [
                {**_commit(entry.commit), "server": entry.server, "path": entry.path, "what": list(entry.what)}
                for entry in entries
            ],
        }
    )


def show_text(shown: Shown) -> str:
    """Where it was seen, then the tools as a model saw them."""
    match = shown.match
    of = f" {one_line(match.tool)}" if match.tool else f", {len(shown.tools)} tools"
    lines = [f"{match.digest}: {match.what}{of}"]
    for sighting in shown.sightings:
        lines += _sighting(sighting)
    for number, tool in enumerate(shown.tools, start=1):
        lines += ["", *_tool(tool, f"{number}. " if len(shown.tools) > 1 else "")]
    return "\n".join(lines) + "\n"


def show_document(shown: Shown) -> str:
    """The same as JSON, tools whole."""
    return spelling.dumps(
        {
            "schema_version": 1,
            "digest": shown.match.digest,
            "what": shown.match.what,
            "tool": shown.match.tool,
            "sightings": [
                {
                    "server": one.server,
                    "path": one.path,
                    "now": one.now,
                    "brought": [_commit(commit) for commit in one.brought],
                    "ended": [_commit(commit) for commit in one.ended],
                }
                for one in shown.sightings
            ],
            "tools": [dict(tool.raw) for tool in shown.tools],
        }
    )


def _sighting(sighting: Sighting) -> Iterator[str]:
    now = "it is so now" if sighting.now else "it is not so now"
    yield f"    {one_line(sighting.server)}, {one_line(sighting.path)}: {now}"
    yield from (f"        since {_line(commit)}" for commit in sighting.brought)
    yield from (f"        until {_line(commit)}" for commit in sighting.ended)


def _tool(tool: Tool, number: str) -> Iterator[str]:
    yield f"{number}{one_line(tool.name) or '(no name)'}"
    if tool.description:
        yield from (f"    {visible(line)}".rstrip() for line in tool.description.splitlines())
    yield indent(spelling.dumps(tool.raw.get("inputSchema")).rstrip("\n"), "    ")
    others = {key: value for key, value in tool.raw.items() if key not in ("name", "description", "inputSchema")}
    if others:
        yield f"    not sent to most models: {visible(json.dumps(others, ensure_ascii=False))}"


def _line(commit: Commit) -> str:
    return f"{commit.hash[:_SHORT]} {commit.day} {one_line(commit.author, 60)}: {one_line(commit.subject, 120)}"


def _commit(commit: Commit) -> dict[str, Json]:
    return {"commit": commit.hash, "date": commit.day, "author": commit.author, "subject": commit.subject}
