"""Answers already paid for, in one SQLite file that several processes may use at a time."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from toolwatch.errors import UsageError
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Json
from toolwatch.model.trial import Choice
from toolwatch.runner.claims import Claims
from toolwatch.runner.sound import checked

_SCHEMA = """
create table if not exists answers (
  key text not null,
  repeat integer not null,
  choice text not null,
  primary key (key, repeat)
) without rowid;
create table if not exists requests (
  key text primary key,
  about text not null
) without rowid;
"""
_VERSION = 1
_USUAL = asdict(Choice(None))


@dataclass(frozen=True, slots=True)
class Stored:
    """One stored answer, with what is known of its request."""

    key: str
    repeat: int
    choice: Choice
    about: Json


OWN = ".toolwatch"
"""The folder that nobody made but toolwatch: what it keeps there is no part of a project's history."""


class AnswerStore:
    """Answers by the hash of the exact request and the repeat; an answer once kept is never replaced."""

    def __init__(self, path: Path) -> None:
        """Open or make the file.

        Raises:
            UsageError: it is no answer store, or the place is not writable.
        """
        self.path = path
        self.claims = Claims(path.with_name(f"{path.name}-asking"))
        self._known: set[str] = set()
        try:
            _make(path.parent)
            self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise self._trouble("cannot be opened", error) from None
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._db.close()
            raise self._trouble("is no answer store, or cannot be written", error) from None

    def get(self, key: str, repeat: int) -> Choice | None:
        """The stored answer, or None where there is none yet.

        Raises:
            UsageError: the file, or this entry of it, is damaged. It is not asked anew: that would pay for it twice
                without a word, and what else is wrong with the file would stay unknown.
        """
        try:
            row = self._db.execute("select choice from answers where key = ? and repeat = ?", (key, repeat)).fetchone()
        except sqlite3.Error as error:
            raise self._unreadable(error) from None
        return self._choice(key, repeat, row[0]) if row else None

    def put(self, key: str, repeat: int, choice: Choice, *, about: Json = None) -> Choice:
        """Keep an answer and return the one that is kept: where another process was first, that is its.

        It is on disk when this returns, so that a killed process has lost nothing that it had paid for.

        Raises:
            UsageError: the disk is full, or the file cannot be written.
        """
        try:
            if about is not None and key not in self._known:
                self._db.execute("insert or ignore into requests values (?, ?)", (key, _dumps(about)))
                self._known.add(key)
            row = self._db.execute("insert or ignore into answers values (?, ?, ?)", (key, repeat, _text(choice)))
        except sqlite3.Error as error:
            raise self._trouble("cannot keep an answer", error) from None
        return choice if row.rowcount else self.get(key, repeat) or choice

    def everything(self) -> Iterator[Stored]:
        """All answers, by key and repeat.

        Raises:
            UsageError: the file, or an entry of it, is damaged.
        """
        try:
            rows = self._db.execute(
                "select a.key, a.repeat, a.choice, r.about from answers a left join requests r using (key)"
                " order by a.key, a.repeat"
            )
            for key, repeat, choice, about in rows:
                yield Stored(key, repeat, self._choice(key, repeat, choice), self._about(key, about))
        except sqlite3.Error as error:
            raise self._unreadable(error) from None

    def close(self) -> None:
        """Let the file go."""
        self.claims.close()
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _prepare(self) -> None:
        version = self._db.execute("pragma user_version").fetchone()[0]
        if version not in (0, _VERSION):
            raise sqlite3.DatabaseError(f"it has version {version}, this toolwatch writes {_VERSION}")
        self._db.execute("pragma journal_mode = wal")
        # In WAL mode a commit survives the death of the process without waiting for the disk; only a power cut may
        # take the last answers, never the file.
        self._db.execute("pragma synchronous = normal")
        self._db.executescript(f"begin immediate; {_SCHEMA} pragma user_version = {_VERSION}; commit;")

    def damaged(self, table: str, key: str, further: str, error: Exception) -> UsageError:
        """The error that names an entry which is not what was once written, and says how to be rid of it."""
        said = one_line(str(error), 100)
        entry = f"{table} where key = '{one_line(str(key), 64)}'{further}"
        return UsageError(
            f"{self.path}: the entry of {entry} is damaged ({said}); delete it (sqlite3's `delete from {entry}`),"
            " or move the file away and import the recordings"
        )

    def _choice(self, key: str, repeat: int, text: Json) -> Choice:
        try:
            return checked(Choice(**{"tool": None, **_object(text)}))
        except (ValueError, TypeError, RecursionError) as error:
            raise self.damaged("answers", key, f" and repeat = {one_line(str(repeat), 20)}", error) from None

    def _about(self, key: str, text: Json) -> Json:
        try:
            return None if text is None else _object(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise self.damaged("requests", key, "", error) from None

    def _unreadable(self, error: Exception) -> UsageError:
        said = one_line(str(error), 100)
        return UsageError(f"{self.path}: cannot be read: {said}; move the file away and import the recordings")

    def _trouble(self, what: str, error: Exception) -> UsageError:
        return UsageError(f"{self.path}: {what}: {error}; free the disk, or name another file in run.answers")


def _text(choice: Choice) -> str:
    told = {name: getattr(choice, name) for name in _USUAL}
    return _dumps({name: value for name, value in told.items() if value != _USUAL[name]})


def _dumps(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def _object(text: Json) -> dict[str, Any]:
    if not isinstance(text, str):
        raise TypeError("it is no text")
    value = json.loads(text)
    if not isinstance(value, dict):
        raise TypeError("it is no JSON object")
    return value


def _make(folder: Path) -> None:
    """Make the folder; toolwatch's own one says to git that it is not to be committed."""
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if folder.name == OWN and not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
