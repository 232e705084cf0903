"""Sections: defaults without a file, errors that name file and field, and what is read when."""

from datetime import date
from pathlib import Path

import pytest

from toolwatch.config.settings import SECTIONS, Settings, load
from toolwatch.errors import ConfigError
from toolwatch.gate import Policy
from toolwatch.lint.options import Options


def test_defaults_are_those_of_the_rooms() -> None:
    settings = Settings()
    today = date(2026, 11, 29)
    assert settings.lint.options(today=today) == Options(today=today)
    assert settings.gate.policy() == Policy()
    assert (settings.lint.fail_on, settings.lint.baseline) == ("error", "")
    assert (dict(settings.servers), dict(settings.models)) == ({}, {})
    assert not any(settings.given(name) for name in SECTIONS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nope = 1\n", "nope: unknown setting; there are lint"),
        ("servers = 3\n", "servers: must hold tables"),
        ("suites = 3\n", "suites: must name a folder"),
        ("[lint]\nprofil = 'strict'\n", "lint.profil: unknown setting"),
        ("[models.a]\nprovider = 3\n", "models.a.provider"),
        ("[servers.a]\nfile = 'x'\n[servers.b]\nfile = \"a\\u0000b\"\n", "servers.b.file: holds a NUL character"),
        ("[servers.a]\ncommand = 'x'\nargs = ['y', \"\\u0000\"]\n", "servers.a.args.1: holds a NUL character"),
        ('snapshots = "\\u0000"\n', "snapshots: holds a NUL character"),
        ("[servers.\"a\\u0000\"]\nfile = 'x'\n", "a\\\\x00: holds a NUL character"),
        ("[", "is no TOML"),
        ("\xff", "is no TOML"),
    ],
)
def test_errors_name_file_and_field(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "toolwatch.toml"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(ConfigError, match=says) as error:
        load(file)
    assert str(file) in str(error.value)


def test_only_the_sections_that_are_asked_for_are_read(tmp_path: Path) -> None:
    (tmp_path / "toolwatch.toml").write_text("[gate]\nnope = 1\n[lint]\nprofile = 'strict'\n")
    settings = load(tmp_path / "toolwatch.toml", sections=("lint",))
    assert settings.lint.profile == "strict"
    with pytest.raises(ConfigError, match=r"gate\.nope"):
        _ = settings.gate


def test_two_configurations_side_by_side_are_refused(tmp_path: Path) -> None:
    (tmp_path / "toolwatch.toml").write_text("suites = 'one'\n")
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'toolwatch-user'\n")
    assert load(start=tmp_path).file == tmp_path / "toolwatch.toml"
    (tmp_path / "pyproject.toml").write_text("[tool.toolwatch]\nsuites = 'other'\n")
    with pytest.raises(ConfigError, match=r"toolwatch\.toml: \[tool\.toolwatch\] in pyproject\.toml .* keep one"):
        load(start=tmp_path)


@pytest.mark.parametrize("text", ["tool = 5  # toolwatch", "tool = ['toolwatch']", "[[tool]]\nname = 'toolwatch'", ""])
def test_a_pyproject_that_says_nothing_of_us_is_passed_by(text: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert load(start=tmp_path).file is None


def test_the_nearest_file_upwards_counts(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "toolwatch.toml").write_text("suites = 'top'\n")
    (tmp_path / "a/pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert load(start=tmp_path / "a/b").suites == "top"
    (tmp_path / "a/pyproject.toml").write_text("[tool.toolwatch]\nsuites = 'near'\n")
    found = load(start=tmp_path / "a/b")
    assert (found.suites, found.root) == ("near", tmp_path / "a")
