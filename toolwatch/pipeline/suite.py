"""Suites are made, grown, checked and counted."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from toolwatch import similarity, suites
from toolwatch.config.settings import FOLDERS, Settings
from toolwatch.errors import ObservationError, SuiteError, UsageError
from toolwatch.model.files import write_whole
from toolwatch.model.finding import Finding
from toolwatch.model.inert import mended, one_line
from toolwatch.model.listing import Completeness, Listing
from toolwatch.model.position import Position
from toolwatch.model.similarity import Neighbours
from toolwatch.model.suite import NO_TOOL, Case, Suite
from toolwatch.pipeline.lists.observe import observe
from toolwatch.pipeline.lists.targets import Target, parse
from toolwatch.snapshot import store
from toolwatch.suites import importing, lint, reading, stats, writing
from toolwatch.suites.base import Draft
from toolwatch.suites.files import FILE, FURTHER
from toolwatch.suites.redaction import Redactor, Replaced

Progress = Callable[[str], None]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")
ADDED = "added.yaml"
"""Name of the file under ``cases/`` that ``suite add`` writes to."""


@dataclass(frozen=True, slots=True)
class Misrouted:
    """A request from production, and where it should have gone."""

    request: str
    expected: tuple[str, ...]
    chosen: str = ""
    """Where it went."""
    id: str = ""
    must_not: tuple[str, ...] = ()
    category: str = ""
    language: str = ""
    source: str = ""
    note: str = ""
    replace: tuple[str, ...] = ()
    """Further words to replace, such as a name."""
    redact: bool = True


@dataclass(frozen=True, slots=True)
class Written:
    """What was written where, and which personal data was replaced on the way."""

    files: tuple[Path, ...]
    cases: tuple[Draft, ...]
    replaced: tuple[Replaced, ...] = ()
    skipped: tuple[str, ...] = ()
    format: str = ""


def known(found: Sequence[Suite], settings: Settings) -> None:
    """Refuse a suite that nobody would ask: with a misspelt server it would be left out in silence.

    Raises:
        UsageError: a suite is for a server that is not configured.
    """
    for suite in found:
        if suite.server not in settings.servers:
            raise UsageError(
                f"the suite {suite.name} is for the server {suite.server}, which is not configured: "
                f"add [servers.{suite.server}], or name the targets"
            )


def of_project(settings: Settings) -> tuple[Suite, ...]:
    """The suites in the folder for them; none where there is no such folder and no other one is named.

    Raises:
        UsageError: the configuration names a folder that is not there.
    """
    place = settings.root / settings.suites
    if not place.exists() and settings.suites == FOLDERS["suites"]:
        return ()
    return suites.load(place)


def named(path: Path) -> tuple[Suite, ...]:
    """The suites of a folder or file that somebody has named.

    Raises:
        UsageError: there is none.
    """
    found = suites.load(path)
    if not found:
        raise UsageError(f"--suite {one_line(str(path))}: there is no suite; `toolwatch suite new NAME` makes one")
    return found


def meant_for(found: Sequence[Suite], server: str) -> tuple[Suite, ...]:
    """The suites that were named for one target: every case is about it, whatever they call their server."""
    return tuple(replace(suite, server=server) for suite in found)


def folder(settings: Settings, name: str = "") -> Path:
    """Where suites lie, or the suite of that name; a path that exists is taken as it is."""
    if name and _there(Path(name)):
        return Path(name)
    return settings.root / settings.suites / name


def new(settings: Settings, name: str, server: str) -> Path:
    """Begin a suite for a server.

    Raises:
        SuiteError: there is one of that name.
        UsageError: servers are configured, and none is called so.
    """
    return writing.new(_place(settings, name, server), server)


def _place(settings: Settings, name: str, server: str) -> Path:
    """The folder of a suite that is to be made, its name and its server looked at."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"'{one_line(name, 60)}' is no name for a suite: it becomes a folder's name, of letters, digits and . _ -, "
            "starts with a letter or digit and has at most 120 characters"
        )
    if settings.servers and server not in settings.servers:
        there = ", ".join(settings.servers)
        raise UsageError(f"no server is called {one_line(server, 80)}: give --server, one of {there}")
    if not server.strip() or not _sound(server):
        raise UsageError("--server is no name: give one that holds text")
    return settings.root / settings.suites / name


def _there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # too long for a name
        return False


def _sound(text: str) -> bool:
    """Whether a text from the command line was UTF-8."""
    return mended(text) == text


def _redactor(words: Sequence[str]) -> Redactor:
    if not all(word.strip() for word in words):
        raise UsageError("--replace is empty: give the text to replace")
    return Redactor(tuple(words))


def add(settings: Settings, name: str, case: Misrouted) -> Written:
    """Make a case of a request that went wrong.

    Raises:
        SuiteError: no such suite, the id is taken, a tool is none of the server's, or the file cannot be added to.
    """
    suite = one(settings, name)
    taken = {each.id for each in suite.cases}
    if case.id in taken:
        raise SuiteError(f"{suite.name}: the id {case.id!r} is taken; choose another")
    redactor = _redactor(case.replace)
    draft = _drafted(case)
    if case.redact:
        importing.clean(draft, redactor)  # what one text tells to be a name is replaced in those before it too
        draft = importing.clean(draft, redactor)
    request = draft.request
    if same := next((each for each in suite.cases if each.request == request and not each.history), None):
        raise UsageError(
            f"{suite.name}: the case {same.id} asks that already; change it, or word the request otherwise"
        )
    draft = replace(draft, id=draft.id or importing.slug(request, taken))
    writing.check(draft, where="the new case")
    _real(suite, case, settings)
    file = _home(suite) / FURTHER / ADDED
    writing.append(file, draft)
    return Written((file,), (draft,), tuple(redactor.replaced))


def _drafted(case: Misrouted) -> Draft:
    if NO_TOOL in case.expected and set(case.expected) != {NO_TOOL}:
        raise UsageError(f"--expect names tools and {NO_TOOL}: a case has a right tool or none")
    if not all(tool.strip() for tool in (*case.expected, *case.must_not)):
        raise UsageError(f"a tool without a name: --expect and --must-not take a tool, --expect {NO_TOOL} says no tool")
    if not case.request.strip():
        raise UsageError("the request is empty")
    went = f"went to {case.chosen}" if case.chosen else ""
    draft = Draft(
        case.request,
        tuple(dict.fromkeys(tool for tool in case.expected if tool != NO_TOOL)),
        Position("command line", 1),
        id=case.id,
        must_not=tuple(dict.fromkeys(case.must_not)),
        category=case.category,
        language=case.language,
        source=case.source or "production",
        note="; ".join(text for text in (case.note, went) if text),
    )
    texts = (draft.request, draft.id, draft.category, draft.language, draft.source, draft.note)
    if not all(map(_sound, (*texts, *draft.expected, *draft.must_not))):
        raise UsageError("what is given for the case is no UTF-8 text")
    return draft


def _real(suite: Suite, case: Misrouted, settings: Settings) -> None:
    """Refuse tools that the server does not have, as far as that can be known without starting it."""
    server = settings.servers.get(suite.server)
    kept = store.path_of(settings.root / settings.snapshots, suite.server)
    if server is not None and server.file is not None:
        snapshot = observe(Target(suite.server), settings)
    elif kept.is_file():
        snapshot = store.read(kept)
    else:
        return
    if snapshot.coverage.failure:
        return
    expected = tuple(tool for tool in case.expected if tool != NO_TOOL)
    asked = Case("the new case", case.request, expected, must_not=case.must_not, position=Position("command line", 1))
    suites.check(Suite(suite.name, suite.server, cases=(asked,)), snapshot.listing)


def bring_in(
    settings: Settings,
    name: str,
    path: Path,
    *,
    server: str = "",
    format_name: str = "",
    redact: bool = True,
    words: Sequence[str] = (),
    tools_file: Path | None = None,
) -> Written:
    """Import a file into a suite, which is made where there is none yet.

    Raises:
        SuiteError: the file cannot be read, or was imported before.
        UsageError: the suite is new and no server is given.
    """
    home = folder(settings, name)
    fresh = not _there(home / FILE)
    if fresh and not server:
        raise UsageError(f"there is no suite '{one_line(name, 60)}' yet; give --server, so that one can be made")
    suite = None if fresh else one(settings, name)
    if suite is None:
        home = _place(settings, name, server)
    elif server and server != suite.server:
        raise UsageError(f"the suite {suite.name} is for the server {one_line(suite.server)}: leave --server out")
    target = home / FURTHER / f"{_stem(path)}.yaml"
    if target.exists():
        raise SuiteError(f"{target}: is there already; remove it to import {path.name} again")
    _redactor(words)
    taken = {case.id for case in suite.cases} if suite else set()
    found = importing.read(path, format_name=format_name, taken=taken, redact=redact, words_to_replace=words)
    if tools_file is not None and not found.tools:
        raise UsageError(f"{path}: carries no tool definitions that --tools could write")
    for draft in found.cases:
        writing.check(draft)
    head = f"Imported from {one_line(path.name)} ({found.format}) by `toolwatch suite import`."
    text = writing.cases_text(found.cases, head=head)
    reading.further(text, name=str(target))
    files = [target]
    if tools_file is not None:
        write_whole(tools_file, writing.tools_text(found.tools))
        files.append(tools_file)
    if fresh:
        writing.new(home, server)
    write_whole(target, text)
    skipped = tuple(f"{entry.position}: {entry.reason}" for entry in found.skipped)
    return Written(tuple(files), found.cases, found.replaced, skipped, found.format)


def _stem(path: Path) -> str:
    """The name of a file that holds the cases of another, harmless to look at."""
    return re.sub(r"[^\w.-]+", "-", path.stem).strip("-.")[:80] or "cases"


def check(
    settings: Settings, names: Sequence[str], *, target: Target | None = None, progress: Progress | None = None
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Lint suites against their servers.

    Returns:
        The findings, and what could not be seen: a server that is not reachable is said, and its rules are left out.
    """
    findings: list[Finding] = []
    blind: list[str] = []
    listings: dict[str, Listing | None] = {}
    for suite in chosen(settings, names):
        if suite.server not in listings:
            listings[suite.server] = _listing(suite, settings, target, blind, progress)
        listing = listings[suite.server]
        near = similarity.neighbours(listing.tools) if listing else Neighbours()
        findings += lint.check(lint.View(suite, listing, near, _models(settings)))
    return tuple(findings), tuple(blind)


def counted(
    settings: Settings, names: Sequence[str], *, target: Target | None = None, progress: Progress | None = None
) -> tuple[stats.Stats, ...]:
    """Count suites; tools without cases are counted where the server can be seen."""
    found = []
    for suite in chosen(settings, names):
        listing = _listing(suite, settings, target, [], progress)
        found.append(stats.count(suite, [tool.name for tool in listing.tools] if listing else ()))
    return tuple(found)


def chosen(settings: Settings, names: Sequence[str]) -> tuple[Suite, ...]:
    """The suites of those names, or all."""
    return tuple(one(settings, name) for name in names) or suites.load(folder(settings))


def one(settings: Settings, name: str) -> Suite:
    """The suite of that name, or in that folder.

    Raises:
        SuiteError: there is none; the text lists those that there are.
    """
    place = folder(settings, name)
    file = place if _there(place) and place.is_file() else place / FILE
    if not _there(file) or not file.is_file():
        there = sorted(path.parent.name for path in folder(settings).glob(f"*/{FILE}"))
        raise SuiteError(f"there is no suite '{one_line(name, 60)}'; there are {', '.join(there) or 'none yet'}")
    return reading.read(file, within=file.parent.parent if file.parent.parent == folder(settings) else None)


def _home(suite: Suite) -> Path:
    assert suite.folder is not None
    return suite.folder


def _models(settings: Settings) -> tuple[str, ...]:
    """The models that are configured; ``embedded`` is no model."""
    named = {f"{model.provider}:{model.model}" for model in settings.models.values() if model.provider != "embedded"}
    return tuple(sorted(named))


def _listing(
    suite: Suite, settings: Settings, target: Target | None, blind: list[str], progress: Progress | None
) -> Listing | None:
    try:
        snapshot = observe(target or parse(suite.server), settings, progress=progress)
    except (UsageError, ObservationError) as error:
        blind.append(f"{suite.name}: the server {one_line(suite.server)} cannot be looked at: {error}")
        return None
    if snapshot.coverage.completeness is not Completeness.COMPLETE:
        why = snapshot.coverage.failure or "; ".join(snapshot.coverage.problems) or "a list was refused"
        blind.append(f"{suite.name}: the server {one_line(suite.server)} was not seen whole: {one_line(why)}")
        return None
    return replace(snapshot.listing, server=suite.server)


def findings_document(findings: Sequence[Finding], blind: Sequence[str]) -> Mapping[str, object]:
    """Findings as JSON, in the shape that ``lint`` gives."""
    fields = ("code", "name", "family", "severity", "server", "tool", "path", "message")
    return {
        "schema_version": 1,
        "findings": [
            {field: str(getattr(finding, field)) for field in fields} | {"position": str(finding.position)}
            for finding in findings
        ],
        "not_seen": list(blind),
    }
