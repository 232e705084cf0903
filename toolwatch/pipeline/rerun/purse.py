"""What one command may spend, over all the models and all the servers that it asks about."""

from dataclasses import replace
from typing import TypeVar

from toolwatch import runner
from toolwatch.config.models import BudgetSettings
from toolwatch.config.settings import Settings
from toolwatch.model.report import Spent
from toolwatch.pipeline.rerun.asking import Asking, prepared, spent_of

N = TypeVar("N", int, float)


class Purse:
    """A ledger for each model, which every server shares, under the budget of the command."""

    def __init__(self, settings: Settings, budget: BudgetSettings) -> None:
        self._settings = settings
        self._budget = budget
        self._ledgers: dict[str, runner.Ledger] = {}

    def model(self, name: str) -> Asking:
        """The model of that name with what is left for it; close the store when done.

        Raises:
            UsageError: as ``prepared`` does.
        """
        fresh = prepared(self._settings, name, budget=self._budget)
        ledger = self._ledgers.setdefault(name, fresh.ledger)
        ledger.allow(self._left(name, fresh.ledger.budget))
        return replace(fresh, ledger=ledger)

    @property
    def spent(self) -> Spent:
        """On all models."""
        total = Spent()
        for ledger in self._ledgers.values():
            total += spent_of(ledger)
        return total

    def _left(self, name: str, own: runner.Budget) -> runner.Budget:
        """The model's own budget, and no more than what the others have left of the command's."""
        others = [ledger for other, ledger in self._ledgers.items() if other != name]
        whole = self._budget
        return runner.Budget(
            _least(own.calls, whole.calls, sum(ledger.calls for ledger in others)),
            _least(own.tokens, whole.tokens, sum(ledger.spent_tokens for ledger in others)),
            _least(own.money, whole.money, sum(ledger.money for ledger in others)),
        )


def _least(own: N | None, whole: N | None, gone: N) -> N | None:
    left = None if whole is None else max(whole - gone, type(gone)(0))
    known = [limit for limit in (own, left) if limit is not None]
    return min(known) if known else None
