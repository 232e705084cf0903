"""What asking has cost and may cost: a budget in calls, tokens and money that is never exceeded."""

from dataclasses import dataclass

from toolwatch.runner.holds import Hold, Sizes
from toolwatch.runner.limits import Window


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that may be spent; None is no limit. ``money`` is in the currency of the prices."""

    calls: int | None = None
    tokens: int | None = None
    money: float | None = None


@dataclass(frozen=True, slots=True)
class Prices:
    """Price of a million tokens, as the provider's list says it."""

    tokens_in: float = 0.0
    tokens_out: float = 0.0

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """What so many tokens cost."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1_000_000


class Ledger:
    """Spent so far, and held for calls under way; one for all that a command asks of a model."""

    def __init__(self, budget: Budget = Budget(), prices: Prices = Prices()) -> None:
        self.budget = budget
        self.prices = prices
        self.calls = 0
        self.stored = 0
        self.tokens_in = 0
        self.tokens_out = 0
        self.sizes = Sizes()
        self.window = Window()
        self._held: list[Hold] = []

    def allow(self, budget: Budget) -> None:
        """Set what may be spent in all from now on."""
        self.budget = budget

    @property
    def money(self) -> float:
        """Spent so far."""
        return self.prices.of(self.tokens_in, self.tokens_out)

    @property
    def busy(self) -> bool:
        """Whether calls are under way whose holds may yet be given back."""
        return bool(self._held)

    def refusal(self, hold: Hold) -> str:
        """Why a call of that size could exceed the budget, or an empty string."""
        budget = self.budget
        tokens_in = self.tokens_in + sum(held.tokens_in for held in self._held) + hold.tokens_in
        tokens_out = self.tokens_out + sum(held.tokens_out for held in self._held) + hold.tokens_out
        if budget.calls is not None and self.calls + hold.calls > budget.calls:
            return f"the budget of {budget.calls} calls is spent"
        if budget.tokens is not None and tokens_in + tokens_out > budget.tokens:
            return f"the budget of {budget.tokens} tokens does not allow another call ({self.spent_tokens} are spent)"
        if budget.money is not None and self.prices.of(tokens_in, tokens_out) > budget.money:
            return f"the budget of {budget.money:g} does not allow another call ({self.money:.4f} is spent)"
        return ""

    @property
    def spent_tokens(self) -> int:
        """Tokens in and out together."""
        return self.tokens_in + self.tokens_out

    def take(self, hold: Hold) -> None:
        """Enter a call that starts now."""
        self.calls += hold.calls
        self._held.append(hold)

    def cost(self, told: tuple[int, int], hold: Hold) -> tuple[int, int]:
        """Tokens in and out of a call that is over: as the endpoint told them, or the most that they may have been.

        No request has no token, so 0 is "not told"; where tokens or money are limited such a call counts in full.
        """
        limited = self.budget.tokens is not None or self.budget.money is not None
        return (hold.tokens_in, hold.tokens_out) if limited and not told[0] else told

    def settle(self, hold: Hold, tokens_in: int, tokens_out: int) -> None:
        """Enter what the call really cost and give the rest of its hold back."""
        self._held.remove(hold)
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
