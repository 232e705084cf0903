"""What GitHub may answer instead of what was asked for: tried again where that is safe, else said in one line."""

from typing import Any

import pytest

from tests.github.fake import BOT, REPOSITORY, Fake
from toolwatch.github.api import Api, GitHubError, Unavailable
from toolwatch.github.issues import Tracker
from toolwatch.github.pulls import Proposer, Update


def api(fake: Fake) -> Api:
    return Api(REPOSITORY, "token", url=fake.url, sleep=lambda seconds: None)


@pytest.mark.parametrize("done", [False, True], ids=["lost", "done all the same"])
def test_an_issue_that_got_no_answer_is_not_doubled(done: bool, github: Fake) -> None:
    github.fail("POST", 502, done=done)
    Tracker(api(github)).keep("shop", "text")
    assert len(github.issues) == 1


def test_an_issue_is_not_written_for_nothing(github: Fake) -> None:
    tracker = Tracker(api(github), BOT)
    assert tracker.keep("shop", "text") == "issue #1 opened"
    assert tracker.keep("shop", "text") == "issue #1 is up to date"
    assert tracker.keep("shop", None) == "issue #1 closed"
    assert tracker.keep("shop", None) == "nothing to close"


def test_a_long_outage_ends_the_tries(github: Fake) -> None:
    for _ in range(3):
        github.fail("POST", 502)
    with pytest.raises(Unavailable, match="502"):
        Tracker(api(github), BOT).keep("shop", "text")


@pytest.mark.parametrize("answer", [{"message": "x"}, "text", None], ids=["object", "text", "nothing"])
def test_a_listing_that_is_none_is_said(answer: Any, github: Fake) -> None:
    github.faults.append(("GET", (200, {}, answer), False))
    with pytest.raises(GitHubError, match="no list"):
        list(api(github).pages("/pulls"))


UPDATE = Update("shop", "snapshots/shop.json", "{}\n")


def test_a_repository_without_its_default_branch_is_said(github: Fake) -> None:
    github.refs.clear()
    with pytest.raises(GitHubError, match="has no branch main"):
        Proposer(api(github)).keep("shop", UPDATE, "text")


def test_a_token_that_may_not_write_is_said(github: Fake) -> None:
    github.fail("PUT", 403)
    with pytest.raises(GitHubError, match="403"):
        Proposer(api(github)).keep("shop", UPDATE, "text")
    assert github.pulls == []


@pytest.mark.parametrize("answer", [{}, [], {"default_branch": None}])
def test_half_an_answer_is_said(answer: Any, github: Fake) -> None:
    github.faults.append(("GET /repos/octo/shop/pulls", (200, {}, []), False))
    github.faults.append(("GET /repos/octo/shop", (200, {}, answer), False))
    with pytest.raises(GitHubError, match="has no default_branch"):
        Proposer(api(github)).keep("shop", UPDATE, "text")
