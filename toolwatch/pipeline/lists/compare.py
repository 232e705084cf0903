"""Finds the two snapshots of each server that a check compares."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from toolwatch.config.settings import Settings, loads
from toolwatch.errors import ConfigError, NotAtRef, UsageError
from toolwatch.model.report import Compared
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lists import places
from toolwatch.pipeline.lists.observe import observe, observe_all
from toolwatch.pipeline.lists.remembered import kept, with_tombstones
from toolwatch.pipeline.lists.targets import Target, configured, known, parse, reached
from toolwatch.snapshot import aligned, history, store
from toolwatch.sources.documents import exists

Progress = Callable[[str], None]

DEFAULT_REF = "HEAD"
_FILES = frozenset((".json", ".jsonl", ".yaml", ".yml", ".py", ".toml"))
"""How the name of a file ends; no git ref is called so."""


def compare(
    targets: Sequence[Target],
    settings: Settings,
    *,
    base: str = "",
    server: str = "",
    progress: Progress | None = None,
) -> tuple[Compared, ...]:
    """Observe every target as it is now, and as it was.

    Args:
        targets: what to check, each once; empty means every configured server that is enabled, and its variants.
        settings: the configuration.
        base: a git ref, or with a single target a snapshot, a definition file or any other target. Empty: what
            is committed at HEAD, else (for a server) the snapshot that lies in the working tree.
        server: the name under which a single target is known, where the target itself does not say.
        progress: told what is being waited for.

    Raises:
        UsageError: there is nothing to check, or one base is given for several targets.
        ObservationError: the base cannot be read. A server that cannot be observed is a failed snapshot instead.
    """
    wanted = known(targets, settings) or configured(settings)
    if not wanted:
        raise UsageError("nothing to check: name a target, or configure servers in toolwatch.toml")
    bases = [_base(target, base, settings, several=len(wanted) > 1, progress=progress) for target in wanted]
    after = observe_all(wanted, settings, progress=progress)
    names = [_name(target, settings, server=server, base=base) for target in wanted]
    return tuple(
        _pair(base_of, _named(now, name), str(target), settings)
        for base_of, now, target, name in zip(bases, after, wanted, names, strict=True)
    )


def ref_of(base: str, settings: Settings) -> str:
    """The git ref that is compared with; empty where ``base`` is a list of its own."""
    return "" if base and _is_target(base, settings) else base or DEFAULT_REF


def _pair(base: tuple[Snapshot | None, str, str], after: Snapshot, target: str, settings: Settings) -> Compared:
    """Both sides under one name; what is volatile is as it was, so that no question and no hash differs by it."""
    found, before_target, ref = base
    if found is None:
        return Compared(None, after, before_target, target)
    before = with_tombstones(_named(found, after.server), settings, ref=ref)
    return Compared(before, aligned(before, after), before_target, target)


def _base(
    target: Target, base: str, settings: Settings, *, several: bool, progress: Progress | None
) -> tuple[Snapshot | None, str, str]:
    """The base's snapshot, how it is written, and the git ref that it was read at, if it was."""
    if base and _is_target(base, settings):
        if several:
            raise UsageError(f"--base {base} is one list, but there are several targets: give a git ref, or one target")
        (one,) = known([parse(base)], settings)
        return observe(one, settings, progress=progress), base, ""
    if base and Path(base).suffix in _FILES:
        raise UsageError(f"--base {base}: there is no such file, and a git ref is not called so")
    if target.command or "://" in target.text:
        raise UsageError(f"{target} has no history to compare with: give --base a snapshot or a file")
    at_ref = replace(target, ref=base or DEFAULT_REF)
    for then, settings_then in _places(at_ref, settings):
        with suppress(NotAtRef):
            return observe(then, settings_then, progress=progress), str(then), then.ref
    if (found := _kept(at_ref, settings, at_ref.ref)) is not None:
        return found, str(at_ref), at_ref.ref
    return (None if base else _kept(at_ref, settings, "")), f"{target} (not committed)", ""


def _places(at_ref: Target, settings: Settings) -> Iterator[tuple[Target, Settings]]:
    """Where the target may have been at the ref: a list whose file was moved is still that list.

    As it is configured now, as it was configured then, and where git finds the file itself.
    """
    yield at_ref, settings
    if at_ref.server not in settings.servers:
        path, pointer = places.cut(at_ref.text)
        if old := _moved(Path(), at_ref, path):
            yield replace(at_ref, text=f"{old}#{pointer}" if pointer else old), settings
        return
    if settings.file is not None:
        with suppress(NotAtRef, ConfigError):
            then = loads(history.read_at(settings.root, at_ref.ref, settings.file.name), settings.file)
            if reached(at_ref.text, then) is not None:
                then.check(("servers",))
                yield at_ref, then
    server = settings.servers[at_ref.server]
    variant = at_ref.text.partition(":")[2]
    own = server.variants[variant] if variant else server
    if own.file is not None and (old := _moved(settings.root, at_ref, own.file)):
        moved = own.model_copy(update={"file": old})
        whole = server.model_copy(update={"variants": {**server.variants, variant: moved}}) if variant else moved
        yield at_ref, settings.replaced(servers={**settings.servers, at_ref.server: whole})


def _moved(root: Path, at_ref: Target, path: str) -> str:
    """Where a single file was at the ref; nowhere where it is none, or was there too."""
    return history.moved_from(root, at_ref.ref, path) if exists(root / path) and (root / path).is_file() else ""


def _kept(at_ref: Target, settings: Settings, ref: str) -> Snapshot | None:
    """The snapshot of a configured server whose own file is not committed, at the ref or (empty) as it lies there."""
    name = at_ref.server
    if name not in settings.servers:
        return None
    variant = "" if name == at_ref.text else at_ref.text.partition(":")[2]
    return kept(store.path_of(Path(settings.snapshots), name, variant), settings, ref)


def _is_target(base: str, settings: Settings) -> bool:
    """A base is a git ref unless it is a URL, a configured name, or something that lies there."""
    text = parse(base).text
    path = places.cut(text)[0]
    names, files = (base, text), (base, path)
    here = any(exists(root / name) for name in files for root in (Path(), settings.root))
    return "://" in base or any(name in settings.servers for name in names) or here


def _name(target: Target, settings: Settings, *, server: str, base: str) -> str:
    """The configured name of the target, else the one that was given, else the base's; empty: as observed."""
    if target.text in settings.servers:
        return target.text
    return server or (base if base in settings.servers else "")


def _named(snapshot: Snapshot, name: str) -> Snapshot:
    return replace(snapshot, listing=replace(snapshot.listing, server=name)) if name else snapshot
