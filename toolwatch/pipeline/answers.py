"""Stored answers out of the store into readable recordings beside their suite, and back."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from toolwatch import runner, suites
from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.model.suite import Suite
from toolwatch.pipeline.rerun.asking import answers_file
from toolwatch.runner import recordings, scrub

FOLDER = "recordings"


@dataclass(frozen=True, slots=True)
class Taken:
    """What an import added."""

    file: Path
    answers: int
    new: int


def export(settings: Settings, names: tuple[str, ...] = ()) -> tuple[Path, ...]:
    """Write what is stored for the suites of these names (default: all) to ``SUITE/recordings/``.

    Raises:
        UsageError: there is no such suite, or nothing is stored for any of them.
    """
    wanted = _suites(settings, names)
    secrets = scrub.in_environment(model.key_env for model in settings.models.values() if model.key_env)
    with closing(runner.AnswerStore(answers_file(settings))) as store:
        written = tuple(
            path
            for suite in wanted
            for path in recordings.export(store, suite, _folder(settings, suite), secrets=secrets)
        )
    if not written:
        asked = ", ".join(suite.name for suite in wanted)
        raise UsageError(f"{answers_file(settings)}: no answer to a case of {asked} is stored; run them first")
    return written


def take_in(settings: Settings, paths: tuple[Path, ...] = ()) -> tuple[Taken, ...]:
    """Read recordings (default: those beside all suites) into the store; what is stored already stays.

    Raises:
        UsageError: a file is no recording, is of another suite, or there is none.
    """
    known = {suite.name: suite for suite in _suites(settings, ())}
    files = paths or tuple(path for suite in known.values() for path in sorted(_folder(settings, suite).glob("*.json")))
    if not files:
        raise UsageError(f"no recordings beside the suites in {settings.suites}: name a file")
    read = [(path, recordings.read(path)) for path in files]
    for path, one in read:
        if one.suite not in known:
            raise UsageError(f"{path}: suite: {one.suite} is no suite here; there are {', '.join(sorted(known))}")
    with closing(runner.AnswerStore(answers_file(settings))) as store:
        return tuple(_taken(store, path, one, known[one.suite]) for path, one in read)


def _taken(store: runner.AnswerStore, path: Path, one: recordings.Recordings, suite: Suite) -> Taken:
    new = recordings.take_in(store, one, suite.case, suite.system)
    return Taken(path, sum(len(recording.answers) for recording in one.recordings), new)


def _suites(settings: Settings, names: tuple[str, ...]) -> tuple[Suite, ...]:
    folder = settings.root / settings.suites
    found = {suite.name: suite for suite in (suites.load(folder) if folder.is_dir() else ())}
    if not found:
        raise UsageError(f"{folder}: there are no suites")
    for name in names:
        if name not in found:
            raise UsageError(f"no suite is called {name}; there are {', '.join(sorted(found))}")
    return tuple(found[name] for name in names) or tuple(found.values())


def _folder(settings: Settings, suite: Suite) -> Path:
    return (settings.root / settings.suites / suite.file).parent / FOLDER
