"""`toolwatch schema config` knows every setting, and takes what the configuration takes."""

import json
import tomllib

import jsonschema
import pytest

from tests.conftest import ROOT
from toolwatch.cli.main import run
from toolwatch.config import described
from toolwatch.config.settings import FOLDERS, SECTIONS, TABLES

SCHEMA = described.schema()


def test_it_is_a_schema_of_every_section(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("schema", "config")) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) == {*SECTIONS, *TABLES, *FOLDERS}


def test_it_tells_what_the_docstrings_tell() -> None:
    told = SCHEMA["$defs"]["RunSettings"]["properties"]
    assert told["most_repeats"]["description"] == "Calls a side at which the sequential test gives up."
    assert told["most_repeats"]["default"] == 15
    heir = SCHEMA["$defs"]["VariantSettings"]["properties"]
    assert heir["interpreter"]["description"].startswith("The Python that runs")


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        pytest.param((ROOT / "toolwatch.toml").read_text(encoding="utf-8"), True, id="our own"),
        pytest.param('[servers.shop]\ncommand = "python"\nargs = ["server.py"]\n', True, id="a command"),
        pytest.param('[models.m]\nprovider = "openai"\nmodel = "x"\nlabel = "y"\n', True, id="a model"),
        pytest.param("[run]\nmost_repeat = 3\n", False, id="a misspelt key"),
        pytest.param('[gate]\nunstable = "sometimes"\n', False, id="a wrong value"),
    ],
)
def test_it_takes_what_the_configuration_takes(text: str, sound: bool) -> None:
    assert jsonschema.Draft202012Validator(SCHEMA).is_valid(tomllib.loads(text)) is sound
