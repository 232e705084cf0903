"""The configured model, its store and its limits: what every job that asks a model starts from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from toolwatch import runner
from toolwatch.config.models import BudgetSettings, ModelSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import ConfigError, UsageError
from toolwatch.model import invalid
from toolwatch.model.evidence import STANDARD, Design, weigh
from toolwatch.model.outcome import Status
from toolwatch.model.report import Spent
from toolwatch.model.suite import NO_TOOL, Case
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Edition, Trial
from toolwatch.model.wire import Convert, SentTool

PROXY = "embedded"


@dataclass(frozen=True, slots=True)
class Asking:
    """A provider with everything that drives it; close the store when done."""

    provider: runner.Provider
    store: runner.AnswerStore
    options: runner.Options
    ledger: runner.Ledger


def prepared(settings: Settings, name: str = "", *, budget: BudgetSettings | None = None) -> Asking:
    """Everything to ask the model of that name (see ``configured``); ``budget`` goes before the configured one.

    Raises:
        UsageError: there is no such model or provider, or the store cannot be used.
    """
    model = configured(settings, name)
    allowed = _tighter(model.budget, budget or BudgetSettings())
    if allowed.money is not None and (model.price_in is None or model.price_out is None):
        raise ConfigError("a budget in money needs price_in and price_out of the model, the prices of a million tokens")
    provider = runner.load_provider(model.provider, setup=_setup(model, settings))
    return Asking(
        provider=provider,
        store=runner.AnswerStore(answers_file(settings)),
        options=_options(model),
        ledger=runner.Ledger(
            runner.Budget(allowed.calls, allowed.tokens, allowed.money),
            runner.Prices(model.price_in or 0.0, model.price_out or 0.0),
        ),
    )


def configured(settings: Settings, name: str = "") -> ModelSettings:
    """The model of that name: one under ``models``, or ``PROVIDER`` or ``PROVIDER:MODEL``.

    Without a name it is ``run.model``, else the only one of ``run.models``, else the only configured model, else the
    embedded proxy.

    Raises:
        ConfigError: nothing is called so, or several models are configured and none is named.
    """
    wanted = name or settings.run.model or (settings.run.models[0] if len(settings.run.models) == 1 else "")
    if not wanted:
        several = settings.run.models or tuple(sorted(settings.models))
        if len(several) > 1:
            raise ConfigError(f"several models are configured; name one with --model: {', '.join(several)}")
        return next(iter(settings.models.values()), ModelSettings(provider=PROXY))
    if wanted in settings.models:
        named = settings.models[wanted]
        if named.provider not in runner.provider_names():
            there = ", ".join(runner.provider_names())
            raise ConfigError(f"models.{wanted}.provider: there is no provider {named.provider!r}; there are {there}")
        return named
    provider, _, model = wanted.partition(":")
    if provider in runner.provider_names():
        return ModelSettings(provider=provider, model=model)
    every = (*sorted(settings.models), *(f"{other}:MODEL" for other in runner.provider_names()))
    raise ConfigError(f"no model is called {wanted}; there are {', '.join(every)}")


def distinct(settings: Settings, names: Sequence[str]) -> None:
    """Refuse unknown models, and two that reports could not tell apart; nothing is asked.

    Raises:
        ConfigError: see above.
    """
    called: dict[str, str] = {}
    for name in dict.fromkeys(names):
        model = configured(settings, name)
        label = runner.load_provider(model.provider, setup=_setup(model, settings)).info.label
        if label in called:
            raise ConfigError(f"the models {called[label]} and {name} are both {label} in reports: give one a `label`")
        called[label] = name


def budget_of(limits: Sequence[str]) -> BudgetSettings:
    """Read ``200``, ``calls=200``, ``tokens=50000``, ``money=1.5``.

    Raises:
        UsageError: something else.
    """
    found: dict[str, float] = {}
    for limit in limits:
        name, _, number = limit.rpartition("=")
        try:
            found[name.strip() or "calls"] = float(number)
        except ValueError:
            raise UsageError(f"--budget {limit}: write calls=200, tokens=50000 or money=1.5") from None
    try:
        return BudgetSettings.model_validate(found)
    except ValidationError as error:
        raise UsageError(f"--budget {invalid.first(error)}") from None


def told(progress: Callable[[str], None] | None) -> runner.OnProgress | None:
    """Progress of a run in words."""
    if progress is None:
        return None

    def tell(state: runner.Progress) -> None:
        left = "" if state.seconds_left is None else f", about {state.seconds_left:.0f} s left"
        progress(f"asked {state.done} of {state.total} ({state.stored} stored, {state.failed} without answer{left})")

    return tell


def spent(asking: Asking) -> Spent:
    """What asking has cost so far."""
    return spent_of(asking.ledger)


def spent_of(ledger: runner.Ledger) -> Spent:
    """What stands in a ledger."""
    return Spent(ledger.calls, ledger.stored, ledger.tokens_in, ledger.tokens_out)


def design_of(settings: Settings) -> Design:
    """The sequential test as configured."""
    most = settings.run.most_repeats
    return replace(STANDARD, most=most, least=min(STANDARD.least, most))


def standing(trials: Sequence[Trial], right: Callable[[str], bool], design: Design) -> Status:
    """The verdict on one case by the trials of both editions; none where an answer is missing."""
    if any(trial.choice is None for trial in trials):
        return Status.NO_VERDICT
    sides: dict[Edition, dict[str, int]] = {edition: {} for edition in Edition}
    for trial in trials:
        sides[trial.edition][trial.chosen] = sides[trial.edition].get(trial.chosen, 0) + 1
    return weigh(sides[Edition.BEFORE], sides[Edition.AFTER], right, design).status


def margin(case: Case, trials: Sequence[Trial]) -> float | None:
    """Mean probability of the expected tools, over the answers that have probabilities."""
    chances = [
        sum(trial.choice.probabilities.get(tool, 0.0) for tool in case.expected or (NO_TOOL,))
        for trial in trials
        if trial.choice is not None and trial.choice.probabilities
    ]
    return round(sum(chances) / len(chances), 4) if chances else None


def answers_file(settings: Settings) -> Path:
    """Where answers are kept."""
    return settings.root / settings.run.answers


def _tighter(one: BudgetSettings, other: BudgetSettings) -> BudgetSettings:
    def least(name: str) -> float | None:
        return min((limit for limit in (getattr(one, name), getattr(other, name)) if limit is not None), default=None)

    calls, tokens = least("calls"), least("tokens")
    return BudgetSettings(
        calls=None if calls is None else int(calls),
        tokens=None if tokens is None else int(tokens),
        money=least("money"),
    )


def _setup(model: ModelSettings, settings: Settings) -> runner.Setup:
    return runner.Setup(
        model=model.model,
        label=model.label,
        url=model.url,
        key_env=model.key_env,
        tool_choice=runner.ToolChoice(model.tool_choice),
        max_tokens=model.max_tokens,
        context=model.context,
        logprobs=model.logprobs,
        score_url=model.score_url,
        timeout=model.timeout,
        text_call=runner.TextCall(model.text_call),
        command=model.command,
        extra=model.extra,
        convert=_through(model.client, settings) if model.client else None,
        temperature=model.temperature,
        seed=None if model.seed == "default" else model.seed,
    )


def _through(name: str, settings: Settings) -> Convert:
    """What the client of that name makes of a list; the server's part of a name is that of the only server."""
    from toolwatch.lint.clients import client_named, convert

    client = client_named(name)
    server = next(iter(settings.servers)) if len(settings.servers) == 1 else ""

    def through(tools: Sequence[Tool]) -> tuple[SentTool, ...]:
        converted = convert(tools, client, server=server)
        said: dict[str, list[str]] = {}
        for loss in converted.losses:
            if loss.tool is not None:
                said.setdefault(tools[loss.tool].name, []).append(f"{loss.what}: {loss.effect}")
        return tuple(
            SentTool(origin, tool.name, tool.description, tool.input_schema, tuple(said.get(origin, ())))
            for origin, tool in zip(converted.origins, converted.tools, strict=True)
        )

    return through


def _options(model: ModelSettings) -> runner.Options:
    return runner.Options(
        concurrency=model.concurrency,
        tries=model.tries,
        requests_per_minute=model.requests_per_minute,
        tokens_per_minute=model.tokens_per_minute,
        longest_wait=model.longest_wait,
    )
