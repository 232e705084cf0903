"""What is known of a suite before anything is asked: stored answers, fragile cases, and a free scorer's opinion."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from toolwatch import affected, runner, score
from toolwatch.errors import ModelError
from toolwatch.model.listing import Listing
from toolwatch.model.noise import Noise
from toolwatch.model.outcome import Outcome, Status, Tally
from toolwatch.model.report import Compared
from toolwatch.model.suite import Case, Suite
from toolwatch.model.trial import Edition, Trial
from toolwatch.suites import noise

FREE = "embedded"
"""The scorer that costs nothing; what it thinks orders the cases and decides nothing else."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What orders the cases of one server, and says which of them move by themselves."""

    earlier: tuple[Outcome, ...] = ()
    fragile: Mapping[tuple[str, str], float] = field(default_factory=dict)
    likely_before: affected.Probabilities = field(default_factory=dict)
    likely_after: affected.Probabilities = field(default_factory=dict)
    noise: tuple[Noise, ...] = ()
    """What ``toolwatch noise`` found for this model, one for each suite that it was measured on."""

    def into(self, options: affected.Options) -> affected.Options:
        """The options with what is known."""
        return replace(
            options,
            fragile=self.fragile,
            likely_before=self.likely_before,
            likely_after=self.likely_after,
        )


def gather(
    one: Compared,
    suites: Sequence[Suite],
    provider: runner.Provider,
    store: runner.AnswerStore,
    *,
    instructions: bool = True,
    scorer: bool = True,
) -> Knowledge:
    """Look everything up; no model is asked.

    Args:
        one: the lists before and after.
        suites: the suites of that server.
        provider: the model that will be asked; its stored answers count.
        store: where they are.
        instructions: whether the server's instructions are sent.
        scorer: whether the free scorer may order the cases, where it is installed and the model says nothing itself.
    """
    if one.before is None:
        return Knowledge()
    known = partial(_stored, suites=suites, provider=provider, store=store, instructions=instructions)
    earlier, total = tuple(known(one.before.listing)), sum(len(suite.cases) for suite in suites)
    if len(earlier) < total or len(tuple(known(one.after.listing))) == total:
        # Answers to some of the cases, or to all on both lists, are what an earlier check left behind; ordering by
        # them would make the second run of one and the same check ask other cases than the first.
        earlier = ()
    label = provider.info.label
    measured = tuple(found.of(suite) for suite in suites for found in noise.read(suite) if found.model == label)
    fragile = {(found.suite, case): found.rate(case) for found in measured for case in found.moved}
    if not scorer or _all_probable(earlier, suites):
        return Knowledge(earlier, fragile, noise=measured)
    if provider.name == FREE:
        # What it thinks of the list after the edit is the answer itself, and must be asked for like any other.
        return Knowledge(earlier, fragile, likely(one.before.listing, suites), {}, measured)
    before, after = (likely(side.listing, suites) for side in (one.before, one.after))
    return Knowledge(earlier, fragile, before, after, measured)


def likely(listing: Listing, suites: Sequence[Suite]) -> affected.Probabilities:
    """How probable the free scorer thinks each tool for each case; nothing where it is not installed."""
    scorer = runner.load_provider(FREE)
    try:
        scorer.prepare()
    except ModelError:
        return {}

    async def every() -> dict[tuple[str, str], Mapping[str, float]]:
        return {
            (suite.name, case.id): (await scorer.choose(runner.ask_of(suite, case, listing))).probabilities
            for suite in suites
            for case in suite.cases
        }

    return asyncio.run(every())


def _stored(
    listing: Listing,
    *,
    suites: Sequence[Suite],
    provider: runner.Provider,
    store: runner.AnswerStore,
    instructions: bool,
) -> Iterator[Outcome]:
    """Stored answers to a list, as outcomes without an after."""
    for suite in suites:
        for case in suite.cases:
            key = provider.key(runner.ask_of(suite, case, listing, instructions=instructions))
            choice = store.get(key, 0)
            if choice is not None:
                trial = Trial(suite.name, case.id, provider.info.label, Edition.BEFORE, 0, key, choice, stored=True)
                yield _outcome(suite.name, case, trial)


def _outcome(suite: str, case: Case, trial: Trial) -> Outcome:
    chosen = trial.chosen
    return Outcome(
        suite=suite,
        case=case.id,
        request=case.request,
        expected=case.expected,
        model=trial.model,
        before=Tally(((chosen, 1),)),
        after=Tally(),
        status=Status.SAME,
        right_before=score.is_right(chosen, case),
        right_after=False,
        trials=(trial,),
    )


def _all_probable(earlier: Sequence[Outcome], suites: Sequence[Suite]) -> bool:
    total = sum(len(suite.cases) for suite in suites)
    said = sum(bool(trial.choice and trial.choice.probabilities) for outcome in earlier for trial in outcome.trials)
    return said >= total
