"""Observe, and keep what was seen; what was not wholly seen never takes the place of something that was."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Completeness, Coverage
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lists.observe import observe_all
from toolwatch.pipeline.lists.targets import Target, configured, known
from toolwatch.snapshot import store, take, tombstones
from toolwatch.snapshot.summary import counted, same, summary
from toolwatch.sources.documents import exists
from toolwatch.sources.secrets import SHORTEST, SHORTEST_ANYWHERE

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of one server's snapshot."""

    server: str
    path: Path
    written: bool
    """False where nothing changed, or where what was seen may not replace what is there."""
    seen: Completeness
    text: str
    """What happened, in one line."""
    in_clear: tuple[str, ...] = ()
    """Values from the environment that the server repeats and that stay, by name."""


def snapshot(
    targets: Sequence[Target],
    settings: Settings,
    *,
    output: Path | None = None,
    variant: str = "",
    probe: bool = True,
    interactive: bool = False,
    progress: Progress | None = None,
) -> tuple[Kept, ...]:
    """Keep a snapshot of every target under the snapshots folder, or of the only one at ``output``.

    Args:
        targets: what to observe; empty means every configured server.
        settings: the configuration.
        output: where the snapshot goes instead.
        variant: of a configured server the name of one of its variants, which is observed then; of anything else the
            name under which this one is kept beside the others.
        probe: start each server that can be started again, to learn what text varies from start to start.
        interactive: whether a person is there to log in where a server asks for it.
        progress: told what is being waited for.

    Raises:
        UsageError: there is nothing to observe, a server has no such variant, two targets want one file, or a file
            there is something else.
        ObservationError: a git ref cannot be read.
    """
    wanted = tuple(
        _as_variant(target, variant, settings) for target in known(targets, settings) or configured(settings)
    )
    if not wanted:
        raise UsageError("nothing to keep: name a target, or configure servers in toolwatch.toml")
    if output is not None and len(wanted) > 1:
        raise UsageError(f"--output {output} is one file, but there are {len(wanted)} targets")
    for target in wanted:
        if target.ref and output is None and not exists(Path(str(target))):
            raise UsageError(f"{target} is a snapshot of the past: say with --output where a copy of it goes")
    taken = observe_all(wanted, settings, progress=progress, probe=probe, interactive=interactive)
    taken = tuple(replace(one, variant=variant or one.variant) for one in taken)
    folder = settings.root / settings.snapshots
    paths = [output or store.path_of(folder, one.server, one.variant) for one in taken]
    for path in paths:
        if paths.count(path) > 1:
            raise UsageError(f"two targets would be kept at {path}: keep them one by one, with --output")
    earlier = [_earlier(path) for path in paths]
    return tuple(
        replace(_keep(one, path, _shown(path, settings), before), in_clear=one.coverage.in_clear)
        for one, path, before in zip(taken, paths, earlier, strict=True)
    )


def _as_variant(target: Target, variant: str, settings: Settings) -> Target:
    """A configured server as its variant is started: what it says otherwise must not be kept as the variant's."""
    name, _, own = (target.text, "", "") if target.text in settings.servers else target.text.partition(":")
    if not variant or target.command or name not in settings.servers:
        return target
    if own and own != variant:
        raise UsageError(f"{target} is a variant already: leave --variant {one_line(variant, 80)} out")
    known = settings.servers[name].variants
    if variant not in known:
        there = ", ".join(sorted(known)) or "none"
        raise UsageError(
            f"--variant {one_line(variant, 80)}: {name} has no such variant (there are: {there}): add it under "
            f"[servers.{name}.variants] with what is different there, so that it can be checked too"
        )
    return replace(target, text=f"{name}:{variant}")


def stays_in_clear(kept: Kept) -> str:
    """What to say of values that are too short to be taken out of what the server repeats."""
    return (
        f"{kept.server}: repeats what stands in {', '.join(kept.in_clear)}, which stays in clear: a value of less than "
        f"{SHORTEST} characters, or one word of less than {SHORTEST_ANYWHERE} letters, cannot be told from other text; "
        "read the snapshot before you commit it"
    )


def _earlier(path: Path) -> Snapshot | None:
    """The snapshot that lies there; None where there is none, or one that cannot be read and is to be replaced."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{path}: is there and is no snapshot: name another file") from None
    try:
        return store.loads(text, where=str(path))
    except ObservationError:
        if store.names_snapshot(text):
            return None
        raise UsageError(f"{path}: is there and is no snapshot: name another file") from None


def _shown(path: Path, settings: Settings) -> Path:
    """A path as the user knows it: from the configuration's folder on, where it lies there."""
    return path.relative_to(settings.root) if path.is_relative_to(settings.root) else path


def _keep(seen: Snapshot, path: Path, shown: Path, before: Snapshot | None) -> Kept:
    state = seen.coverage.completeness
    name = seen.label
    trouble = "; ".join(_trouble(seen.coverage))
    if state is Completeness.FAILED:
        stays = f"; {shown} stays as it was" if before else ""
        return Kept(seen.server, path, False, state, f"{name}: not observed: {trouble}{stays}")
    if state is Completeness.PARTIAL and before and before.coverage.completeness is Completeness.COMPLETE:
        text = f"{name}: seen only in part: {trouble}; {shown} was taken whole and stays as it was"
        return Kept(seen.server, path, False, state, text)
    after = _following(seen, before)
    partly = f" (seen only in part: {trouble})" if state is Completeness.PARTIAL else ""
    size = counted(len(after.tools), "tool")
    if before is not None and same(before, after):
        return Kept(seen.server, path, False, state, f"{name}: unchanged, {size}{partly}: {shown}")
    store.write(path, after)
    what = (summary(before, after) or "only how it is spelt") if before else "first snapshot"
    return Kept(seen.server, path, True, state, f"{name}: {what}; now {size}{partly}: {shown}")


def _following(seen: Snapshot, before: Snapshot | None) -> Snapshot:
    """Masks and tombstones go from one snapshot of a server to the next."""
    if before is None or before.server != seen.server:
        return seen
    masked = take(seen.listing, volatile=seen.volatile, variant=seen.variant, baseline=before)
    return tombstones.bury(before, masked)


def _trouble(coverage: Coverage) -> Iterator[str]:
    if coverage.failure:
        yield coverage.failure
    yield from coverage.problems
    yield from (f"{one.surface} refused: {one.refused}" for one in coverage.surfaces if one.refused)
