"""The one comment: created, edited, never doubled, never another author's; faults of GitHub's survived or said."""

from typing import Any

import pytest

from tests.github.fake import BOT, REPOSITORY, Fake
from tests.report.everything import BLIND, EVERYTHING, QUIET
from toolwatch import report as formats
from toolwatch.github.api import Api, GitHubError, Unavailable
from toolwatch.github.comments import Thread, _body, pull_of
from toolwatch.github.event import Event
from toolwatch.github.sticky import MOST, find, key_of, parse, wrap
from toolwatch.model.report import Report
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict

LINK = "https://github.com/octo/shop/actions/runs/9"


def keep(fake: Fake, found: Report, *, mode: str = "auto", waits: list[float] | None = None, **more: Any) -> str:
    waited: list[float] = [] if waits is None else waits
    api = Api(REPOSITORY, "token", url=fake.url, sleep=waited.append)
    thread = Thread(api, 7, more.get("key", "check"), more.get("author", ""))
    return thread.keep(found, mode, lambda **style: formats.render(found, "markdown", **style), link=LINK)


def test_created_then_edited_then_resolved(github: Fake) -> None:
    assert keep(github, EVERYTHING) == "comment created"
    assert keep(github, EVERYTHING) == "comment is up to date"
    assert keep(github, QUIET) == "comment edited"
    [comment] = github.comments
    assert comment["issue"] == 7
    assert "## ✅ toolwatch: pass" in comment["body"]
    assert "**Resolved since the last run**\n\n- case `parcel-lost` went wrong" in comment["body"]
    assert keep(github, QUIET) == "comment edited"
    assert "Resolved" not in github.comments[0]["body"]


def blocked(*texts: str, blame: Blame = Blame.GATE) -> Report:
    decision = Decision.FAIL if blame is Blame.GATE else Decision.UNKNOWN
    return Report(Verdict(decision, tuple(Reason(text, True, blame) for text in texts)))


@pytest.mark.parametrize(
    "blind",
    [
        BLIND,
        blocked("nothing was checked: tools.json: No such file", blame=Blame.OBSERVATION),
        blocked("shop/lost (model) has no verdict: timed out", blame=Blame.MODELS),
    ],
    ids=["a server not seen", "nothing checked", "no answer"],
)
def test_nothing_is_resolved_by_a_run_that_could_not_see(blind: Report, github: Fake) -> None:
    assert keep(github, EVERYTHING) == "comment created"
    assert keep(github, blind) == "comment edited"
    assert "Resolved" not in github.comments[0]["body"]
    assert keep(github, blind) == "comment is up to date"
    assert keep(github, QUIET) == "comment edited"
    body = github.comments[0]["body"]
    assert "**Resolved since the last run**\n\n" in body
    assert "- case `parcel-lost` went wrong" in body


@pytest.mark.parametrize("fresh", [0, 1, 5, 40])
@pytest.mark.parametrize("size", [20, 280, 900])
def test_what_still_blocks_is_never_called_resolved(fresh: int, size: int, github: Fake) -> None:
    """However much blocks, and wherever what is new stands among it: the marker has room for a part alone."""
    old = [f"old {number} {'x' * size}" for number in range(60)]
    keep(github, blocked(*old))
    keep(github, blocked(*(f"fresh {number} {'y' * size}" for number in range(fresh)), *old))
    assert "Resolved" not in github.comments[0]["body"]
    keep(github, blocked(*old[1:]))
    resolved = github.comments[0]["body"].partition("**Resolved since the last run**\n\n")[2].split("\n\n")[0]
    assert "old 0" in resolved or fresh == 40
    assert [line for line in resolved.splitlines() if line.startswith("- old") and not line.startswith("- old 0")] == []


@pytest.mark.parametrize("char", ["x", "é", "漢", "\U0001f600", "\x01", '"', "\ud800"])
def test_the_marker_keeps_to_its_room_in_any_script(char: str) -> None:
    found = blocked(*(f"{number} {char * 500}" for number in range(200)))
    body = _body(found, None, "k" * 200, lambda **style: "." * style["limit"], LINK)
    assert len(body) <= MOST
    written = parse({"id": 1, "body": body})
    assert written is not None
    assert written.state


def test_nothing_to_say_is_not_said(github: Fake) -> None:
    assert keep(github, QUIET) == "no comment: nothing to say"
    assert keep(github, QUIET, mode="always") == "comment created"


def test_other_authors_and_other_keys_are_left_alone(github: Fake) -> None:
    theirs = wrap("mine", "check")
    github.comments += [
        {"id": 1, "issue": 7, "user": {"login": "mallory"}, "body": theirs},
        {"id": 2, "issue": 7, "user": None, "body": theirs},
        {"id": 3, "issue": 7, "user": {"login": BOT}, "body": "quoted:\n" + theirs},
        {"id": 4, "issue": 7, "user": {"login": BOT}, "body": wrap("other", "watch")},
        {"id": 5, "issue": 7, "user": {"login": BOT}, "body": None},
    ]
    before = [dict(comment) for comment in github.comments]
    assert keep(github, EVERYTHING) == "comment created"
    assert keep(github, EVERYTHING, key="second") == "comment created"
    assert github.comments[:5] == before
    assert len(github.comments) == 7


def test_a_comment_behind_many_pages_is_found(github: Fake) -> None:
    github.comments += [{"id": n, "issue": 7, "user": {"login": "x"}, "body": "hi"} for n in range(230)]
    assert keep(github, EVERYTHING) == "comment created"
    assert keep(github, QUIET) == "comment edited"
    assert len(github.comments) == 231


def test_the_token_of_an_app_or_person_knows_its_name(github: Fake) -> None:
    github.login = "shop-bot"
    assert keep(github, EVERYTHING) == "comment created"
    assert keep(github, QUIET) == "comment edited"


def test_a_wrong_author_is_told(github: Fake) -> None:
    assert "set `comment-author`" in keep(github, EVERYTHING, author="someone-else")


@pytest.mark.parametrize("done", [False, True], ids=["lost", "done all the same"])
@pytest.mark.parametrize("status", [502, None])
def test_a_creation_that_got_no_answer_is_not_doubled(status: int | None, done: bool, github: Fake) -> None:
    github.faults.append(("POST", (status, {}, {"message": "bad gateway"}) if status else None, done))
    waits: list[float] = []
    keep(github, EVERYTHING, waits=waits)
    assert len(github.comments) == 1
    assert waits == [1.0]


def test_reads_and_edits_are_tried_again(github: Fake) -> None:
    keep(github, EVERYTHING)
    for start in ("GET /repos/octo/shop/issues/7", "PATCH"):
        github.fail(start, 502)
        github.fail(start, 503)
    waits: list[float] = []
    assert keep(github, QUIET, waits=waits) == "comment edited"
    assert waits == [1.0, 2.0, 1.0, 2.0]


def test_a_long_outage_is_said(github: Fake) -> None:
    for _ in range(40):
        github.fail("GET /repos", 502)
    with pytest.raises(Unavailable, match="502"):
        keep(github, EVERYTHING, author=BOT)


@pytest.mark.parametrize("status", [403, 429])
def test_a_short_rate_limit_is_waited_for(status: int, github: Fake) -> None:
    github.fail("POST", status, headers={"retry-after": "7"})
    waits: list[float] = []
    assert keep(github, EVERYTHING, waits=waits) == "comment created"
    assert waits == [7.0]


def test_a_long_rate_limit_is_said(github: Fake) -> None:
    github.fail("POST", 403, headers={"x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999"})
    with pytest.raises(GitHubError, match="the rate limit is used up"):
        keep(github, EVERYTHING)


def test_a_refusal_says_which_permission_is_missing(github: Fake) -> None:
    github.fail("POST", 403)
    with pytest.raises(GitHubError, match="pull-requests: write"):
        keep(github, EVERYTHING)


def test_the_token_shows_nowhere() -> None:
    assert "secret" not in repr(Api(REPOSITORY, "secret"))


@pytest.mark.sample
def test_the_whole_comment_fits(github: Fake) -> None:
    from tests.report.crowd import crowd

    keep(github, crowd(1000, 300))
    keep(github, crowd(900, 300))
    assert len(github.comments[0]["body"]) <= MOST
    assert LINK in github.comments[0]["body"]


@pytest.mark.parametrize(
    "line",
    [
        "<!-- toolwatch:check -->",
        "<!-- toolwatch:check W10= -->",
        "<!-- toolwatch:check !!! -->",
        "<!-- toolwatch:check e30= -->",
    ],
)
def test_any_state_in_a_marker_is_survived(line: str) -> None:
    found = find([{"id": 1, "user": {"login": BOT}, "body": line + "\ntext"}], "check", BOT)
    assert (found is None) == ("!!!" in line)
    assert found is None or found.state == ()


FORK = Event("workflow_run", REPOSITORY, head="a" * 40, head_owner="fork", head_branch="patch")


@pytest.mark.parametrize(
    ("pull", "number"),
    [
        ({"number": 12, "label": "fork:patch", "head": {"sha": "a" * 40}}, 12),
        ({"number": 12, "label": "fork:patch", "head": {"sha": "b" * 40}}, 0),
        ({"number": 12, "label": "other:patch", "head": {"sha": "a" * 40}}, 0),
    ],
    ids=["the same commit", "pushed since", "another fork"],
)
def test_the_pull_request_of_a_fork_is_found_by_its_commit(pull: dict[str, Any], number: int, github: Fake) -> None:
    github.pulls.append(pull)
    assert pull_of(Api(REPOSITORY, "token", url=github.url), FORK) == number


NAMES = [
    "check",
    "shop-eu",
    "shop_eu",
    "Shop-EU",
    "shop eu",
    "shop-eu-",
    "",
    "-",
    "\u65e5\u672c",
    "\u4e2d\u56fd",
    "a" * 80,
    "a" * 81,
    "a" * 82,
    "x\n-->",
]


def test_no_two_names_share_a_text() -> None:
    """A server that has drifted no more must not close what is said of another."""
    assert len({key_of(name) for name in NAMES}) == len(NAMES)
    texts = [{"id": number, "user": {"login": BOT}, "body": wrap("", name)} for number, name in enumerate(NAMES)]
    for number, name in enumerate(NAMES):
        found = find(texts, name, BOT)
        assert found is not None
        assert found.number == number
        assert len(key_of(name)) <= 80
