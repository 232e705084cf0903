"""How far a run is, and how long it will take."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from toolwatch.model.trial import Trial
from toolwatch.runner.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is; ``seconds_left`` is None until it can be told."""

    done: int
    total: int
    calls: int
    stored: int
    failed: int
    seconds_left: float | None = None


OnProgress = Callable[[Progress], None]


@dataclass(slots=True)
class Count:
    """Counts trials as they are made, and tells who wants to know."""

    total: int
    ledger: Ledger
    progress: OnProgress | None
    done: int = 0
    asked: int = 0
    failed: int = 0
    started: float = field(default_factory=time.monotonic)

    def add(self, trial: Trial) -> None:
        """Enter one trial."""
        self.done += 1
        self.asked += not trial.stored
        self.failed += trial.choice is None
        if self.progress:
            ledger = self.ledger
            self.progress(Progress(self.done, self.total, ledger.calls, ledger.stored, self.failed, self._left()))

    def _left(self) -> float | None:
        if not self.asked:
            return None
        return (time.monotonic() - self.started) / self.done * (self.total - self.done)
