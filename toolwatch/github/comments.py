"""The comment on a pull request: one, edited in place."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from toolwatch.github.api import Api, Unavailable
from toolwatch.github.event import Event
from toolwatch.github.identity import login
from toolwatch.github.sticky import MOST, Sticky, find, wrap
from toolwatch.model.outcome import Status
from toolwatch.model.report import Report
from toolwatch.model.verdict import Decision

STATE_ROOM = 8_000
"""Characters of the comment that the marker may take: it remembers what blocks."""
ROOM = MOST - STATE_ROOM
TRIES = 3

Render = Callable[..., str]


def pull_of(api: Api, event: Event) -> int:
    """The open pull request whose head the event's run was about, from the event itself and GitHub; 0 for none.

    Of a fork's run the event names none, and the artifact is not to be believed.
    """
    if not event.head or not event.head_owner or not event.head_branch:
        return 0
    query = {"state": "open", "head": f"{event.head_owner}:{event.head_branch}"}
    for pull in api.pages("/pulls", **query):
        head = pull.get("head")
        if isinstance(head, dict) and head.get("sha") == event.head and isinstance(pull.get("number"), int):
            return int(pull["number"])
    return 0


def worth_saying(report: Report) -> bool:
    """Whether a reader who has seen no comment yet should see one."""
    return (
        report.verdict.decision is not Decision.PASS
        or bool(report.findings)
        or any(outcome.status is not Status.SAME for outcome in report.outcomes)
        or bool(report.shown)
    )


@dataclass(frozen=True, slots=True)
class Thread:
    """The comments of one pull request."""

    api: Api
    number: int
    key: str
    author: str = ""

    def keep(self, report: Report, mode: str, render: Render, *, link: str) -> str:
        """Create or edit the comment; returns in words what was done.

        A creation whose answer was lost is looked for before it is tried again, so that it is never made twice.

        Raises:
            GitHubError: GitHub refused, or did not answer in the end.
        """
        author = self.author or login(self.api)
        for attempt in range(TRIES):
            old = find(self.api.pages(f"/issues/{self.number}/comments"), self.key, author)
            if old is None and mode == "auto" and not worth_saying(report):
                return "no comment: nothing to say"
            try:
                return self._write(old, author, _body(report, old, self.key, render, link))
            except Unavailable:
                if attempt == TRIES - 1:
                    raise
                self.api.sleep(2.0**attempt)
        raise AssertionError("the last try returns or raises")

    def _write(self, old: Sticky | None, author: str, body: str) -> str:
        if old is None:
            made = self.api.call("POST", f"/issues/{self.number}/comments", {"body": body})
            writer = made.get("user", {}).get("login", "") if isinstance(made, dict) else ""
            hint = f"; it was written by {writer}, not {author}: set `comment-author`" if writer != author else ""
            return f"comment created{hint}"
        if old.body == body:
            return "comment is up to date"
        self.api.call("PATCH", f"/issues/comments/{old.number}", {"body": body})
        return "comment edited"


def _body(report: Report, old: Sticky | None, key: str, render: Render, link: str) -> str:
    """The comment's text. While anything could not be seen or answered, nothing is called resolved, nor forgotten."""
    blocking = _short(reason.text for reason in report.verdict.reasons if reason.blocks)
    gone = [text for text in (old.state if old else ()) if text not in set(blocking)]
    blind = bool(report.verdict.blind)
    body = render(limit=ROOM, link=link, resolved=() if blind else gone)
    return wrap(body, key, _remembered([*blocking, *gone] if blind else blocking))


def _short(texts: Iterable[str]) -> list[str]:
    """As the marker remembers them: each once, and no longer than a line."""
    return list(dict.fromkeys(text[:300] for text in texts))


def _remembered(texts: Iterable[str]) -> list[str]:
    """As much of what blocks as the marker has room for, spelt in JSON and then in base64."""
    kept: list[str] = []
    room = STATE_ROOM * 3 // 4 - 200
    for text in texts:
        room -= len(json.dumps(text)) + 2
        if room < 0:
            break
        kept.append(text)
    return kept
