"""A provider that answers by script: what each request gets is known, and every call is counted."""

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from toolwatch.model.suite import Message
from toolwatch.model.tool import Json, Tool
from toolwatch.model.trial import Ask, Choice, Edition
from toolwatch.runner import Job, Provider, Setup

Reply = Choice | Exception
TOOLS = (Tool.of("refund", "Pay money back."), Tool.of("return", "Take goods back."))


def ask(request: str, tools: Sequence[Tool] = TOOLS, repeat: int = 0, system: str = "") -> Ask:
    return Ask(system, (Message("user", request),), tuple(tools), repeat)


def job(request: str, repeat: int = 0, tools: Sequence[Tool] = TOOLS, edition: Edition = Edition.BEFORE) -> Job:
    return Job("shop", request, edition, repeat, Ask("", (Message("user", request),), tuple(tools), repeat))


class Scripted(Provider):
    """Answers by a function of the ask and the number of the attempt at it, counted from 1."""

    name = "scripted"

    def __init__(self, script: Callable[[Ask, int], Reply], **fields: Json) -> None:
        super().__init__(Setup(model="script", **fields))
        self.script = script
        self.calls: list[Ask] = []
        self.most_at_once = 0
        self.closed = 0
        self._at_once = 0

    def request(self, ask: Ask) -> dict[str, Json]:
        tools = [[sent.name, sent.description, sent.schema] for sent in self.sent(ask.tools)]
        return {"system": ask.system, "messages": [turn.content for turn in ask.messages], "tools": tools}

    async def choose(self, ask: Ask) -> Choice:
        self.calls.append(ask)
        attempt = sum(self.key(other) == self.key(ask) and other.repeat == ask.repeat for other in self.calls)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        await asyncio.sleep(0)
        self._at_once -= 1
        reply = self.script(ask, attempt)
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def close(self) -> None:
        self.closed += 1


def always(tool: str | None, **fields: Json) -> Callable[[Ask, int], Reply]:
    return lambda ask, attempt: Choice(tool, **fields)


def likely(share: Callable[[Ask], float], right: str, wrong: str, seed: str) -> Callable[[Ask, int], Reply]:
    """Right with the probability that ``share`` says, drawn from the seed and the question."""

    def script(ask: Ask, attempt: int) -> Reply:
        draw = random.Random(f"{seed}|{ask.messages[-1].content}|{ask.tools[0].description}|{ask.repeat}").random()
        return Choice(right if draw < share(ask) else wrong)

    return script


def file(folder: Path) -> Path:
    return folder / "answers.sqlite"
