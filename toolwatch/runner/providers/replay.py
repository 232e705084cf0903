"""Stored answers only."""

from collections.abc import Mapping

from toolwatch.errors import UsageError
from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Choice, ModelInfo
from toolwatch.runner.base import Provider, Setup
from toolwatch.runner.failures import Unavailable


class Replay(Provider):
    """Answers what the store has for another provider's requests and asks nobody: ``model`` is ``PROVIDER:MODEL``."""

    name = "replay"
    asks = False

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        from dataclasses import replace

        from toolwatch.runner import load_provider

        provider, _, model = setup.model.partition(":")
        if not provider or provider == self.name:
            raise UsageError(
                f"replay answers for another provider: write the model as PROVIDER:MODEL, not {setup.model!r}"
            )
        self._of = load_provider(provider, setup=replace(setup, model=model))

    @property
    def info(self) -> ModelInfo:
        """That of the provider whose answers are stored."""
        return self._of.info

    @property
    def parameters(self) -> Mapping[str, Json]:
        """Those of the provider whose answers are stored."""
        return self._of.parameters

    def request(self, ask: Ask) -> dict[str, Json]:
        """The request of the provider whose answers are stored."""
        return self._of.request(ask)

    def key(self, ask: Ask) -> str:
        """The key under which that provider's answer is stored."""
        return self._of.key(ask)

    async def choose(self, ask: Ask) -> Choice:
        """There is nobody to ask.

        Raises:
            Unavailable: always.
        """
        raise Unavailable(
            f"no stored answer of {self.info.label} to this request: ask it once, or import its recordings", again=False
        )
