"""One case, asked on the list as it is now."""

from contextlib import closing
from functools import lru_cache
from pathlib import Path

from toolwatch import runner
from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError
from toolwatch.model.listing import Completeness
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Case, Suite
from toolwatch.model.trial import Edition, Trial
from toolwatch.pipeline.asking import prepared
from toolwatch.pipeline.observe import observe
from toolwatch.pipeline.targets import Target


def ask_one(suite: Suite, case: Case, settings: Settings, *, model: str = "") -> tuple[Trial, ...]:
    """Ask one case as often as the configuration says; the server is observed once a process.

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
    asking = prepared(settings, model)
    repeats = 1 if asking.provider.info.deterministic else settings.run.repeats
    ask = runner.ask_of(suite, case, snapshot.listing, instructions=settings.run.instructions)
    with closing(asking.store):
        jobs = tuple(runner.repeated(suite.name, case.id, Edition.AFTER, ask, range(repeats)))
        return runner.run(jobs, asking.provider, asking.store, options=asking.options, ledger=asking.ledger)


@lru_cache(maxsize=64)
def _observed(server: str, file: Path | None, root: Path) -> Snapshot:
    from toolwatch.config.settings import load

    return observe(Target(server), load(file) if file else Settings(root=root))
