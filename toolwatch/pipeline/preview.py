"""What a client passes on of a tool list, and how that differs between two lists."""

from collections.abc import Callable
from dataclasses import dataclass

from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError
from toolwatch.lint.clients import Client, Converted, client_named, convert
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lists.observe import observe_all
from toolwatch.pipeline.lists.targets import Target

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Previewed:
    """One list through one client."""

    client: Client
    snapshot: Snapshot
    passed: Converted


def preview(
    client: str, target: Target, other: Target | None, settings: Settings, *, progress: Progress | None = None
) -> tuple[Previewed, ...]:
    """Pass one list through a client, or two, both under the first one's server name.

    Raises:
        UsageError: there is no such client, or a target names nothing.
        ObservationError: a target could not be observed.
    """
    through = client_named(client)
    snapshots = observe_all([one for one in (target, other) if one], settings, progress=progress)
    for one in snapshots:
        if one.coverage.failure:
            raise ObservationError(f"{one.server}: {one.coverage.failure}")
    return tuple(
        Previewed(
            through,
            one,
            convert(one.tools, through, server=snapshots[0].server, instructions=one.listing.instructions),
        )
        for one in snapshots
    )
