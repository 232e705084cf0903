"""Any program that reads a question as JSON and writes its choice."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import time
from collections.abc import Mapping
from dataclasses import replace

from toolwatch.errors import ModelError
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Choice, ModelInfo
from toolwatch.runner.base import Provider, hashed
from toolwatch.runner.failures import Unavailable, Unreadable
from toolwatch.runner.jobs import said
from toolwatch.runner.sound import count, deep

_MOST = 10_000_000
"""Bytes of stdout that are read at most."""


class Command(Provider):
    """Starts a program for each question: the question as JSON on stdin, the choice as JSON on stdout.

    In: ``{"schema_version": 1, "model", "system", "messages": [{"role", "content"}], "tools": [{"name",
    "description", "input_schema"}], "tool_choice", "temperature", "seed", "max_tokens", "repeat"}``. Out: ``{"tool":
    NAME or null}``, and where it has them ``arguments``, ``text``, ``probabilities``, ``tokens_in``, ``tokens_out``.
    A status other than 0 is no answer.
    """

    name = "command"

    @property
    def info(self) -> ModelInfo:
        """Without a model the program with its arguments stands for it, each without its folder."""
        told = super().info
        return told if told.model else replace(told, model=" ".join(map(os.path.basename, self.setup.command)))

    @property
    def parameters(self) -> Mapping[str, Json]:
        """The program, its arguments, and the sampling it is asked for."""
        return {"command": list(self.setup.command), **self._sampling()}

    def request(self, ask: Ask) -> dict[str, Json]:
        """The question, but for the repeat."""
        return {
            "schema_version": 1,
            "model": self.setup.model,
            "system": ask.system,
            "messages": [said(turn) for turn in ask.messages],
            "tools": [
                {"name": tool.name, "description": tool.description, "input_schema": tool.schema}
                for tool in self.sent(ask.tools)
            ],
            **self._sampling(),
            **self.setup.extra,
        }

    def key(self, ask: Ask) -> str:
        """Another program is another model, so the command is part of the key; its folder is not."""
        program, *rest = self.setup.command or ("",)
        return hashed({"command": [os.path.basename(program), *rest], "request": self.request(ask)})

    def prepare(self) -> None:
        """Check that the program is there.

        Raises:
            ModelError: it is not.
        """
        if not self.setup.command:
            raise ModelError("provider command has no command: set it to the program and its arguments")
        if shutil.which(self.setup.command[0]) is None:
            raise ModelError(f"provider command: {self.setup.command[0]} is no program that can be started")

    async def choose(self, ask: Ask) -> Choice:
        """Start the program once; see Provider."""
        started = time.perf_counter()
        question = json.dumps({**self.request(ask), "repeat": ask.repeat}).encode()
        out = await self._run(question)
        return self._read(out, ask, round(time.perf_counter() - started, 3))

    async def _run(self, question: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(
            *self.setup.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(self.setup.timeout):
                out, err = await process.communicate(question)
        except TimeoutError:
            raise Unavailable(f"no answer within {self.setup.timeout:g} s", billed=True) from None
        finally:
            if process.returncode is None:
                # Its own group, so that what it started ends with it.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.communicate()
        if process.returncode:
            said = one_line(err.decode("utf-8", "replace").strip()[-200:])
            raise Unavailable(f"{self.setup.command[0]} ended with status {process.returncode}: {said}", billed=True)
        return out[:_MOST]

    def _read(self, out: bytes, ask: Ask, seconds: float) -> Choice:
        try:
            reply = json.loads(out)
            tool = reply["tool"]
            if not isinstance(tool, str | None):
                raise TypeError("tool is neither a name nor null")
            chances = {str(name): float(chance) for name, chance in (reply.get("probabilities") or {}).items()}
            if not all(0 <= chance <= 1 for chance in chances.values()):
                raise ValueError("a probability is not between 0 and 1")
            if deep(reply.get("arguments")):
                raise ValueError("arguments are nested too deeply")
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            said = one_line(out.decode("utf-8", "replace").strip(), 80)
            raise Unreadable(f"the program's answer is no choice ({type(error).__name__}: {error}): {said}") from None
        return Choice(
            tool=None if tool is None else self.original(tool, ask.tools),
            arguments=reply.get("arguments"),
            text=str(reply.get("text") or ""),
            probabilities={self.original(name, ask.tools): chance for name, chance in chances.items()},
            tokens_in=count(reply.get("tokens_in")),
            tokens_out=count(reply.get("tokens_out")),
            seconds=seconds,
        )

    def _sampling(self) -> dict[str, Json]:
        return {
            "tool_choice": self.setup.tool_choice.value,
            "temperature": self.temperature,
            "seed": self.setup.seed,
            "max_tokens": self.setup.max_tokens,
        }
