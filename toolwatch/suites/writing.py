"""Writes suite files that a person goes on with: a new suite, and cases that were imported or added."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from toolwatch.errors import SuiteError
from toolwatch.model import yaml_text
from toolwatch.model.files import write_whole
from toolwatch.model.inert import one_line
from toolwatch.model.suite import NO_TOOL, Message, Step
from toolwatch.model.tool import Json
from toolwatch.suites import document, reading
from toolwatch.suites.base import REVIEW, Draft
from toolwatch.suites.files import FILE
from toolwatch.suites.form import SuiteForm

_NEW = """\
# {name}: which tool is right for which request to {shown}.
server: {server}
system: system.md

# What it costs when a request lands wrongly on a tool: high, medium or low.
cost:
  "*": medium

# Tools that requests are argued over. Each pair differs in one fact, and its cases go to different tools.
boundaries: []

# Plain cases, and cases where no tool is right (expect: none).
cases: []
"""
_PLACE = re.compile(r"^:[0-9]+:[0-9]+: (?:cases\.0\.|cases\.0: )?")
"""Where an error stands in a file that holds one case alone."""
_SYSTEM = "You have tools. Call the one that does what the user asks for; if none fits, call none and say so.\n"


def new(folder: Path, server: str) -> Path:
    """Write an empty suite to ``folder`` and return its file.

    Raises:
        SuiteError: there is a suite already.
    """
    file = folder / FILE
    if file.exists():
        raise SuiteError(f"{file}: there is a suite already")
    text = _NEW.format(name=folder.name, server=_scalar(server), shown=one_line(server))
    form = reading.shape(document.parse(text, name=str(file)), SuiteForm)
    if form.server != server:
        raise SuiteError(f"{file}: the server {one_line(server)} cannot be written; give it another name")
    write_whole(file, text)
    if not (folder / "system.md").exists():
        write_whole(folder / "system.md", _SYSTEM)
    return file


def check(draft: Draft, *, where: str = "") -> None:
    """Hold a draft against what the reader of suites accepts; ``where`` names it (default: by its position).

    Raises:
        SuiteError: it would be written as something that cannot be read; the text names where the draft comes from.
    """
    place = where or draft.position
    try:
        (case,) = reading.further("cases:\n" + item(draft), name="")
    except RecursionError:
        raise SuiteError(f"{place}: the case {draft.id!r} is nested too deeply") from None
    except SuiteError as error:
        raise SuiteError(f"{place}: {_PLACE.sub('', str(error))}") from None
    if (case.request, case.expected, _said(case.history)) != (draft.request, draft.expected, _said(draft.history)):
        raise SuiteError(f"{place}: the case {draft.id!r} holds text that YAML cannot carry")


def cases_text(drafts: Iterable[Draft], *, head: str = "") -> str:
    """Cases as the text of a file under ``cases/``, ``head`` as comments above."""
    comments = "".join(f"# {line}\n" for line in head.splitlines())
    return comments + "cases:\n" + "".join(item(draft) for draft in drafts)


def item(draft: Draft) -> str:
    """One case as an item of a list of cases."""
    plain = [_plain(draft)]
    text = _dumped(plain, allow_unicode=True)
    if not _is_read_as(plain, text):
        # A few line separators are folded away unless they are escaped.
        text = _dumped(plain, allow_unicode=False)
    return "".join(f"  {line}\n" for line in text.removesuffix("\n").split("\n"))


def _is_read_as(plain: Json, text: str) -> bool:
    try:
        return bool(document.parse(text, name="").data == plain)
    except SuiteError:
        return False


def _dumped(plain: Json, *, allow_unicode: bool) -> str:
    return yaml_text.dumps(plain, allow_unicode=allow_unicode, width=110)


def append(file: Path, draft: Draft) -> None:
    """Add a case to the end of a file under ``cases/``; what stands there is kept as it is.

    Raises:
        SuiteError: the file is none whose list of cases comes last, so that nothing can be added at its end.
    """
    text = _there(file) or "cases:\n"
    grown = text.rstrip("\n") + "\n" + item(draft)
    cases = reading.further(grown, name=str(file))
    if not cases or cases[-1].id != draft.id:
        raise SuiteError(f"{file}: the list `cases` must come last in the file, so that a case can be added")
    write_whole(file, grown)


def _there(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise SuiteError(f"{file}: is no UTF-8 text (byte {error.start})") from None


def _scalar(text: str) -> str:
    """A text as YAML in one line, plain where it can be."""
    plain = yaml_text.dumps(text, width=10_000, flow=True).removesuffix("\n...\n").strip()
    return plain if "\n" not in plain else json.dumps(text)


def tools_text(tools: Iterable[Mapping[str, Any]]) -> str:
    """Tool definitions as a definition file."""
    return json.dumps({"tools": list(tools)}, indent=2, ensure_ascii=False) + "\n"


def _plain(draft: Draft) -> dict[str, Json]:
    """A case as plain data, in the order in which people read it; what is empty is left out."""
    note = f"{REVIEW}{draft.note}" if draft.guessed else draft.note
    expect: Json = list(draft.expected) if len(draft.expected) > 1 else (draft.expected or (NO_TOOL,))[0]
    whole = {
        "id": draft.id,
        "request": draft.request,
        "expect": None if draft.steps else expect,
        "steps": [_step(step) for step in draft.steps],
        "must_not": list(draft.must_not),
        "arguments": {name: dict(matcher) for name, matcher in draft.arguments.items()},
        "abstain": draft.abstain,
        "history": [_message(turn) for turn in draft.history],
        "category": draft.category,
        "language": draft.language,
        "source": draft.source,
        "note": note,
    }
    return {name: value for name, value in whole.items() if value}


def _step(step: Step) -> dict[str, Json]:
    whole = {"tool": step.tool, "arguments": dict(step.arguments), "result": step.result, "optional": step.optional}
    return {name: value for name, value in whole.items() if value}


def _message(turn: Message) -> dict[str, Json]:
    whole = {"role": turn.role, "content": turn.content, "tool": turn.tool, "arguments": turn.arguments}
    return {name: value for name, value in whole.items() if value not in (None, "")}


def _said(history: Iterable[Message]) -> list[tuple[str, str, str]]:
    return [(turn.role, turn.content, turn.tool) for turn in history]
