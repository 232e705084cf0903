"""One case, asked on the list as it is now."""

import os
from contextlib import closing
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from toolwatch import runner
from toolwatch.config.models import ModelSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError
from toolwatch.model.listing import Completeness
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Case, Suite
from toolwatch.model.trial import Edition, Trial
from toolwatch.pipeline.lists.observe import observe
from toolwatch.pipeline.lists.targets import Target
from toolwatch.pipeline.rerun.asking import Asking, answers_file, configured, prepared


def ask_one(suite: Suite, case: Case, settings: Settings, *, model: str = "") -> tuple[Trial, ...]:
    """Ask one case as often as the configuration says; the server is observed once a process, under one budget.

    Raises:
        UsageError: the suite's server or the model is not configured.
        ObservationError: the server could not be seen whole.
        ModelError: the model cannot be used.
    """
    snapshot = _observed(suite.server, settings.file, settings.root)
    if snapshot.coverage.completeness is not Completeness.COMPLETE:
        raise ObservationError(
            f"{suite.server} was not seen whole: {snapshot.coverage.failure or 'see toolwatch lint'}"
        )
    asking = _shared(settings, model)
    repeats = 1 if asking.provider.info.deterministic else settings.run.repeats
    ask = runner.ask_of(suite, case, snapshot.listing, instructions=settings.run.instructions)
    with closing(asking.store):
        jobs = tuple(runner.repeated(suite.name, case.id, Edition.AFTER, ask, range(repeats)))
        return runner.run(jobs, asking.provider, asking.store, options=asking.options, ledger=asking.ledger)


_ASKING: list[tuple[Path, ModelSettings, Asking]] = []
"""What this process asks with: the place of the settings and the model, and the one ledger for it."""


def _shared(settings: Settings, name: str) -> Asking:
    """The provider and the ledger of that model, which all cases of the process share, with a store of its own."""
    place, model = (settings.file or settings.root).resolve(), configured(settings, name)
    for where, which, asking in _ASKING:
        if (where, which) == (place, model):
            return replace(asking, store=runner.AnswerStore(answers_file(settings)))
    made = prepared(settings, name)
    made.ledger.allow(_share(made.ledger.budget))
    _ASKING.append((place, model, made))
    return made


def _share(budget: runner.Budget) -> runner.Budget:
    """What this process may spend, where pytest-xdist runs several: an equal part, and the first ones the rest."""
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    name = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    number = int(name) if name.isdecimal() else processes

    def part(whole: int | None) -> int | None:
        return None if whole is None else whole // processes + (number < whole % processes)

    money = None if budget.money is None else budget.money / processes
    return runner.Budget(part(budget.calls), part(budget.tokens), money)


@lru_cache(maxsize=64)
def _observed(server: str, file: Path | None, root: Path) -> Snapshot:
    from toolwatch.config.settings import load

    return observe(Target(server), load(file) if file else Settings(root=root))
