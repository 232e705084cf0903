"""How strict to be: the four policies, and what a team decides otherwise."""

from pathlib import Path

import pytest

from toolwatch.config.settings import load
from toolwatch.diff.policy import Policy, Strictness
from toolwatch.errors import ConfigError
from toolwatch.model.change import Change, Compat, Seen, Side
from toolwatch.model.verdict import Action

B, R, W, Q = Action.BLOCK, Action.REVIEW, Action.WARN, Action.IGNORE


def change(compat: Compat, seen: Seen, name: str = "type_widened", code: str = "TW306") -> Change:
    return Change("s", "t", "/p", code, name, compat, seen, Side.INPUT, 1, 2, "m", "f")


BREAKING = change(Compat.BREAKING, Seen.YES)
UNCLEAR = change(Compat.UNCLEAR, Seen.NO)
GREW = change(Compat.SAFE, Seen.YES, "capability_grew", "TW367")
REWORDED = change(Compat.SAFE, Seen.YES)
BLANKS = change(Compat.SAFE, Seen.COSMETIC)
ORDER = change(Compat.NONE, Seen.YES)
TITLE = change(Compat.NONE, Seen.COSMETIC, "schema_title_changed", "TW342")
ALL = (BREAKING, UNCLEAR, GREW, REWORDED, BLANKS, ORDER, TITLE)


@pytest.mark.parametrize(
    ("strictness", "weights"),
    [
        (Strictness.STRICT, (B, B, B, B, B, W, W)),
        (Strictness.CALLERS, (B, R, R, W, W, W, Q)),
        (Strictness.SELECTION, (R, W, R, R, W, R, Q)),
        (Strictness.QUIET, (B, Q, Q, Q, Q, Q, Q)),
    ],
    ids=str,
)
def test_named_policies(strictness: Strictness, weights: tuple[Action, ...]) -> None:
    assert tuple(Policy(strictness).weigh(one) for one in ALL) == weights


def test_an_override_goes_before_the_policy_by_code_or_name() -> None:
    policy = Policy(overrides={"TW342": Action.BLOCK, "capability_grew": Action.IGNORE})
    assert (policy.weigh(TITLE), policy.weigh(GREW), policy.weigh(BREAKING)) == (B, Q, B)
    assert policy.shown(ALL) == (BREAKING, UNCLEAR, REWORDED, BLANKS, ORDER, TITLE)


def settings(tmp_path: Path, text: str) -> Policy:
    file = tmp_path / "toolwatch.toml"
    file.write_text(text)
    return load(file).diff.resolved()


def test_read_from_the_configuration(tmp_path: Path) -> None:
    policy = settings(
        tmp_path,
        '[diff]\npolicy = "quiet"\n[diff.codes.TW367]\nweight = "block"\nreason = "we run unasked"\n',
    )
    assert (policy.strictness, dict(policy.overrides)) == (Strictness.QUIET, {"TW367": Action.BLOCK})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[diff]\npolicy = "lax"\n', "diff.policy"),
        ('[diff.codes.TW999]\nweight = "block"\nreason = "r"\n', "TW999"),
        ('[diff.codes.TW342]\nweight = "block"\n', "diff.codes.TW342.reason"),
        ('[diff.codes.TW342]\nweight = "loud"\nreason = "r"\n', "diff.codes.TW342.weight"),
        ("[diff]\nnoise = true\n", "diff.noise"),
    ],
    ids=["policy", "code", "no reason", "weight", "unknown field"],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        settings(tmp_path, text)
