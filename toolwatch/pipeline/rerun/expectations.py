"""Whether an edit changes, beside the tools, what it is judged by: cases, prompts, and the settings of the gate."""

import os
import tempfile
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path

from toolwatch import suites
from toolwatch.config.settings import FOLDERS, Settings, loads
from toolwatch.errors import ConfigError, NotAtRef, ObservationError, SuiteError
from toolwatch.model.suite import Case, Suite
from toolwatch.model.verdict import Blame, Reason
from toolwatch.pipeline.lists.targets import configured, reached
from toolwatch.snapshot import history

JUDGING = ("gate", "select", "run", "lint", "diff")
"""Sections of the configuration that decide what is asked and what may pass."""
_MOST = 10
"""Cases that one note names."""


def changed(now: Sequence[Suite], servers: Collection[str], settings: Settings, ref: str) -> Iterator[Reason]:
    """Note what is otherwise than at the git ref; nothing of it blocks, since suites are edited for good reasons too.

    Args:
        now: the suites as they are.
        servers: those that are checked; suites of others are left out.
        settings: the configuration as it is.
        ref: what the lists are compared with.
    """
    try:
        then = _suites_at(ref, settings)
    except ObservationError:
        return
    except SuiteError as error:
        yield _note(f"what this edit changes in the suites is not known: they cannot be read at {ref}: {error}")
        then = ()
    for suite in then:
        if suite.server in servers:
            yield from map(_note, _notes(suite, now))
    yield from map(_note, _of_settings(settings, ref))


def _note(text: str) -> Reason:
    return Reason(text, blocks=False, blame=Blame.EXPECTATIONS)


def _suites_at(ref: str, settings: Settings) -> tuple[Suite, ...]:
    """The suites as they were at the ref; none where there were none.

    Raises:
        ObservationError: there is no repository, or no such ref.
        SuiteError: they are not well formed.
    """
    folder = settings.suites
    if os.path.isabs(folder) or not history.files_at(settings.root, ref, folder):
        return ()
    with tempfile.TemporaryDirectory(prefix="toolwatch-") as place:
        root = history.archive_at(settings.root, ref, Path(place), only=folder)
        try:
            return suites.load(root / folder)
        except SuiteError as error:
            raise SuiteError(str(error).replace(f"{root}{os.sep}", "")) from None


def _notes(then: Suite, now: Sequence[Suite]) -> Iterator[str]:
    mine = next((suite for suite in now if suite.name == then.name), None)
    known = {case.id: case for case in mine.cases} if mine else {}
    kept = [_asked(case) + _right(case) for suite in now if suite.server == then.server for case in suite.cases]
    gone = [case for case in then.cases if case.id not in known and _asked(case) + _right(case) not in kept]
    if gone:
        yield f"this edit takes cases out of the suite {then.name}: {_names(gone)}"
    pairs = [(case, known[case.id]) for case in then.cases if case.id in known]
    turned = [(old, new) for old, new in pairs if set(old.expected) != set(new.expected)]
    if turned:
        words = [f"{old.id} ({new.expected_text}, was {old.expected_text})" for old, new in turned]
        yield f"this edit changes what is right in the suite {then.name}: {_listed(words)}"
    otherwise = [old for old, new in pairs if (old, new) not in turned and _right(old) != _right(new)]
    if otherwise:
        yield f"this edit changes which calls count in the suite {then.name}: {_names(otherwise)}"
    reworded = [old for old, new in pairs if _asked(old) != _asked(new)]
    if reworded:
        yield f"this edit changes the requests of the suite {then.name}: {_names(reworded)}"
    if mine and mine.system != then.system:
        yield f"this edit changes the system prompt of the suite {then.name}: both sides are asked under the new one"


def _asked(case: Case) -> tuple[object, ...]:
    return (case.messages, case.step)


def _right(case: Case) -> tuple[object, ...]:
    tools = (frozenset(case.expected), frozenset(case.must_not), frozenset(case.optional))
    return (*tools, case.arguments, case.risk, case.steps)


def _names(cases: Sequence[Case]) -> str:
    return _listed([case.id for case in cases])


def _listed(words: Sequence[str]) -> str:
    more = len(words) - _MOST
    return ", ".join(islice(words, _MOST)) + (f" and {more} more" if more > 0 else "")


def _of_settings(settings: Settings, ref: str) -> Iterator[str]:
    """What the file that is in use says otherwise than at the ref."""
    if settings.file is None:
        return
    try:
        then = loads(history.read_at(settings.root, ref, settings.file.name), settings.file)
        now = loads(settings.file.read_text(encoding="utf-8"), settings.file)
        gone, sections = _gone(then, now), _sections(then, now)
    except (NotAtRef, ObservationError, ConfigError, OSError, UnicodeDecodeError):
        return
    if gone:
        yield f"this edit takes servers out of {settings.file.name}, so that nobody looks at them: {_listed(gone)}"
    if "gate" in sections and settings.gate != now.gate:  # a policy from elsewhere decides
        sections.remove("gate")
    if sections:
        words = ", ".join(f"[{name}]" for name in sections)
        yield f"the settings by which this edit is judged change with it: {words}"


def _gone(then: Settings, now: Settings) -> list[str]:
    """Servers and variants that nobody has any more, under whatever name."""
    here = [target.text for target in configured(now)]
    reaches = [reached(name, now) for name in here]
    names = (target.text for target in configured(then))
    return [name for name in names if name not in here and reached(name, then) not in reaches]


def _sections(then: Settings, now: Settings) -> list[str]:
    names = [name for name in (*JUDGING, *FOLDERS) if getattr(now, name) != getattr(then, name)]
    return names if dict(now.models) == dict(then.models) else [*names, "models"]
