"""The pull request that the watch keeps for a drifted server: its new snapshot, with the report as the text."""

import base64
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from toolwatch.github.api import Api, GitHubError, Unavailable
from toolwatch.github.sticky import key_of, wrap
from toolwatch.model.inert import one_line


@dataclass(frozen=True, slots=True)
class Update:
    """A file to bring up to date."""

    server: str
    path: str
    """Below the repository's root."""
    content: str


@dataclass(frozen=True, slots=True)
class Proposer:
    """The pull requests of one repository; a branch of its own for each server."""

    api: Api

    def keep(self, server: str, update: Update | None, text: str) -> str:
        """Open or bring up to date the pull request of ``server``; without an update it is closed.

        Raises:
            GitHubError: GitHub refused, or did not answer in the end.
        """
        branch = f"toolwatch/{key_of(server)}"
        open_one = self._open(branch)
        if update is None:
            if open_one is None:
                return "nothing to close"
            self.api.call("PATCH", f"/pulls/{open_one}", {"state": "closed"})
            return f"pull request #{open_one} closed"
        base = self._text(self.api.call("GET", ""), "default_branch")
        self._write(branch, base, update)
        body = wrap(text, f"snapshot-{server}")
        if open_one is not None:
            self.api.call("PATCH", f"/pulls/{open_one}", {"body": body})
            return f"pull request #{open_one} updated"
        title = f"toolwatch: {one_line(server, 80)} has drifted"
        try:
            made = self.api.call("POST", "/pulls", {"title": title, "head": branch, "base": base, "body": body})
        except Unavailable:
            found = self._open(branch)  # it may have been made although the answer was lost
            if found is None:
                raise
            return f"pull request #{found} opened"
        return f"pull request #{made.get('number') if isinstance(made, dict) else '?'} opened"

    def _open(self, branch: str) -> int | None:
        owner = self.api.repository.split("/", 1)[0]
        for pull in self.api.pages("/pulls", state="open", head=f"{owner}:{branch}"):
            if isinstance(pull.get("number"), int):
                return int(pull["number"])
        return None

    def _write(self, branch: str, base: str, update: Update) -> None:
        """Put the branch anew on its base with one commit, so that it never falls behind."""
        tip = self._sha(f"heads/{base}")
        if tip is None:
            raise GitHubError(f"{self.api.repository} has no branch {base}")
        if self._sha(f"heads/{branch}") is None:
            self.api.call("POST", "/git/refs", {"ref": f"refs/heads/{branch}", "sha": tip})
        else:
            self.api.call("PATCH", f"/git/refs/heads/{branch}", {"sha": tip, "force": True})
        path = quote(update.path)
        there = self._found(f"/contents/{path}", {"ref": branch})
        body = {
            "message": f"Snapshot of {one_line(update.server, 80)}",
            "content": base64.b64encode(update.content.encode("utf-8", "backslashreplace")).decode(),
            "branch": branch,
        }
        if there is not None:
            body["sha"] = self._text(there, "sha")
        self.api.call("PUT", f"/contents/{path}", body)

    def _sha(self, ref: str) -> str | None:
        found = self._found(f"/git/ref/{ref}", {})
        target = found.get("object") if isinstance(found, dict) else None
        return self._text(target, "sha") if isinstance(target, dict) else None

    def _found(self, path: str, query: dict[str, str]) -> Any:
        """What is at ``path``; None where nothing is."""
        try:
            return self.api.call("GET", path, query=query)
        except Unavailable:
            raise
        except GitHubError as error:
            if ": 404" in str(error):
                return None
            raise

    @staticmethod
    def _text(data: Any, key: str) -> str:
        value = data.get(key) if isinstance(data, dict) else None
        if not isinstance(value, str):
            raise GitHubError(f"GitHub's answer has no {key}")
        return value
