"""The one issue that the watch keeps for each server: opened on drift, brought up to date, closed when it is over."""

from dataclasses import dataclass

from toolwatch.github.api import Api, Unavailable
from toolwatch.github.identity import login
from toolwatch.github.sticky import Sticky, find, wrap
from toolwatch.model.inert import one_line

TRIES = 3


@dataclass(frozen=True, slots=True)
class Tracker:
    """The issues of one repository."""

    api: Api
    author: str = ""

    def keep(self, server: str, text: str | None) -> str:
        """Open or edit the issue of ``server``; None closes it. Returns in words what was done.

        Raises:
            GitHubError: GitHub refused, or did not answer in the end.
        """
        author = self.author or login(self.api)
        key = f"watch-{server}"
        for attempt in range(TRIES):
            open_ones = self.api.pages("/issues", state="open", creator=author)
            old = find((one for one in open_ones if "pull_request" not in one), key, author)
            try:
                return self._write(server, key, old, text)
            except Unavailable:
                if attempt == TRIES - 1:
                    raise
                self.api.sleep(2.0**attempt)
        raise AssertionError("the last try returns or raises")

    def _write(self, server: str, key: str, old: Sticky | None, text: str | None) -> str:
        if text is None:
            if old is None:
                return "nothing to close"
            self.api.call("PATCH", f"/issues/{old.number}", {"state": "closed", "state_reason": "completed"})
            return f"issue #{old.number} closed"
        body = wrap(text, key)
        if old is None:
            title = f"toolwatch: {one_line(server, 80)} has drifted"
            made = self.api.call("POST", "/issues", {"title": title, "body": body})
            return f"issue #{made.get('number') if isinstance(made, dict) else '?'} opened"
        if old.body == body:
            return f"issue #{old.number} is up to date"
        self.api.call("PATCH", f"/issues/{old.number}", {"body": body})
        return f"issue #{old.number} updated"
