"""GitHub's REST API, as much as a comment and an issue need; one slow answer or one limit never loses the run."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolwatch.errors import ToolwatchError
from toolwatch.model.inert import one_line

if TYPE_CHECKING:
    import httpx2

VERSION = "2022-11-28"
PAGE = 100
MOST_PAGES = 50
TRIES = 4
LONGEST_WAIT = 60.0
"""Seconds to wait for a rate limit at most; beyond that the run says so and goes on without the comment."""


class GitHubError(ToolwatchError):
    """GitHub refused or did not answer; the text says what to do."""


class Unavailable(GitHubError):
    """GitHub did not answer, or with 5xx: whether it did what it was asked to is not known."""


@dataclass(frozen=True, slots=True)
class Api:
    """A client for one repository."""

    repository: str
    token: str = field(repr=False)
    url: str = "https://api.github.com"
    sleep: Callable[[float], None] = time.sleep
    timeout: float = 20.0

    def pages(self, path: str, **query: str | int) -> Iterator[dict[str, Any]]:
        """Every object of a listing, over all its pages."""
        for page in range(1, MOST_PAGES + 1):
            found = self.call("GET", path, query={**query, "per_page": PAGE, "page": page})
            if not isinstance(found, list):
                raise GitHubError(f"GitHub answered GET {path} with something that is no list")
            yield from (item for item in found if isinstance(item, dict))
            if len(found) < PAGE:
                return

    def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        query: Mapping[str, str | int] | None = None,
    ) -> Any:
        """One request below ``/repos/OWNER/NAME`` (``path`` starting with ``//`` is below the API's root).

        Answers 5xx, dropped connections and short rate limits are tried again; a POST only where GitHub said that
        it did nothing, so that nothing is ever made twice.

        Raises:
            GitHubError: GitHub refused.
            Unavailable: GitHub gave no answer in the end.
        """
        target = path[1:] if path.startswith("//") else f"/repos/{self.repository}{path}"
        for attempt in range(TRIES):
            answer, trouble = self._try(method, target, body, query)
            if answer is not None and answer.is_success:
                return _json(answer, f"{method} {target}")
            wait = _wait(method, answer, attempt)
            if wait is None or attempt == TRIES - 1:
                break
            self.sleep(wait)
        lost = answer is None or answer.status_code >= 500
        raise (Unavailable if lost else GitHubError)(f"GitHub {method} {target}: {trouble}")

    def _try(
        self, method: str, target: str, body: Mapping[str, Any] | None, query: Mapping[str, str | int] | None
    ) -> "tuple[httpx2.Response | None, str]":
        import httpx2

        headers = {
            "Accept": "application/vnd.github+json",
            "Authorization": f"Bearer {self.token}",
            "X-GitHub-Api-Version": VERSION,
            "User-Agent": "toolwatch",
        }
        try:
            answer = httpx2.request(
                method, self.url.rstrip("/") + target, json=body, params=query, headers=headers, timeout=self.timeout
            )
        except httpx2.HTTPError as error:
            return None, f"no answer ({type(error).__name__})"
        return answer, _refusal(answer)


def _json(answer: "httpx2.Response", what: str) -> Any:
    try:
        return answer.json() if answer.content else None
    except ValueError:
        raise GitHubError(f"GitHub answered {what} with something that is no JSON") from None


def _refusal(answer: "httpx2.Response") -> str:
    try:
        said = answer.json().get("message", "")
    except (ValueError, AttributeError):
        said = ""
    hint = ""
    if _limited(answer):
        hint = "; the rate limit is used up: run again later"
    elif answer.status_code in (401, 403, 404):
        hint = "; does the token have `pull-requests: write` (comments) or `issues: write` (watch)?"
    return f"{answer.status_code} {one_line(str(said), 200)}".rstrip() + hint


def _limited(answer: "httpx2.Response") -> bool:
    return answer.status_code in (403, 429) and (
        "retry-after" in answer.headers or answer.headers.get("x-ratelimit-remaining") == "0"
    )


def _wait(method: str, answer: "httpx2.Response | None", attempt: int) -> float | None:
    """Seconds until the next try, or None where another try could do harm or would not help."""
    backoff = float(2**attempt)
    if answer is None or answer.status_code >= 500:
        return backoff if method != "POST" else None
    if not _limited(answer):
        return None
    after = answer.headers.get("retry-after", "")
    if after.isdecimal():
        return float(after) if float(after) <= LONGEST_WAIT else None
    reset = answer.headers.get("x-ratelimit-reset", "")
    left = float(reset) - time.time() if reset.isdecimal() else LONGEST_WAIT
    return max(left, 1.0) if left <= LONGEST_WAIT else None
