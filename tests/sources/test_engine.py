"""Which kind reads what, and that no source's trouble is another's."""

from pathlib import Path
from typing import Any

import anyio
import pytest

from toolwatch.errors import UsageError
from toolwatch.model.listing import Completeness, Listing
from toolwatch.sources import engine
from toolwatch.sources.base import Errand, Source
from toolwatch.sources.kinds.file import File
from toolwatch.sources.place import Place

KINDS: dict[str, tuple[dict[str, Any], str]] = {
    "command": ({"command": ("x",)}, "stdio"),
    "url": ({"url": "http://h"}, "http"),
    "file": ({"path": Path("tools.json")}, "file"),
    "folder": ({"path": Path("tools")}, "file"),
    "python source": ({"path": Path("server.py")}, "python-static"),
    "python by name": ({"python": "a:b", "kind": "python"}, "python"),
    "sse by name": ({"url": "http://h", "kind": "sse"}, "sse"),
}


@pytest.mark.parametrize(("fields", "name"), KINDS.values(), ids=KINDS)
def test_each_place_has_its_kind(fields: dict[str, Any], name: str) -> None:
    assert engine.kind_of(Place("x", **fields)).name == name


def test_every_kind_has_a_place_here() -> None:
    assert {name for _, name in KINDS.values()} == set(engine.kinds())


@pytest.mark.parametrize("kind", engine.kinds().values(), ids=engine.kinds())
def test_kinds_say_what_they_do(kind: type[Source]) -> None:
    assert kind.__doc__
    assert kind.listen.__doc__
    assert not kind.claims(Place("nothing"))


def test_a_kind_that_is_not_there() -> None:
    with pytest.raises(
        UsageError, match="x: no source kind 'soap'; there are file, http, python, python-static, sse, stdio"
    ):
        engine.kind_of(Place("x", kind="soap"))
    with pytest.raises(UsageError, match="x: nothing here can be listed"):
        engine.kind_of(Place("x"))


def test_a_bug_in_one_source_costs_no_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    good.write_text("[]")
    original = File.listen

    async def listen(self: File, place: Place, errand: Errand) -> Listing:
        if place.name == "cursed":
            raise KeyError("a bug")
        return await original(self, place, errand)

    monkeypatch.setattr(File, "listen", listen)
    places = [Place("cursed", path=good), Place("good", path=good)]
    first, second = anyio.run(lambda: engine.fetch_all(places, at_once=2))
    assert first.listing.coverage.failure == "toolwatch itself tripped over it, please report this: KeyError: 'a bug'"
    assert second.listing.coverage.completeness is Completeness.COMPLETE


def test_answers_come_in_the_order_of_the_places(tmp_path: Path) -> None:
    places = []
    for number in range(9):
        file = tmp_path / f"{number}.json"
        file.write_text("[]")
        places.append(Place(str(number), path=file))
    answers = anyio.run(lambda: engine.fetch_all(places, at_once=3))
    assert [one.listing.server for one in answers] == [place.name for place in places]


def test_convert_names_every_format_in_its_help() -> None:
    from toolwatch.cli.commands.convert import command
    from toolwatch.sources.definition import formats

    assert all(name in str(command.help) for name in formats())
