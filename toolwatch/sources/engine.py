"""Picks the kind for each place and listens at all of them, a few at a time."""

from collections.abc import Sequence

from toolwatch import registry
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.listing import Coverage, Listing
from toolwatch.sources.base import Progress, Source
from toolwatch.sources.bounds import DEFAULTS, Bounds
from toolwatch.sources.place import Place


def kinds() -> dict[str, type[Source]]:
    """Every source kind by name, installed ones included."""
    return registry.load("toolwatch.sources.kinds", Source, key="name", group="toolwatch.sources")


def kind_of(place: Place) -> type[Source]:
    """The kind that reads ``place``.

    Raises:
        UsageError: the kind named is unknown, or no kind can read it.
    """
    known = kinds()
    if place.kind:
        if place.kind not in known:
            raise UsageError(f"{place.name}: no source kind {place.kind!r}; there are {', '.join(known)}")
        return known[place.kind]
    for kind in known.values():
        if kind.claims(place):
            return kind
    raise UsageError(f"{place.name}: nothing here can be listed; give a command, a URL or a file")


async def fetch(place: Place, *, bounds: Bounds = DEFAULTS, progress: Progress | None = None) -> Listing:
    """Listen at one place; a failure is a listing whose coverage says so.

    Raises:
        UsageError: the place itself is not one that can be listed.
    """
    kind = kind_of(place)
    if kind.heavy:
        import mcp  # noqa: F401 - a second of import time is not the server's to answer for
    try:
        return await kind().listen(place, bounds, progress or _silent)
    except ObservationError as error:
        return failed(place, kind.name, str(error))


def fetch_now(place: Place, *, bounds: Bounds = DEFAULTS) -> Listing:
    """``fetch`` for a kind that waits for nothing (``heavy`` is False), without an event loop."""
    listening = fetch(place, bounds=bounds)
    try:
        listening.send(None)
    except StopIteration as done:
        listing: Listing = done.value
        return listing
    raise AssertionError(f"{kind_of(place).name} waits for something, so it must say heavy")


async def fetch_all(
    places: Sequence[Place], *, at_once: int, bounds: Bounds = DEFAULTS, progress: Progress | None = None
) -> tuple[Listing, ...]:
    """Listen at many places, at most ``at_once`` at a time; the answers come in the order of ``places``."""
    import anyio

    answers: dict[int, Listing] = {}
    limit = anyio.CapacityLimiter(at_once)

    async def one(index: int, place: Place) -> None:
        async with limit:
            answers[index] = await fetch(place, bounds=bounds, progress=progress)

    async with anyio.create_task_group() as group:
        for index, place in enumerate(places):
            group.start_soon(one, index, place)
    return tuple(answers[index] for index in range(len(places)))


def failed(place: Place, kind: str, reason: str) -> Listing:
    """The listing of a place where nothing could be observed."""
    return Listing(place.name, coverage=Coverage(failure=reason), kind=kind, target=place.written)


def _silent(_: str) -> None:
    pass
