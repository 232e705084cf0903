"""Whatever the user names becomes a snapshot: a live server, a definition file, a kept snapshot, any at a git ref."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from toolwatch.config.settings import Settings
from toolwatch.model.listing import Listing
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lists import places
from toolwatch.pipeline.lists.targets import Target
from toolwatch.sources.observed import Observed
from toolwatch.sources.place import Place

Progress = Callable[[str], None]


def observe(
    target: Target,
    settings: Settings,
    *,
    progress: Progress | None = None,
    probe: bool = False,
    interactive: bool = False,
) -> Snapshot:
    """Observe one target; see ``observe_all``."""
    return observe_all((target,), settings, progress=progress, probe=probe, interactive=interactive)[0]


def observe_all(
    targets: Sequence[Target],
    settings: Settings,
    *,
    progress: Progress | None = None,
    probe: bool = False,
    interactive: bool = False,
) -> tuple[Snapshot, ...]:
    """Observe many targets, several at a time; the answers come in the order of ``targets``.

    A server or file that cannot be read is a snapshot whose coverage says why.

    Args:
        targets: what to observe.
        settings: the configuration.
        progress: told what is being waited for.
        probe: for a baseline: start each server that can be started again, to learn what text varies.
        interactive: whether a person is there to log in where a server asks for it.

    Raises:
        UsageError: a target names nothing (the text lists what there is); nothing is started then.
        ObservationError: a git ref cannot be read; ``NotAtRef`` where it is only that nothing is recorded there.
    """
    found = [places.find(target, settings, interactive=interactive) for target in targets]
    heard = iter(_observed(found, settings, progress, probe=probe))
    return tuple(_taken(place, next(heard)) if isinstance(place, Place) else place for place in found)


def hear_all(targets: Sequence[Target], settings: Settings, *, progress: Progress | None = None) -> tuple[Listing, ...]:
    """As ``observe_all``, for those who only read: no digest is made of what was heard."""
    found = [places.find(target, settings) for target in targets]
    heard = iter(_observed(found, settings, progress, probe=False))
    return tuple(next(heard).listing if isinstance(place, Place) else place.listing for place in found)


def _observed(
    found: Sequence[Place | Snapshot], settings: Settings, progress: Progress | None, *, probe: bool
) -> tuple[Observed, ...]:
    with ExitStack() as unpacked:
        wanted = [_unpacked(place, unpacked) for place in found if isinstance(place, Place)]
        return _listen(wanted, settings, progress, probe=probe)


def _unpacked(place: Place, unpacked: ExitStack) -> Place:
    """Code at a git ref, laid out in a folder that lasts as long as ``unpacked``; any other place as it is."""
    if not place.ref:
        return place
    from toolwatch.snapshot import history

    root = place.cwd or Path()
    folder = Path(unpacked.enter_context(TemporaryDirectory(prefix="toolwatch-")))
    return replace(place, cwd=history.archive_at(root, place.ref, folder / root.resolve().name), ref="", home=root)


def _taken(place: Place, observed: Observed) -> Snapshot:
    from toolwatch.snapshot import take

    return take(observed.listing, volatile=observed.volatile, variant=place.variant)


def _listen(
    wanted: Sequence[Place], settings: Settings, progress: Progress | None, *, probe: bool
) -> tuple[Observed, ...]:
    from toolwatch.sources import engine

    if not any(engine.kind_of(place).heavy for place in wanted):
        return tuple(engine.fetch_now(place) for place in wanted)
    from toolwatch.pipeline.lists import ending

    async def all_of_them() -> tuple[Observed, ...]:
        observing = settings.observe
        return await engine.fetch_all(
            wanted, at_once=observing.at_once, progress=progress, probe=probe and observing.probe
        )

    return ending.run(all_of_them)
