"""What is asked: one case under one edition, once more for each repeat."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from toolwatch.model.listing import Listing
from toolwatch.model.suite import Case, Message, Suite
from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Edition


@dataclass(frozen=True, slots=True)
class Job:
    """One question to one model."""

    suite: str
    case: str
    edition: Edition
    repeat: int
    ask: Ask


def ask_of(suite: Suite, case: Case, listing: Listing, *, instructions: bool = True) -> Ask:
    """What a client would send for that case: the suite's prompt, the server's instructions, its tools as sent."""
    told = listing.instructions if instructions else None
    system = "\n\n".join(part for part in (suite.system, told) if part)
    return Ask(system, turns(case), listing.tools)


def turns(case: Case) -> tuple[Message, ...]:
    """The conversation; a later question of a golden trace ends with a result, its request was said before."""
    return case.history if case.step else (*case.history, Message("user", case.request))


def turns_of(case: Case) -> list[Json]:
    """The conversation of a case, as it is kept beside its answers."""
    return [said(turn) for turn in turns(case)]


def said(turn: Message) -> dict[str, Json]:
    """One turn as JSON."""
    call = {"tool": turn.tool, "arguments": turn.arguments} if turn.tool else {}
    return {"role": turn.role, "content": turn.content, **call}


def repeated(suite: str, case: str, edition: Edition, ask: Ask, repeats: Iterable[int]) -> Iterator[Job]:
    """The same question several times."""
    for repeat in repeats:
        yield Job(suite, case, edition, repeat, replace(ask, repeat=repeat))
