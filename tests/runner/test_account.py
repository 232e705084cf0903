"""What is printed of runs, blame and trials cannot be bent by a stranger's names and texts."""

import json

from toolwatch.model.hunk import Blamed, Hunk
from toolwatch.model.outcome import Status
from toolwatch.model.report import Spent
from toolwatch.model.trial import ModelInfo
from toolwatch.runner import account, blaming, trying
from toolwatch.runner.account import Account, Result, Told
from toolwatch.runner.candidates import Candidate, Wording
from toolwatch.runner.trying import Effect, Role, Tried

HOSTILE = "a\x1b[31m\n::error::b\u202e"
NEUTRAL = "a\\u{1b}[31m⏎::error::b\\u{202e}"


def effect(status: Status, *, role: Role = Role.GUARD, right: bool = True, margin: float | None = None) -> Effect:
    return Effect("shop", "lost", role, status, "refund", "return", "refund", right, margin)


def tried(name: str, *effects: Effect, text: str = "x") -> Tried:
    return Tried(Candidate(name, (Wording("refund", "description", text),)), effects)


def told(result: Result, case: str = "lost") -> Told:
    return Told("shop", case, HOSTILE, HOSTILE, ((HOSTILE, 2),), result, HOSTILE)


def test_an_account_shows_what_is_not_right_and_nothing_raw() -> None:
    found = Account(
        ModelInfo("command", HOSTILE), tuple(told(result, result.value) for result in Result), Spent(), {}, (HOSTILE,)
    )
    text = account.text(found)
    assert "\x1b" not in text
    assert "\n::error" not in text
    assert "\u202e" not in text
    assert text.startswith(f"model: command:{NEUTRAL}\nsent otherwise: {NEUTRAL}\n\nwithout an answer:\n")
    assert "shop/right" not in text
    assert text.endswith("\n4 cases: 1 right, 1 unstable, 1 wrong, 1 without an answer\n")
    assert json.loads(json.dumps(account.document(found)))["counts"] == dict.fromkeys(
        ("no_answer", "wrong", "unstable", "right"), 1
    )


def test_blame_shows_nothing_raw() -> None:
    one = Blamed(
        server="shop",
        suite="shop",
        case="lost",
        model=HOSTILE,
        status=Status.REGRESSED,
        before=HOSTILE,
        after=HOSTILE,
        expected=HOSTILE,
        hunks=(Hunk(HOSTILE, "/description", 0, HOSTILE, HOSTILE), Hunk("", "/order", 0, "a, b", "b, a")),
        complete=False,
        needed=False,
    )
    text = blaming.render([one], "text", asked=True)
    assert "\x1b" not in text
    assert "\n::error" not in text
    assert text.splitlines()[:6] == [
        f"{NEUTRAL} /description",
        f"  - {NEUTRAL}",
        f"  + {NEUTRAL}",
        "/order",
        "  - a, b",
        "  + b, a",
    ]
    assert json.loads(blaming.render([one], "json", asked=True))["blamed"][0]["needed"] is False


def test_trials_show_nothing_raw() -> None:
    text = trying.render([tried(HOSTILE, effect(Status.REGRESSED), text=HOSTILE)], "text")
    assert "\x1b" not in text
    assert "\n::error" not in text


def test_the_best_wording_comes_first() -> None:
    mends = tried("mends", effect(Status.FIXED, role=Role.TARGET), effect(Status.SAME))
    surer = tried("surer", effect(Status.FIXED, role=Role.TARGET, margin=0.9), effect(Status.SAME, margin=0.8))
    shorter = tried("shorter", effect(Status.FIXED, role=Role.TARGET), effect(Status.SAME), text="")
    harmless = tried("harmless", effect(Status.SAME, role=Role.TARGET, right=False), effect(Status.SAME))
    unclear = tried("unclear", effect(Status.FIXED, role=Role.TARGET), effect(Status.UNSTABLE))
    breaks = tried("breaks", effect(Status.REGRESSED), effect(Status.REGRESSED))
    order = trying.ranked([breaks, unclear, harmless, mends, shorter, surer])
    assert [one.candidate.id for one in order] == ["surer", "shorter", "mends", "harmless", "unclear", "breaks"]
    assert [one.accepted for one in order] == [True, True, True, True, False, False]
    assert [one.helps for one in order] == [True, True, True, False, False, False]
