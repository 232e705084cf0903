"""A small GitHub runner: executes the ``run`` steps of an action or job as they are written, records the ``uses``."""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

_EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
_TOKEN = re.compile(r"\s*('(?:[^']|'')*'|[a-zA-Z_][\w.-]*(?:\(\))?|==|!=|&&|\|\||!|\(|\))")


@dataclass
class Step:
    """What became of one step."""

    name: str
    skipped: bool = False
    code: int = 0
    stdout: str = ""
    stderr: str = ""
    uses: str = ""
    given: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)


@dataclass
class Ran:
    """The whole run."""

    steps: list[Step]
    summary: str
    outputs: dict[str, str]

    def step(self, name: str) -> Step:
        """The step of that name."""
        return next(step for step in self.steps if step.name == name)

    @property
    def failed(self) -> bool:
        """Whether the job failed."""
        return any(step.code for step in self.steps)


class Runner:
    """Runs steps in a workspace with the environment that GitHub sets."""

    def __init__(self, workspace: Path, temp: Path, *, env: Mapping[str, str], action_path: Path | None = None):
        self.workspace, self.temp = workspace, temp
        self.env = {
            **{key: os.environ[key] for key in ("PATH", "HOME", "LANG", "TMPDIR") if key in os.environ},
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(workspace),
            "RUNNER_TEMP": str(temp),
            "RUNNER_OS": "Linux",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            **env,
        }
        if action_path:
            self.env["GITHUB_ACTION_PATH"] = str(action_path)
        self.context: dict[str, str] = {"runner.os": "Linux", "runner.arch": "X64", "github.token": "ghs_job"}

    def action(self, file: Path, inputs: Mapping[str, str]) -> Ran:
        """Run a composite action with these inputs over its defaults."""
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        defaults = {name: self.text(str(one.get("default", ""))) for name, one in data["inputs"].items()}
        assert set(inputs) <= set(defaults), "an input that the action does not have"
        self.context |= {f"inputs.{name}": value for name, value in {**defaults, **inputs}.items()}
        ran = self.steps(data["runs"]["steps"])
        ran.outputs = {name: self.text(one["value"]) for name, one in data["outputs"].items()}
        return ran

    def steps(self, steps: list[dict[str, Any]]) -> Ran:
        """Run steps one by one; a failed one skips those that do not say otherwise."""
        summary = self.temp / "summary.md"
        summary.write_text("")
        done: list[Step] = []
        for number, step in enumerate(steps):
            failed = any(one.code for one in done)
            condition = str(step.get("if", "success()")).strip()
            if condition.startswith("${{"):
                condition = condition[3:-2]
            wanted = bool(_Evaluation(condition, self.context, failed=failed).value())
            if not re.search(r"(always|failure|cancelled|success)\(\)", condition):
                wanted = wanted and not failed
            name = step.get("name", step.get("uses", f"step {number}"))
            done.append(self._step(step, name, number, summary) if wanted else Step(name, skipped=True))
        return Ran(done, summary.read_text(encoding="utf-8"), {})

    def _step(self, step: dict[str, Any], name: str, number: int, summary: Path) -> Step:
        given = {key: self.text(str(value)) for key, value in step.get("with", {}).items()}
        if "uses" in step:
            return Step(name, uses=step["uses"], given=given)
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "an expression inside a script"
        script, output = self.temp / f"step{number}.sh", self.temp / f"output{number}"
        script.write_text(step["run"])
        output.write_text("")
        env = {key: self.text(str(value)) for key, value in step.get("env", {}).items()}
        folder = self.workspace / self.text(step.get("working-directory", "."))
        ran = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=folder,
            env={**self.env, **env, "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        outputs = dict(line.split("=", 1) for line in output.read_text(encoding="utf-8").splitlines())
        if "id" in step:
            self.context |= {f"steps.{step['id']}.outputs.{key}": value for key, value in outputs.items()}
        return Step(name, code=ran.returncode, stdout=ran.stdout, stderr=ran.stderr, outputs=outputs)

    def text(self, template: str) -> str:
        """A text with its expressions evaluated."""
        return _EXPRESSION.sub(lambda match: _said(_Evaluation(match[1], self.context).value()), template)


def _said(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


class _Evaluation:
    """GitHub's expressions, as far as our files use them."""

    def __init__(self, text: str, context: Mapping[str, str], *, failed: bool = False):
        self.tokens = [match[1] for match in _TOKEN.finditer(text)]
        assert "".join(self.tokens) == re.sub(r"\s+(?=(?:[^']*'[^']*')*[^']*$)", "", text), text
        self.context, self.failed = context, failed

    def value(self) -> object:
        """The value of the whole."""
        found = self._or()
        assert not self.tokens, self.tokens
        return found

    def _or(self) -> object:
        left = self._and()
        while self._take("||"):
            right = self._and()
            left = left or right
        return left

    def _and(self) -> object:
        left = self._equal()
        while self._take("&&"):
            right = self._equal()
            left = left and right
        return left

    def _equal(self) -> object:
        left = self._not()
        if self._take("=="):
            return left == self._not()
        if self._take("!="):
            return left != self._not()
        return left

    def _not(self) -> object:
        return not self._not() if self._take("!") else self._one()

    def _one(self) -> object:
        token = self.tokens.pop(0)
        if token == "(":
            found = self._or()
            assert self._take(")")
            return found
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        functions = {"cancelled()": False, "always()": True, "success()": not self.failed, "failure()": self.failed}
        return functions[token] if token in functions else self.context.get(token, "")

    def _take(self, token: str) -> bool:
        if self.tokens[:1] == [token]:
            self.tokens.pop(0)
            return True
        return False
