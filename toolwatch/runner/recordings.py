"""Answers as files that a person can read and review, beside the suite that they answer."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from toolwatch.errors import UsageError
from toolwatch.model import invalid
from toolwatch.model.files import write_whole
from toolwatch.model.suite import Case, Suite
from toolwatch.model.tool import Json
from toolwatch.model.trial import Choice
from toolwatch.runner.jobs import turns_of
from toolwatch.runner.scrub import scrub
from toolwatch.runner.sound import checked
from toolwatch.runner.store import AnswerStore, Stored

_USUAL = asdict(Choice(None))


class Answer(BaseModel):
    """One answer: the tool that was called first, or null."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    repeat: int = Field(ge=0)
    tool: str | None
    arguments: Any = None
    text: str = ""
    probabilities: dict[str, float] = Field(default_factory=dict)
    tokens_in: int = Field(default=0, ge=0)
    tokens_out: int = Field(default=0, ge=0)
    seconds: float = Field(default=0.0, ge=0)

    @property
    def choice(self) -> Choice:
        """What is kept of it."""
        return Choice(**self.model_dump(exclude={"repeat"}))

    @model_validator(mode="after")
    def _sound(self) -> Self:
        checked(self.choice)
        return self


class _About(BaseModel):
    """What ``Provider.about`` says, as far as it is read here."""

    provider: str
    model: str
    url: str
    parameters: dict[str, Any]
    system: str
    messages: list[dict[str, Any]]
    tools: list[str]
    list: str


class Recording(BaseModel):
    """One case asked with one tool list; ``key`` is the hash of the exact request."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    case: str
    request: str
    list: str
    key: str = Field(pattern="^[0-9a-f]{64}$")
    answers: tuple[Answer, ...]


class Recordings(BaseModel):
    """A file of recordings: one model, one suite."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: int = Field(ge=1, le=1)
    provider: str
    model: str
    url: str = ""
    parameters: dict[str, Any] = Field(default_factory=dict)
    suite: str
    lists: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The tools of each list by its digest."""
    recordings: tuple[Recording, ...] = ()


def export(store: AnswerStore, suite: Suite, folder: Path, *, secrets: Iterable[str] = ()) -> tuple[Path, ...]:
    """Write the answers to the cases of ``suite`` into ``folder``, one file a model; the files that were written.

    Raises:
        OSError: the folder cannot be written.
    """
    hidden = tuple(secrets)
    by_turns = {_folded(turns_of(case)): case for case in suite.cases}
    found: dict[str, list[tuple[Case, Stored]]] = {}
    for stored in store.everything():
        if stored.about is None:
            continue
        _whole(store, stored)
        case = by_turns.get(_folded(stored.about["messages"]))
        if case is not None and stored.about["system"].startswith(suite.system):
            found.setdefault(_folded(_asked(stored.about)), []).append((case, stored))
    written = [_file(suite, answers, hidden) for _, answers in sorted(found.items())]
    names = _names(written)
    for name, document in zip(names, written, strict=True):
        write_whole(folder / name, json.dumps(document, indent=1, ensure_ascii=False, sort_keys=False) + "\n")
    return tuple(folder / name for name in names)


def read(path: Path) -> Recordings:
    """One file of recordings.

    Raises:
        UsageError: it cannot be read, or is none; the text names the file and the place in it.
    """
    try:
        return Recordings.model_validate_json(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except ValidationError as error:
        raise UsageError(f"{path}: {invalid.first(error)}") from None


def take_in(store: AnswerStore, recordings: Recordings, case_of: Callable[[str], Case | None], system: str) -> int:
    """Keep what is recorded and not yet stored; how many answers were new."""
    new = 0
    for recording in recordings.recordings:
        case = case_of(recording.case)
        about = _about(recordings, recording, case, system)
        for answer in recording.answers:
            if store.get(recording.key, answer.repeat) is None:
                store.put(recording.key, answer.repeat, answer.choice, about=about)
                new += 1
    return new


def _whole(store: AnswerStore, stored: Stored) -> None:
    """Check what is kept of a request.

    Raises:
        UsageError: something of it is missing, or is not what it must be.
    """
    try:
        _About.model_validate(stored.about, strict=True)
    except ValidationError as error:
        raise store.damaged("requests", stored.key, "", ValueError(invalid.first(error))) from None


def _about(recordings: Recordings, recording: Recording, case: Case | None, system: str) -> Json:
    return {
        "provider": recordings.provider,
        "model": recordings.model,
        "url": recordings.url,
        "parameters": recordings.parameters,
        "system": system,
        "messages": turns_of(case) if case else [{"role": "user", "content": recording.request}],
        "tools": list(recordings.lists.get(recording.list, ())),
        "list": recording.list,
    }


def _file(suite: Suite, answers: Sequence[tuple[Case, Stored]], secrets: tuple[str, ...]) -> dict[str, Json]:
    order = {case.id: number for number, case in enumerate(suite.cases)}
    grouped: dict[tuple[int, str, str], list[Stored]] = {}
    for case, stored in answers:
        grouped.setdefault((order[case.id], stored.about["list"], stored.key), []).append(stored)
    lists = {stored.about["list"]: stored.about["tools"] for _, stored in answers}
    return {
        "schema_version": 1,
        **dict(scrub(_asked(answers[0][1].about), secrets, by_name=True)),
        "suite": suite.name,
        "lists": dict(sorted(lists.items())),
        "recordings": [
            {
                "case": suite.cases[number].id,
                "request": scrub(suite.cases[number].request, secrets),
                "list": digest,
                "key": key,
                "answers": [scrub(_answer(stored), secrets) for stored in repeats],
            }
            for (number, digest, key), repeats in sorted(grouped.items())
        ],
    }


def _answer(stored: Stored) -> dict[str, Json]:
    said = {name: value for name, value in asdict(stored.choice).items() if value != _USUAL[name] and name != "seconds"}
    return {"repeat": stored.repeat, "tool": stored.choice.tool, **said}


def _asked(about: Mapping[str, Json]) -> dict[str, Json]:
    return {name: about[name] for name in ("provider", "model", "url", "parameters")}


def _names(documents: Sequence[Mapping[str, Json]]) -> list[str]:
    """A file name for each model; numbered where the same model was asked in several ways."""
    plain = [re.sub(r"[^A-Za-z0-9._-]+", "-", f"{one['provider']}-{one['model']}").strip("-.") for one in documents]
    return [
        f"{name}-{plain[:place].count(name) + 1}.json" if plain.count(name) > 1 else f"{name}.json"
        for place, name in enumerate(plain)
    ]


def _folded(value: Json) -> str:
    return json.dumps(value, sort_keys=True)
