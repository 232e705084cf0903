"""toolwatch as an MCP server: what an agent that edits tool descriptions asks before it hands in its edit.

Only configured servers and files below the project's folder can be named: no command, no URL, no path that leaves it.
"""

import json
import os
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from toolwatch import __version__, report
from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, ToolwatchError, UsageError
from toolwatch.model.inert import one_line
from toolwatch.pipeline.lists.places import cut
from toolwatch.pipeline.lists.targets import Target, parse
from toolwatch.report.escape import json_text
from toolwatch.report.plain import plain
from toolwatch.sources.documents import files_of

if TYPE_CHECKING:
    from mcp.server import MCPServer

INSTRUCTIONS = (
    "toolwatch tests MCP tool descriptions the way a type checker and a test suite test code. After editing "
    "descriptions or schemas: lint_tools finds mistakes in one list, diff_tools says what the edit changed, "
    "list_affected_cases says which test requests it can move, and check_edit asks the model and decides."
)

Place = Annotated[
    str,
    Field(
        description="A server's name in toolwatch.toml, or the path of a tool list or snapshot inside the project. "
        "NAME@REF or PATH@REF reads it at a git ref, such as shop@main."
    ),
]
Base = Annotated[
    str,
    Field(description="Git ref to compare with, such as main or HEAD~1. Empty means HEAD."),
]


def build(settings: Settings) -> "MCPServer":
    """The server, ready to be run on any transport."""
    from mcp_types import ToolAnnotations

    server = _strict()("toolwatch", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR")
    desk = Desk(settings)
    reads = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    asks = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=True)
    free: tuple[Callable[..., str], ...] = (desk.lint_tools, desk.diff_tools, desk.list_affected_cases)
    tools: tuple[Callable[..., str], ...] = (*free, desk.check_edit, desk.explain_rule)
    for work in tools:
        says = " ".join((work.__doc__ or "").split())
        hints = asks if work == desk.check_edit else reads
        server.tool(description=says, annotations=hints, structured_output=False)(_told(work))
    return server


def _strict() -> "type[MCPServer]":
    """The SDK's server, which says in one line what is wrong with arguments and passes over none that it does not know.

    A base under another name must not quietly mean HEAD.
    """
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    class Strict(MCPServer):
        async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
            """Check the arguments, then do it."""
            schemas = {tool.name: tool.input_schema for tool in await self.list_tools()}
            if fault := _fault(schemas[name], arguments) if name in schemas else "":
                raise ToolError(f"{name}: {fault}")
            return await super().call_tool(name, arguments, context)

    return Strict


def _fault(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    """What is wrong with the arguments of a tool whose parameters are strings; empty where nothing is."""
    there = ", ".join(schema["properties"])
    for name, value in arguments.items():
        if name not in schema["properties"]:
            return f"takes no argument {one_line(name, 80)!r}; it takes {there}"
        if not isinstance(value, str):
            return f"{name} must be a string"
    missing = [name for name in schema.get("required", ()) if name not in arguments]
    return f"needs the argument {missing[0]!r}" if missing else ""


def _told(work: Callable[..., str]) -> Callable[..., str]:
    """``work`` with failures as the kind of error whose text the SDK passes on; of a bug it is one line, too."""

    @wraps(work)
    def tell(**arguments: str) -> str:
        from mcp.server.mcpserver.exceptions import ToolError

        try:
            return work(**arguments)
        except ToolwatchError as error:
            raise ToolError(str(error)) from None
        except Exception as bug:
            reason = one_line(f"{type(bug).__name__}: {bug}", 300)
            raise ToolError(f"toolwatch itself tripped over it, please report this: {reason}") from None

    return tell


class Desk:
    """The five tools. Their docstrings are what models read."""

    def __init__(self, settings: Settings):
        self._settings = settings

    def lint_tools(self, target: Place) -> str:
        """Find mistakes in one MCP tool list as it stands: misleading descriptions, invalid schemas, refused names.

        Looks at a single list and compares nothing; to compare two versions use diff_tools. Returns findings as JSON,
        each with a rule code that explain_rule explains.
        """
        from toolwatch.lint.formats.json import document
        from toolwatch.pipeline.lint import Ask, lint, options_of

        options = options_of(self._settings)
        found = lint(Ask((self._target(target),), options), self._settings)
        return json_text(json.dumps(plain(document(found)), indent=2))

    def diff_tools(self, before: Place, after: Place) -> str:
        """Compare two versions of an MCP tool list and say what changed: what breaks callers, what a model reads anew.

        Runs no test request; to learn which requests an edit can move use list_affected_cases, and to ask the model
        use check_edit. Returns changes as JSON.
        """
        from toolwatch.pipeline.diff import Compare, diff

        found = diff(Compare(self._target(before), self._target(after)), self._settings)
        return report.render(found.shown, "json", part="diff")

    def list_affected_cases(self, server: Place, base: Base = "") -> str:
        """List the test requests that an edit of a server's tool descriptions can have moved, each with its reason.

        Asks no model and costs nothing; use it to see how much check_edit would ask. Returns JSON by server.
        """
        from toolwatch.pipeline.affected import Request, choose

        chosen = choose(Request((self._target(server),), base=self._base(base)), self._settings)
        return self._written({name: plain(one) for name, one in chosen.items()}, "affected")

    def check_edit(self, server: Place, base: Base = "") -> str:
        """Decide whether an edit of a server's tool descriptions may be merged.

        Reruns the affected test requests before and after with the configured model, which may cost money, and returns
        a verdict as Markdown with every request that now reaches a wrong tool. Use it once the edit is finished.
        """
        from toolwatch.pipeline.check import Ask, check

        found = check(Ask((self._target(server),), base=self._base(base)), self._settings)
        return report.render(found, "markdown", limit=20_000)

    def explain_rule(
        self, code: Annotated[str, Field(description="Code or name of a rule, such as TW101 or missing_description.")]
    ) -> str:
        """Explain one rule by its code or name: what it sees, why a model is misled by it, what to write instead.

        Use it for a code that lint_tools or diff_tools returned; it looks at no tool list itself.
        """
        from toolwatch.pipeline.rules import rules

        named = rules([code])
        if len(named) > 1:
            raise UsageError(f"{code!r} names {len(named)} rules: give the code of one, such as {named[0].code}")
        return self._entry(named[0])

    @staticmethod
    def _entry(entry: Any) -> str:
        return "\n".join(f"{key}: {value}" for key, value in plain(entry).items() if value)

    def _target(self, text: str) -> Target:
        """A target inside the project.

        Raises:
            UsageError: it is a URL, starts something, or leaves the project's folder.
        """
        target = parse(text)
        if target.text in self._settings.servers:
            return target
        path, pointer = cut(target.text)
        place = self._inside(path) if ":" not in target.text else None
        found = None if place is None else self._from_here(place, pointer, target.ref)
        if found is None or not all(self._holds(cut(one)[0]) for one in (found.text, str(found))):
            names = ", ".join(self._settings.servers) or "none"
            shown = repr(one_line(text, 120))
            raise UsageError(f"{shown} is neither a configured server ({names}) nor a file inside the project")
        return found

    @staticmethod
    def _from_here(place: Path, pointer: str, ref: str) -> Target:
        return Target(os.path.relpath(place) + (f"#{pointer}" if pointer else ""), ref=ref)

    def _base(self, text: str) -> str:
        """A base: a git ref, unless it is called as a file is.

        Raises:
            UsageError: it is a URL, a file outside the project, or longer than a name can be.
        """
        named = parse(text).text
        paths = [root / path for path in (named, cut(named)[0]) if path for root in (Path(), self._root)]
        try:
            lies = any(path.exists() for path in paths)
        except (OSError, ValueError):
            raise UsageError(f"{one_line(text, 120)!r} is no git ref: none can be called so") from None
        return str(self._target(text)) if lies or "://" in text else text

    @property
    def _root(self) -> Path:
        return Path(self._settings.root or ".").resolve()

    def _inside(self, path: str) -> Path | None:
        """Where a path leads, links followed; None where that is outside the project or nowhere."""
        try:
            place = (self._root / path).resolve()
        except (OSError, ValueError, RuntimeError):
            return None
        return place if place.is_relative_to(self._root) else None

    def _holds(self, path: str) -> bool:
        """Whether every file that a path means, be it a folder or a pattern, lies inside the project."""
        try:
            return all(self._inside(os.path.abspath(file)) for file in files_of(Path(path), path))
        except ObservationError:
            return True  # nothing there can be read; whoever reads says so

    @staticmethod
    def _written(value: Any, name: str) -> str:
        return json_text(json.dumps({"schema_version": 1, name: value}, indent=2))


def own() -> "MCPServer":
    """The server on the defaults, to be listed in memory."""
    return build(Settings())


def serve(settings: Settings) -> None:
    """Serve on stdin and stdout until they are closed."""
    build(settings).run("stdio")
