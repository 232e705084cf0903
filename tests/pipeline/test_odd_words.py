"""Words and files that no lookup and no parser takes: one line, and the code that the table of codes has for it."""

from pathlib import Path

import pytest

from toolwatch.cli.exits import Exit
from toolwatch.cli.main import run

TOOLS = '{"tools": [{"name": "count", "description": "Count.", "inputSchema": {"type": "object"}}]}'
WORDS = {
    "long": "x" * 5_000,
    "longer than a system call takes": "y" * 150_000,
    "a tilde": "~nobody/x",
}
COMMANDS = {
    "lint": ["lint", "{}"],
    "snapshot": ["snapshot", "{}"],
    "snapshot at a ref": ["snapshot", "{}@HEAD"],
    "check": ["check", "{}"],
    "check's base": ["check", "tools.json", "--base", "{}"],
    "diff": ["diff", "tools.json", "{}"],
    "convert": ["convert", "{}", "--to", "mcp"],
    "score": ["score", "{}", "--golden", "golden.yaml"],
    "consumers": ["diff", "tools.json", "tools.json", "--consumers", "{}"],
    "configuration": ["lint", "tools.json", "--config", "{}"],
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tools.json").write_text(TOOLS)
    (tmp_path / "golden.yaml").write_text("tasks:\n  - {task: t, calls: []}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("word", WORDS.values(), ids=WORDS)
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_a_word_that_no_path_can_be(
    arguments: list[str], word: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run([argument.replace("{}", word) for argument in arguments])
    said = capsys.readouterr()
    assert code in (Exit.USAGE, Exit.NOT_OBSERVED), said.err
    assert "Traceback" not in said.err
    assert len((said.out + said.err).strip()) > 10, "something must be said"


FILES = {
    "toolwatch.toml": ["lint", "tools.json"],
    "pyproject.toml": ["lint", "tools.json"],
    "base.json": ["lint", "tools.json", "--baseline", "base.json"],
    "run.json": ["report", "run.json"],
    "list.json": ["lint", "list.json"],
    "list.yaml": ["lint", "list.yaml"],
    "golden.yaml": ["score", "tools.json", "--golden", "golden.yaml"],
    "trace.json": ["score", "trace.json", "--golden", "golden.yaml"],
    "package.json": ["init", "--yes"],
    ".mcp.json": ["init", "--yes"],
    ".vscode/mcp.json": ["discover"],
    ".codex/config.toml": ["discover"],
    "policy.toml": ["check", "tools.json", "--policy", "policy.toml"],
}
DEEP = {
    "deep": "[" * 100_000,
    "deep in a key": "toolwatch = " + "[" * 5_000,
    "long number": '{"a": ' + "7" * 5_000 + "}",
}


@pytest.mark.parametrize("content", DEEP.values(), ids=DEEP)
@pytest.mark.parametrize("file", FILES)
def test_a_file_that_is_too_deep_to_parse(
    file: str, content: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / file).parent.mkdir(parents=True, exist_ok=True)
    (project / file).write_text(content)
    code = run(FILES[file])
    said = capsys.readouterr()
    assert code in (Exit.PASS, Exit.GATE_FAILED, Exit.USAGE, Exit.NOT_OBSERVED, Exit.NO_VERDICT), said.err
    assert "Traceback" not in said.err
