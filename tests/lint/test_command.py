"""``toolwatch lint`` and ``toolwatch rules`` as a user meets them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from toolwatch.cli.exits import Exit
from toolwatch.cli.main import run

SCHEMA = {"type": "object", "properties": {"order": {"type": "string", "description": "Order number, such as 4711."}}}
CLEAN = {
    "name": "cancel_order",
    "description": "Cancel one order that was not shipped yet. Use it when the customer no longer wants the order. "
    "Returns the cancelled order.",
    "inputSchema": SCHEMA | {"required": ["order"]},
}
BROKEN = CLEAN | {"inputSchema": SCHEMA | {"required": True}}


def _file(folder: Path, *tools: object) -> str:
    path = folder / "tools.json"
    path.write_text(json.dumps({"tools": tools}, indent=2), encoding="utf-8")
    return str(path)


def test_an_error_fails_the_lint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", _file(tmp_path, BROKEN)]) == Exit.GATE_FAILED
    assert "TW114" in capsys.readouterr().out


def test_a_clean_list_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", _file(tmp_path, CLEAN)]) == Exit.PASS
    assert "0 errors, 0 warnings" in capsys.readouterr().out


def test_json_holds_the_named_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["lint", "--format", "json", _file(tmp_path, BROKEN)])
    document = json.loads(capsys.readouterr().out)
    assert document["schema_version"] == 1
    (finding,) = (one for one in document["findings"] if one["code"] == "TW114")
    expected = {
        "code": "TW114",
        "name": "required_not_list",
        "family": "schema",
        "severity": "error",
        "server": "tools",
        "tool": "cancel_order",
        "path": "/inputSchema/required",
    }
    assert expected.items() <= finding.items()
    assert list(finding)[:8] == [*expected, "message"]


@pytest.mark.parametrize(
    "content", ["no JSON at all", "[1, 2", "\x00\xff", '{"a": 1}'], ids=["words", "cut short", "binary", "no tools"]
)
def test_a_file_that_holds_no_tools_is_no_pass(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tools.json"
    path.write_text(content, encoding="utf-8")
    assert run(["lint", str(path)]) in (Exit.USAGE, Exit.NOT_OBSERVED)
    captured = capsys.readouterr()
    assert "tools.json" in captured.out + captured.err
    assert "Traceback" not in captured.out + captured.err


def test_a_lint_of_a_file_pays_for_no_heavy_library(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom toolwatch.cli.main import run\n"
        f"run(['lint', {_file(tmp_path, CLEAN)!r}])\n"
        "heavy = {'mcp', 'deepdiff', 'git', 'numpy', 'openai'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr


def test_rules_explains_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "TW114"]) == Exit.PASS
    text = capsys.readouterr().out
    assert text.startswith("TW114 required_not_list (schema, error)")
    assert "Bad:" in text
    assert "Good:" in text


def test_rules_lists_every_rule_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == Exit.PASS
    codes = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert len(codes) == len(set(codes)) > 10


def test_an_unknown_rule_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "TW999"]) == Exit.USAGE
    assert "TW999" in capsys.readouterr().err
