"""Cases to models, models to trials; nothing that a model calls is ever executed."""

from toolwatch.runner.base import Provider, Setup, TextCall, ToolChoice
from toolwatch.runner.engine import Options, run
from toolwatch.runner.failures import Unavailable, Unreadable
from toolwatch.runner.jobs import Job, ask_of, repeated
from toolwatch.runner.ledger import Budget, Ledger, Prices
from toolwatch.runner.progress import OnProgress, Progress
from toolwatch.runner.sequential import Contest, settle
from toolwatch.runner.store import AnswerStore, Stored

__all__ = [
    "AnswerStore",
    "Budget",
    "Contest",
    "Job",
    "Ledger",
    "OnProgress",
    "Options",
    "Prices",
    "Progress",
    "Provider",
    "Setup",
    "Stored",
    "TextCall",
    "ToolChoice",
    "Unavailable",
    "Unreadable",
    "ask_of",
    "load_provider",
    "provider_names",
    "repeated",
    "run",
    "settle",
]


def provider_names() -> tuple[str, ...]:
    """The names of all providers, sorted."""
    return tuple(_providers())


def load_provider(name: str, *, model: str = "", setup: Setup | None = None, **fields: object) -> Provider:
    """The provider of that name; ``fields`` are those of ``Setup``, or give a whole ``setup``.

    Raises:
        UsageError: there is no such provider, or it cannot be set up so.
    """
    from toolwatch.errors import UsageError

    found = _providers()
    if name not in found:
        raise UsageError(f"no provider is called {name}; there are {', '.join(found)}")
    return found[name](setup or Setup(model=model, **fields))  # type: ignore[arg-type]


def _providers() -> dict[str, type[Provider]]:
    from toolwatch.registry import load

    return load("toolwatch.runner.providers", Provider, key="name", group="toolwatch.providers")
