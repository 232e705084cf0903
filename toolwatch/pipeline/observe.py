"""Whatever the user names becomes a snapshot: a live server, a definition file, a kept snapshot, any at a git ref."""

from collections.abc import Callable, Sequence

from toolwatch.config.settings import Settings
from toolwatch.model.listing import Listing
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline import places
from toolwatch.pipeline.targets import Target
from toolwatch.sources.place import Place

Progress = Callable[[str], None]


def observe(target: Target, settings: Settings, *, progress: Progress | None = None) -> Snapshot:
    """Observe one target. A server or file that cannot be read is a snapshot whose coverage says why.

    Raises:
        UsageError: the target names nothing; the text lists what there is.
        ObservationError: a git ref cannot be read; ``NotAtRef`` where it is only that nothing is recorded there.
    """
    return observe_all((target,), settings, progress=progress)[0]


def observe_all(
    targets: Sequence[Target], settings: Settings, *, progress: Progress | None = None
) -> tuple[Snapshot, ...]:
    """Observe many targets, several at a time; the answers come in the order of ``targets``.

    Raises:
        UsageError: a target names nothing; nothing is started then.
        ObservationError: a git ref cannot be read.
    """
    found = [places.find(target, settings) for target in targets]
    listings = iter(_listen([place for place in found if isinstance(place, Place)], progress))
    return tuple(place if isinstance(place, Snapshot) else _taken(next(listings)) for place in found)


def _taken(listing: Listing) -> Snapshot:
    from toolwatch.snapshot import take

    return take(listing)


def _listen(wanted: Sequence[Place], progress: Progress | None) -> tuple[Listing, ...]:
    from toolwatch.sources import engine

    if any(engine.kind_of(place).heavy for place in wanted):
        import anyio

        async def all_at_once() -> tuple[Listing, ...]:
            return await engine.fetch_all(wanted, at_once=4, progress=progress)

        return anyio.run(all_at_once)
    return tuple(engine.fetch_now(place) for place in wanted)
