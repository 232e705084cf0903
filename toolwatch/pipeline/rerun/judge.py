"""Asks a model whether texts mean the same: many at once, and one by one where that answer cannot be read."""

from collections.abc import Sequence
from contextlib import closing

from toolwatch import runner
from toolwatch.config.settings import Settings
from toolwatch.model.score import Judged
from toolwatch.model.suite import Message
from toolwatch.model.trial import Ask, Edition, Trial
from toolwatch.pipeline.rerun.asking import Asking, prepared
from toolwatch.score import semantic
from toolwatch.score.semantic import Question

BATCH = 20


def judge(questions: Sequence[Question], settings: Settings, model: str) -> tuple[tuple[Question, ...], Judged]:
    """Return the questions whose texts are equal in meaning, and what was asked. Answers are kept like any others.

    Raises:
        UsageError: the model is not known.
        ModelError: it cannot be used.
    """
    asking = prepared(settings, model)
    verdicts: dict[Question, bool | None] = {}
    with closing(asking.store):
        for start in range(0, len(questions), BATCH):
            batch = questions[start : start + BATCH]
            many = _ask(asking, [batch])[0] if len(batch) > 1 else None
            answers = many if many is not None else [_only(one) for one in _ask(asking, [[one] for one in batch])]
            verdicts.update(zip(batch, answers, strict=True))
    return tuple(question for question, equal in verdicts.items() if equal), Judged(
        model=asking.provider.info.label,
        prompt_version=semantic.PROMPT_VERSION,
        prompt_digest=semantic.prompt_digest(),
        asked=len(verdicts),
        equal=sum(equal is True for equal in verdicts.values()),
        unread=sum(equal is None for equal in verdicts.values()),
    )


def _ask(asking: Asking, batches: Sequence[Sequence[Question]]) -> list[tuple[bool, ...] | None]:
    jobs = [
        runner.Job("judge", str(number), Edition.AFTER, 0, _question(batch)) for number, batch in enumerate(batches)
    ]
    trials = runner.run(jobs, asking.provider, asking.store, options=asking.options, ledger=asking.ledger)
    return [_read(trial, len(batch)) for trial, batch in zip(trials, batches, strict=True)]


def _question(batch: Sequence[Question]) -> Ask:
    return Ask(semantic.PROMPT, (Message("user", semantic.request(batch)),), ())


def _read(trial: Trial, number: int) -> tuple[bool, ...] | None:
    return semantic.answer(trial.choice.text, number) if trial.choice else None


def _only(answers: tuple[bool, ...] | None) -> bool | None:
    return answers[0] if answers else None
