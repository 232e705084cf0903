"""Files of other tools become cases: finds the importer, replaces personal data, gives every case an id."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from toolwatch.errors import SuiteError
from toolwatch.model.inert import one_line
from toolwatch.model.suite import NO_TOOL, Message
from toolwatch.model.tool import Json
from toolwatch.model.words import words
from toolwatch.registry import load
from toolwatch.suites.base import Draft, Importer, Skipped, Source
from toolwatch.suites.redaction import Redactor, Replaced

_LONGEST = 64


@dataclass(frozen=True, slots=True)
class Imported:
    """What came out of one file."""

    format: str
    cases: tuple[Draft, ...]
    skipped: tuple[Skipped, ...]
    replaced: tuple[Replaced, ...]
    """For a person's eyes: never written to a file."""
    tools: tuple[Mapping[str, Any], ...] = ()


def formats() -> Mapping[str, type[Importer]]:
    """All importers by name."""
    return load("toolwatch.suites.importers", Importer, key="name", group="toolwatch.importers")


def read(
    path: Path,
    *,
    format_name: str = "",
    taken: Collection[str] = (),
    redact: bool = True,
    words_to_replace: Sequence[str] = (),
) -> Imported:
    """Read the cases of a file.

    Args:
        path: the file.
        format_name: which importer reads it; empty: the one that recognises it.
        taken: ids that are in use already.
        redact: replace personal data.
        words_to_replace: further words to replace.

    Raises:
        SuiteError: the file cannot be read, is of no known format, or breaks its format; the text names the line.
    """
    source = _source(path)
    importer = _importer(source, format_name)
    redactor = Redactor(tuple(words_to_replace))
    entries = [_said(entry, source) for entry in importer.cases(source)]
    drafts = [entry for entry in entries if isinstance(entry, Draft)]
    if not drafts:
        why = next((f": {one.position}: {one.reason}" for one in entries if isinstance(one, Skipped)), "")
        raise SuiteError(f"{source.name}: holds no case that {importer.name} can read{why}")
    cleaned = _cleaned(drafts, redactor, source) if redact else drafts
    return Imported(
        format=importer.name,
        cases=tuple(_named(cleaned, set(taken))),
        skipped=tuple(entry for entry in entries if isinstance(entry, Skipped)),
        replaced=tuple(redactor.replaced),
        tools=importer.tools(source),
    )


def slug(text: str, taken: Collection[str]) -> str:
    """An id made of the first telling words of a text, that is not taken."""
    plain = "-".join(re.sub(r"[^a-z0-9]+", "", word.casefold()) for word in words(text)[:6])
    return _free(re.sub(r"-+", "-", plain).strip("-") or "case", taken)


def clean(draft: Draft, redactor: Redactor) -> Draft:
    """A draft with stand-ins in every text that somebody wrote; the names of tools stay."""
    return replace(
        draft,
        request=redactor.clean(draft.request),
        history=tuple(
            Message(turn.role, redactor.clean(turn.content), turn.tool, _scrubbed(turn.arguments, redactor))
            for turn in draft.history
        ),
        arguments={name: _scrubbed(matcher, redactor) for name, matcher in draft.arguments.items()},
        steps=tuple(
            replace(step, arguments=_scrubbed(step.arguments, redactor), result=_scrubbed(step.result, redactor))
            for step in draft.steps
        ),
        id=redactor.clean(draft.id),
        category=redactor.clean(draft.category),
        language=redactor.clean(draft.language),
        source=redactor.clean(draft.source),
        note=redactor.clean(draft.note),
    )


def _source(path: Path) -> Source:
    try:
        return Source(path, path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise SuiteError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SuiteError(f"{path}: is no UTF-8 text (byte {error.start})") from None


def _importer(source: Source, name: str) -> Importer:
    known = formats()
    if name:
        if name not in known:
            raise SuiteError(f"--format {name}: there are {', '.join(known)}")
        chosen = known[name]()
        if not chosen.recognises(source):
            raise SuiteError(f"{source.name}: does not look like {name}: {_first_line(known[name])}")
        return chosen
    fitting = [kind for kind in known.values() if kind().recognises(source)]
    if len(fitting) != 1:
        found = "several formats fit" if fitting else "is of no format that is known here"
        names = ", ".join(kind.name for kind in fitting) or ", ".join(known)
        raise SuiteError(f"{source.name}: {found}; give --format, one of {names}")
    return fitting[0]()


def _first_line(kind: type[Importer]) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]


def _said(entry: Draft | Skipped, source: Source) -> Draft | Skipped:
    if isinstance(entry, Skipped):
        return entry
    if not entry.request.strip():
        return Skipped(entry.position, "has no request")
    expected = () if entry.expected == (NO_TOOL,) else tuple(dict.fromkeys(entry.expected))
    return replace(entry, expected=expected, source=entry.source or source.path.name)


def _cleaned(drafts: Sequence[Draft], redactor: Redactor, source: Source) -> list[Draft]:
    """All drafts with stand-ins: what one of them tells to be a name is replaced in those before it too."""
    try:
        for draft in drafts:
            clean(draft, redactor)
        return [clean(draft, redactor) for draft in drafts]
    except RecursionError:
        raise SuiteError(f"{source.name}: is nested too deeply") from None


def _scrubbed(value: Json, redactor: Redactor) -> Json:
    if isinstance(value, str):
        return redactor.clean(value)
    if isinstance(value, Mapping):
        return {name: _scrubbed(item, redactor) for name, item in value.items()}
    return [_scrubbed(item, redactor) for item in value] if isinstance(value, list) else value


def _named(drafts: Sequence[Draft], taken: set[str]) -> Iterator[Draft]:
    """Every draft with an id that is well formed and its own."""
    for draft in drafts:
        given = re.sub(r"[^A-Za-z0-9._/:-]+", "-", one_line(draft.id)).strip("-._/:")[:_LONGEST]
        name = _free(given, taken) if given else slug(draft.request, taken)
        taken.add(name)
        yield replace(draft, id=name)


def _free(name: str, taken: Collection[str]) -> str:
    name = name[:_LONGEST]
    if name not in taken:
        return name
    return next(f"{name}-{number}" for number in range(2, len(taken) + 3) if f"{name}-{number}" not in taken)
