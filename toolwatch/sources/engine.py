"""Picks the kind for each place and listens at all of them, a few at a time."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from toolwatch import registry
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.listing import Coverage, Listing
from toolwatch.sources.base import Errand, Progress, Source
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.observed import Observed
from toolwatch.sources.place import Place
from toolwatch.sources.secrets import Scrubber


@cache
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


async def fetch(
    place: Place, *, bounds: Bounds | None = None, progress: Progress | None = None, probe: bool = False
) -> Observed:
    """Listen at one place; a failure is a listing whose coverage says so. No secret of the place is in the answer.

    Args:
        place: where.
        bounds: in place of those of the place.
        progress: told what is being waited for.
        probe: listen again from elsewhere, to learn what text varies.

    Raises:
        UsageError: the place itself is not one that can be listed.
    """
    kind = kind_of(place)
    if kind.heavy:
        import mcp  # noqa: F401 - a second of import time is not the server's to answer for

        _quiet()
    scrubber = Scrubber(place.secrets)
    tell = progress or _silent
    errand = Errand(bounds or place.bounds, lambda text: tell(scrubber.message(text)), scrubber)
    source = kind()
    try:
        listing = await source.listen(place, errand)
    except ObservationError as error:
        listing = failed(place, kind.name, str(error))
    observed = Observed(scrubber.listing(replace(listing, identity={**place.identity, **listing.identity})))
    if not (probe and place.probe):
        return observed
    from toolwatch.sources.probing import probed

    return await probed(source, place, errand, observed)


def fetch_now(place: Place) -> Observed:
    """``fetch`` for a kind that waits for nothing (``heavy`` is False), without an event loop."""
    listening = fetch(place)
    try:
        listening.send(None)
    except StopIteration as done:
        observed: Observed = done.value
        return observed
    raise AssertionError(f"{kind_of(place).name} waits for something, so it must say heavy")


async def fetch_all(
    places: Sequence[Place], *, at_once: int, progress: Progress | None = None, probe: bool = False
) -> tuple[Observed, ...]:
    """Listen at many places, at most ``at_once`` at a time; the answers come in the order of ``places``."""
    import anyio

    answers: dict[int, Observed] = {}
    limit = anyio.CapacityLimiter(at_once)

    async def one(index: int, place: Place) -> None:
        async with limit:
            try:
                answers[index] = await fetch(place, progress=progress, probe=probe)
            except UsageError:
                raise
            except Exception as bug:  # one server's trouble must not cost the others' results
                reason = f"toolwatch itself tripped over it, please report this: {type(bug).__name__}: {bug}"
                answers[index] = Observed(failed(place, "", Scrubber(place.secrets).message(reason)))

    async with anyio.create_task_group() as group:
        for index, place in enumerate(places):
            group.start_soon(one, index, place)
    return tuple(answers[index] for index in range(len(places)))


def failed(place: Place, kind: str, reason: str) -> Listing:
    """The listing of a place where nothing could be observed."""
    return Listing(place.name, coverage=Coverage(failure=reason), kind=kind, target=place.written)


def _quiet() -> None:
    """Keep the SDK's log lines off stderr where nobody has set up logging: they are tracebacks, told better here."""
    for name in ("mcp", "client", "httpx2", "httpcore2"):
        logger = logging.getLogger(name)
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())


def _silent(_: str) -> None:
    pass
