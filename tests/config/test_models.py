"""``[models.NAME]`` and ``[run]``: what may be said, and how a wrong word is told."""

from pathlib import Path

import pytest

from toolwatch.config.models import BudgetSettings, ModelSettings
from toolwatch.config.settings import load
from toolwatch.errors import ConfigError, UsageError
from toolwatch.pipeline.rerun.asking import budget_of, configured, prepared

WHOLE = """
[models.local]
provider = "ollama"
model = "qwen2.5-coder:1.5b"
url = "http://127.0.0.1:18080"
tool_choice = "required"
temperature = 0.5
seed = 7
max_tokens = 512
context = 16384
timeout = 30
concurrency = 1
tries = 2
requests_per_minute = 10
tokens_per_minute = 1000
longest_wait = 5
price_in = 1.5
price_out = 6
extra = { keep_alive = "5m" }
budget = { calls = 100, tokens = 50000, money = 2.5 }
[run]
model = "local"
answers = "kept.sqlite"
"""


def settings(folder: Path, text: str) -> Path:
    path = folder / "toolwatch.toml"
    path.write_text(text)
    return path


def test_everything_that_can_be_said_reaches_the_provider(tmp_path: Path) -> None:
    asking = prepared(load(settings(tmp_path, WHOLE)), budget=BudgetSettings(calls=200, tokens=10))
    asking.store.close()
    setup, options, ledger = asking.provider.setup, asking.options, asking.ledger
    assert (setup.model, setup.url, setup.temperature, setup.seed) == (
        "qwen2.5-coder:1.5b",
        "http://127.0.0.1:18080",
        0.5,
        7,
    )
    assert (setup.max_tokens, setup.context, setup.timeout, setup.extra) == (512, 16384, 30.0, {"keep_alive": "5m"})
    assert (options.concurrency, options.tries, options.requests_per_minute) == (1, 2, 10)
    assert (options.tokens_per_minute, options.longest_wait) == (1000, 5.0)
    assert (ledger.budget.calls, ledger.budget.tokens, ledger.budget.money) == (100, 10, 2.5)
    assert ledger.prices.of(1_000_000, 1_000_000) == 7.5
    assert asking.store.path == tmp_path / "kept.sqlite"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[models.a]\nmodel = "m"\n', "models.a.provider: field required"),
        ('[models.a]\nprovider = "x"\napi_key = "secret"\n', "models.a.api_key: unknown setting"),
        ('[models.a]\nprovider = "x"\nmax_tokens = 64\n', "models.a.max_tokens"),
        ('[models.a]\nprovider = "x"\ntool_choice = "maybe"\n', "models.a.tool_choice"),
        ('[models.a]\nprovider = "x"\nbudget = { money = 1 }\n', "budget.money needs price_in and price_out"),
        ("[run]\nrepeats = 0\n", "run.repeats"),
    ],
    ids=["no provider", "a key", "too few tokens", "tool choice", "money without prices", "repeats"],
)
def test_a_wrong_word_is_named_with_its_file_and_place(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(settings(tmp_path, text))
    assert str(tmp_path / "toolwatch.toml") in str(caught.value)
    assert words in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        pytest.param("", "", ModelSettings(provider="embedded"), id="nothing configured"),
        pytest.param('[models.a]\nprovider = "ollama"\n', "", ModelSettings(provider="ollama"), id="the only one"),
        pytest.param(
            '[models.a]\nprovider = "ollama"\n[models.b]\nprovider = "openai"\n[run]\nmodel = "b"\n',
            "",
            ModelSettings(provider="openai"),
            id="that of run.model",
        ),
        pytest.param(
            '[models.a]\nprovider = "ollama"\n',
            "openai:gpt:4",
            ModelSettings(provider="openai", model="gpt:4"),
            id="named",
        ),
        pytest.param(WHOLE, "embedded", ModelSettings(provider="embedded"), id="a provider alone"),
    ],
)
def test_which_model(text: str, name: str, expected: ModelSettings, tmp_path: Path) -> None:
    assert configured(load(settings(tmp_path, text)), name) == expected


def test_several_models_and_none_named(tmp_path: Path) -> None:
    text = '[models.a]\nprovider = "ollama"\n[models.b]\nprovider = "openai"\n'
    with pytest.raises(ConfigError, match="several models are configured; name one with --model: a, b"):
        configured(load(settings(tmp_path, text)))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], BudgetSettings()),
        (["200"], BudgetSettings(calls=200)),
        (["calls=5", "tokens = 1000", "money=0.5"], BudgetSettings(calls=5, tokens=1000, money=0.5)),
    ],
    ids=["none", "a number", "all"],
)
def test_a_budget_on_the_command_line(words: list[str], expected: BudgetSettings) -> None:
    assert budget_of(words) == expected


@pytest.mark.parametrize("word", ["much", "calls=-1", "calls=1.5", "pages=3", "=", "tokens=inf", "money=nan"])
def test_a_budget_that_is_none(word: str) -> None:
    with pytest.raises(UsageError, match="--budget"):
        budget_of([word])
