"""A rule that an installed package brings by entry point."""

import subprocess
import sys
import zipfile
from pathlib import Path

RULE = '''
from toolwatch.lint.base import Spot, ToolRule
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class NoPirates(ToolRule):
    """A description talks like a pirate.

    Models answer in kind, and customers complain. Write plain English. Source: our support desk.
    """

    code = "ACME1"
    family = "acme"
    severity = Severity.ERROR
    bad = Tool.of("sail", "Arr, set sail.")
    good = Tool.of("sail", "Set sail.")
    near_miss = Tool.of("array", "Sort an array.")

    def check(self, tool, view):
        if "Arr," in tool.description:
            yield Spot("/description", "talks like a pirate")
'''
TOOLS = '{"tools": [{"name": "sail_ship", "description": "Arr, set sail.", "inputSchema": {"type": "object"}}]}'


def _wheel(folder: Path, entry: str = "acme_rules.no_pirates:NoPirates") -> Path:
    """A wheel as a build backend would make it; pip installs it."""
    path = folder / "acme_rules-1.0-py3-none-any.whl"
    info = "acme_rules-1.0.dist-info"
    files = {
        "acme_rules/__init__.py": '"""Rules of ACME."""\n',
        "acme_rules/no_pirates.py": RULE,
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: acme-rules\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[toolwatch.rules]\nacme = {entry}\n",
    }
    record = "".join(f"{name},,\n" for name in (*files, f"{info}/RECORD"))
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in (files | {f"{info}/RECORD": record}).items():
            wheel.writestr(name, text)
    return path


def _install(folder: Path, wheel: Path) -> Path:
    target = folder / "site"
    command = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([sys.executable, *command, "--target", str(target), str(wheel)], check=True, timeout=120)
    return target


def _toolwatch(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(site)!r}); from toolwatch.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=site.parent,
    )


def test_an_installed_rule_runs_like_our_own(tmp_path: Path) -> None:
    site = _install(tmp_path, _wheel(tmp_path))
    (tmp_path / "tools.json").write_text(TOOLS, encoding="utf-8")
    lint = _toolwatch(site, "lint", "tools.json")
    assert lint.returncode == 1, lint.stderr
    assert "error ACME1 no_pirates: talks like a pirate" in lint.stdout
    assert _toolwatch(site, "rules", "ACME1").stdout.startswith("ACME1 no_pirates (acme, error)")
    ignored = _toolwatch(site, "lint", "--ignore", "acme", "tools.json")
    assert "ACME1" not in ignored.stdout
    sarif = _toolwatch(site, "lint", "--format", "sarif", "tools.json")
    assert "customers complain" in sarif.stdout


def test_a_broken_plugin_is_named(tmp_path: Path) -> None:
    site = _install(tmp_path, _wheel(tmp_path, "acme_rules.no_pirates:Severity"))
    found = _toolwatch(site, "rules")
    assert found.returncode == 2
    assert "acme_rules.no_pirates:Severity" in found.stderr
    assert "Traceback" not in found.stderr
