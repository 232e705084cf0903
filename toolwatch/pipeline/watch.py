"""Checks servers against what is committed, once or for as long as it is left running, and tells of drift."""

import os
import shlex
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from toolwatch import report as formats
from toolwatch.config.servers import ServerSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import ToolwatchError, UsageError
from toolwatch.github.api import Api
from toolwatch.github.comments import ROOM, worth_saying
from toolwatch.github.event import run_url
from toolwatch.github.issues import Tracker
from toolwatch.github.pulls import Proposer, Update
from toolwatch.model.listing import Completeness
from toolwatch.model.report import Report
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict
from toolwatch.pipeline import sandbox
from toolwatch.pipeline.check import Ask, check
from toolwatch.pipeline.lists.targets import Target, configured, reached
from toolwatch.pipeline.rerun import cases
from toolwatch.report.escape import code
from toolwatch.snapshot import store
from toolwatch.snapshot.repository import git

Progress = Callable[[str], None]
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be watched and who is told."""

    servers: tuple[str, ...] = ()
    """Empty: every configured server that is enabled, and its variants."""
    select: str = ""
    issue: bool = False
    """Keep one issue per server on GitHub."""
    pull_request: bool = False
    """Keep one pull request per server there, with the new snapshot."""
    webhook: str = ""
    """URL that gets a JSON POST when a server's drift has changed."""
    author: str = ""


@dataclass(frozen=True, slots=True)
class Watched:
    """What one round found out about one server."""

    server: str
    report: Report
    protection: str
    trouble: ToolwatchError | None = None
    """Why somebody who should have been told of it was not."""

    @property
    def drifted(self) -> bool:
        """Whether there is anything that a person should see: a change, a finding, or that nothing could be seen."""
        return worth_saying(self.report)


@contextmanager
def guarded(settings: Settings) -> Iterator[tuple[Settings, Mapping[str, str]]]:
    """The settings with every server's command wrapped, and the protection of each in words.

    Raises:
        UsageError: a sandbox is required and there is none.
    """
    with tempfile.TemporaryDirectory(prefix="toolwatch-") as folder:
        protected = {}
        for number, (name, server) in enumerate(_each(settings)):
            home = Path(folder) / str(number)
            home.mkdir()
            protected[name] = sandbox.protect(name, server, settings.watch, root=settings.root, home=home)
        servers = {
            name: protected[name].server.model_copy(
                update={"variants": {one: protected[f"{name}:{one}"].server.as_variant() for one in server.variants}}
            )
            for name, server in settings.servers.items()
        }
        yield settings.replaced(servers=servers), {name: one.words for name, one in protected.items()}


def _each(settings: Settings) -> Iterator[tuple[str, ServerSettings]]:
    """Every configured server and every variant of it by the name of its target."""
    for name, server in settings.servers.items():
        yield name, server
        yield from ((f"{name}:{variant}", server.variant(variant)) for variant in server.variants)


def chosen(wish: Wish, settings: Settings) -> tuple[str, ...]:
    """The servers to watch.

    Raises:
        UsageError: there is nothing to watch, or a name that is not configured.
    """
    names = wish.servers or tuple(target.text for target in configured(settings))
    unknown = [name for name in names if reached(name, settings) is None]
    if unknown:
        there = ", ".join(name for name, _ in _each(settings)) or "none"
        raise UsageError(f"{unknown[0]}: no such server; configured: {there}")
    if not names:
        raise UsageError("nothing to watch: configure servers in toolwatch.toml")
    return names


def look(wish: Wish, settings: Settings, *, progress: Progress | None = None) -> Iterator[Watched]:
    """Check every server by itself, so that one that fails hides no other.

    Raises:
        UsageError: there is nothing to watch, or a name that is not configured.
    """
    names = chosen(wish, settings)
    with guarded(settings) as (safe, protections):
        for name in names:
            yield Watched(name, _report(name, wish, safe, protections[name], progress), protections[name])


def _report(name: str, wish: Wish, settings: Settings, protection: str, progress: Progress | None) -> Report:
    # What is committed of a file is the file itself, so its drift shows against its snapshot alone.
    server = reached(name, settings)
    own, variant = (name, "") if name in settings.servers else name.split(":", 1)
    kept = store.path_of(settings.root / settings.snapshots, own, variant)
    base = os.path.relpath(kept) if server is not None and server.file is not None and kept.is_file() else ""
    try:
        found = check(Ask((Target(name),), base=base, wish=cases.Wish(wish.select)), settings, progress=progress)
    except ToolwatchError as error:
        reason = Reason(f"nothing was checked: {error}", True, Blame.OBSERVATION)
        found = Report(Verdict(Decision.UNKNOWN, (reason,)))
    return replace(found, provenance={**found.provenance, "protection": protection})


@dataclass
class Watch:
    """Remembers between rounds what was already told."""

    wish: Wish
    settings: Settings
    environ: Mapping[str, str]
    say: Say
    told: dict[str, str] = field(default_factory=dict)

    def rounds(
        self, interval: float | None, most: int | None = None, *, progress: Progress | None = None
    ) -> Iterator[tuple[Watched, ...]]:
        """One round, or one after another with ``interval`` seconds between, cut short by a server's own word."""
        number = 0
        while True:
            yield self.round(progress=progress)
            number += 1
            if interval is None or number == most:
                return
            from toolwatch.pipeline.listening import wait

            with guarded(self.settings) as (safe, _):
                servers = (reached(name, safe) for name in chosen(self.wish, safe))
                wait([server for server in servers if server is not None], interval)

    def round(self, *, progress: Progress | None = None) -> tuple[Watched, ...]:
        """Look at every server once and tell of what is new.

        What could not be told is said, stands with its server, and is told again in the next round.

        Raises:
            UsageError: there is nothing to watch, a name that is not configured, or a sandbox is required and missing.
        """
        return tuple(self._told(one) for one in look(self.wish, self.settings, progress=progress))

    def _told(self, one: Watched) -> Watched:
        try:
            self._tell(one)
        except ToolwatchError as error:
            self.say(f"trouble: {error} ({one.server})")
            return replace(one, trouble=error)
        return one

    def _tell(self, one: Watched) -> None:
        text = self._text(one) if one.drifted else ""
        news = self.told.get(one.server) != text
        first = one.server not in self.told
        for number, line in enumerate(_in_words(one) if news else ()):
            self.say(f"{one.server}: {line}" + (f" ({one.protection})" if number == 0 else ""))
        if self.wish.issue and news:
            self.say(f"{one.server}: {Tracker(self._api(), self.wish.author).keep(one.server, text or None)}")
        if self.wish.pull_request and news:
            self.say(f"{one.server}: {self._propose(one, text)}")
        if self.wish.webhook and news and (text or not first):
            post(self.wish.webhook, one)
            self.say(f"{one.server}: webhook told")
        self.told[one.server] = text

    def _text(self, one: Watched) -> str:
        name = code(one.server)
        mend = code(f"toolwatch snapshot {shlex.quote(one.server)}")
        intro = (
            f"What {name} says is no longer what is committed here, or could not be seen. If the change is meant, run "
            f"{mend} and commit; this issue then closes by itself.\n\n"
        )
        return intro + formats.render(one.report, "markdown", limit=ROOM - len(intro), link=run_url(self.environ))

    def _propose(self, one: Watched, text: str) -> str:
        update = self._update(one)
        if one.drifted and update is None:
            return "pull request left as it is: the server was not seen whole"
        return Proposer(self._api()).keep(one.server, update, text)

    def _update(self, one: Watched) -> Update | None:
        """The snapshot as it would be committed; None where nothing has drifted, or nothing whole was seen."""
        if not one.drifted or not one.report.servers:
            return None
        after = one.report.servers[0].after
        if after.coverage.completeness is not Completeness.COMPLETE:
            return None
        name = one.server.removesuffix(f":{after.variant}") if after.variant else one.server
        file = store.path_of(self.settings.root / self.settings.snapshots, name, after.variant)
        top = Path(os.fsdecode(git(self.settings.root, "rev-parse", "--show-toplevel")).strip()).resolve()
        path = os.path.relpath(file.resolve(), top)
        return Update(one.server, path.replace(os.sep, "/"), store.dumps(after))

    def _api(self) -> Api:
        repository, token = self.environ.get("GITHUB_REPOSITORY", ""), self.environ.get("GITHUB_TOKEN", "")
        if not repository or not token:
            raise UsageError("GITHUB_REPOSITORY and GITHUB_TOKEN must be set to write issues or pull requests")
        return Api(repository, token, url=self.environ.get("GITHUB_API_URL") or "https://api.github.com")


def message(one: Watched) -> dict[str, object]:
    """What the webhook gets: ``text`` for Slack and its like, the rest for programs."""
    whole = formats.document(one.report)
    first = _headline(one.report) if one.drifted else "no drift any more"
    text = f"toolwatch: {one.server}: {first}".replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {"text": text[:3000], "server": one.server, "drifted": one.drifted, "report": whole}


def _in_words(one: Watched) -> list[str]:
    """The verdict with every reason for it, one a line, as a person reads it in a log that may be all there is."""
    if not one.drifted:
        return ["no drift"]
    verdict = one.report.verdict
    first, *more = [reason.text for reason in verdict.reasons if reason.blocks] or [_headline(one.report)]
    word = f"{verdict.decision.value}: "
    return [word + first.removeprefix(word.upper()), *more]


def _headline(report: Report) -> str:
    """What a report says first, which text reports break into lines."""
    return " ".join(formats.render(report, "text").split("\n\n", 1)[0].split())


def post(url: str, one: Watched) -> None:
    """Send the message.

    Raises:
        UsageError: nobody took it; the text does not repeat the URL, which may hold a token.
    """
    import httpx2

    try:
        answer = httpx2.post(url, json=message(one), timeout=20)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise UsageError(f"the webhook was not reached ({type(error).__name__})") from None
    if not answer.is_success:
        raise UsageError(f"the webhook answered {answer.status_code}")


def environment() -> Mapping[str, str]:
    """The process's environment."""
    return os.environ
