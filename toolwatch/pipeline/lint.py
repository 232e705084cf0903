"""Observe, walk once, lint, and take away what was accepted before."""

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from fnmatch import fnmatchcase
from itertools import chain, groupby
from pathlib import Path

from toolwatch import similarity
from toolwatch.config.settings import Settings
from toolwatch.errors import ConfigError, UsageError
from toolwatch.lint import Options, baseline, check_settings, check_together, check_view
from toolwatch.lint.catalogue import chosen, find, verify
from toolwatch.lint.clients import client_named
from toolwatch.lint.options import Suppressed, Suppression
from toolwatch.lint.positions import Source, located
from toolwatch.lint.result import Heard, Linted
from toolwatch.lint.suppress import suppress
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Finding
from toolwatch.model.listing import Listing
from toolwatch.model.position import Position
from toolwatch.pipeline.lists.observe import hear_all
from toolwatch.pipeline.lists.targets import Target, known
from toolwatch.pipeline.lists.targets import configured as every_server
from toolwatch.sources.documents import exists

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Ask:
    """What one lint is asked."""

    targets: tuple[Target, ...] = ()
    """Empty: every configured server."""
    options: Options = field(default_factory=Options)
    baseline: Path | None = None
    """Findings in this file do not count."""
    twice: bool = False
    """Ask live servers a second time, and compare."""


@dataclass(frozen=True, slots=True)
class Configured:
    """What the configuration says of linting."""

    options: Options
    fail_on: str = "error"
    baseline: Path | None = None


def configured(settings: Settings) -> Configured:
    """The ``[lint]`` section; without one its defaults, for which the configuration's machinery is not even loaded.

    Raises:
        ConfigError: the section says something unknown, or names a rule, a setting or a client that does not exist.
    """
    if not settings.given("lint"):
        return Configured(Options(today=date.today()))
    section = settings.lint
    path = settings.root / section.baseline if section.baseline else None
    return Configured(options_of(settings), section.fail_on.value, path)


def options_of(settings: Settings) -> Options:
    """What the ``[lint]`` section asks of the linter; whatever it names exists.

    Raises:
        ConfigError: the section says something unknown, or names a rule, a setting or a client that does not exist.
    """
    options = settings.lint.options()
    try:
        verify(options)
        _clients(options)
    except UsageError as error:
        raise ConfigError(f"{settings.file}: lint.{error}" if settings.file else f"lint.{error}") from None
    return options


def _clients(options: Options) -> None:
    try:
        for client in options.clients:
            client_named(client)
    except UsageError as error:
        raise UsageError(f"clients: {error}") from None


def lint(ask: Ask, settings: Settings, *, progress: Progress | None = None) -> Linted:
    """Lint every target.

    Raises:
        UsageError: there is nothing to lint, or the options name a rule or a client that does not exist.
    """
    with _without_collection():
        return _lint(ask, settings, progress)


def _lint(ask: Ask, settings: Settings, progress: Progress | None) -> Linted:
    for client in ask.options.clients:
        client_named(client)
    rules = chosen(ask.options)
    known = baseline.read(ask.baseline) if ask.baseline else frozenset()
    wanted = targets_of(ask.targets, settings)
    heard = hear_all(wanted, settings, progress=progress)
    views = _views(heard, wanted, settings, twice=ask.twice, progress=progress)
    found = [check_view(view, options=ask.options) for view in views.values()]
    together = [view for at, view in views.items() if wanted[at].text in settings.servers]
    across = check_together(together, options=ask.options)
    parted = suppress((*chain(*found), *across), ask.options.suppressions, ask.options.today)
    ran = frozenset(rule.code for rule in rules)
    stale = check_settings(
        _judgeable(parted, tuple(views.values()), ran, narrowed=bool(ask.targets)), options=ask.options
    )
    new = [finding for finding in parted.kept if finding.fingerprint not in known]
    old_settings = [finding for finding in stale if finding.fingerprint not in known]
    origins = {id(finding): at for at, group in zip(views, found, strict=True) for finding in group}
    sources = {at: source for at, one in enumerate(heard) if (source := _source(one, wanted[at]))}
    return Linted(
        (*old_settings, *_placed(new, origins, sources, heard)),
        tuple(_heard(one, target) for one, target in zip(heard, wanted, strict=True)),
        accepted=len(parted.accepted),
        standing=len(parted.kept) + len(stale) - len(new) - len(old_settings),
        excerpt=_excerpt_of(sources.values()),
    )


@contextmanager
def _without_collection() -> Iterator[None]:
    """A lint makes many small values and keeps them all: looking for garbage among them costs a sixth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def targets_of(targets: Sequence[Target], settings: Settings) -> tuple[Target, ...]:
    """The targets, or every configured server that is enabled.

    Raises:
        UsageError: there are none.
    """
    wanted = known(targets, settings) or every_server(settings)
    if not wanted:
        raise UsageError("nothing to lint: name a file, a server or a command, or configure servers in toolwatch.toml")
    return wanted


def _views(
    heard: Sequence[Listing],
    wanted: Sequence[Target],
    settings: Settings,
    *,
    twice: bool,
    progress: Progress | None,
) -> dict[int, ListingView]:
    """By number of the target: the listings that could be seen, with what a second look gave where one is asked for."""
    seen = {at: one for at, one in enumerate(heard) if not one.coverage.failure}
    again: dict[int, Listing] = {}
    if twice:
        live = [at for at, one in seen.items() if one.file is None and not wanted[at].ref]
        second = hear_all([wanted[at] for at in live], settings, progress=progress) if live else ()
        again = {at: one for at, one in zip(live, second, strict=True) if not one.coverage.failure}
    return {at: ListingView.of(one, similarity.neighbours(one.tools), second=again.get(at)) for at, one in seen.items()}


def _judgeable(parted: Suppressed, views: Sequence[ListingView], ran: frozenset[str], *, narrowed: bool) -> Suppressed:
    """Leave out the suppressions whose servers or rules did not take part: of those nothing is known."""
    servers = [view.listing.server for view in views]

    def took_part(one: Suppression) -> bool:
        rules = {rule.code for rule in find(one.code)}
        if not rules <= ran or (narrowed and one.server == "*"):
            return False
        return any(fnmatchcase(server, one.server) for server in servers)

    return replace(parted, unused=tuple(one for one in parted.unused if took_part(one)))


def _placed(
    findings: Sequence[Finding], origins: Mapping[int, int], sources: Mapping[int, Source], heard: Sequence[Listing]
) -> Iterator[Finding]:
    """Findings with their positions in the files as they lie there now.

    ``origins`` tells the number of the target that a finding (by its ``id``) is about.
    """
    for at, group in groupby(findings, key=lambda finding: origins.get(id(finding), -1)):
        if at in sources:
            yield from located(group, sources[at], heard[at].tools)
        else:
            yield from group


def _excerpt_of(sources: Iterable[Source]) -> Callable[[Position], str]:
    """What stands at a position of one of ``sources``."""
    by_name = {source.name: source for source in sources}

    def excerpt(position: Position) -> str:
        return by_name[position.file].excerpt(position)

    return excerpt


def _source(listing: Listing, target: Target) -> Source | None:
    """The file that a target is, if it is one that lies there."""
    file = listing.file
    text = _text(file) if file is not None and not target.ref else None
    return None if text is None or file is None else Source(_written(file, target), text)


def _written(file: Path, target: Target) -> str:
    """The file as the user wrote it; of a configured server, its path from here."""
    if exists(Path(target.text)):
        return target.text
    return Path(os.path.relpath(file)).as_posix()


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _heard(listing: Listing, target: Target) -> Heard:
    return Heard(
        server=listing.server,
        target=str(target),
        tools=len(listing.tools),
        coverage=listing.coverage,
        file=_written(listing.file, target) if listing.file and not target.ref else "",
    )
