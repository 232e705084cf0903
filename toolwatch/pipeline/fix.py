"""Mends the definition files that targets name, or shows how it would."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from toolwatch.config.settings import Settings
from toolwatch.lint import Options, check_view
from toolwatch.lint.fixes import FIXABLE, mend
from toolwatch.lint.positions import Source, located
from toolwatch.lint.suppress import suppress
from toolwatch.lint.view import ListingView
from toolwatch.model.files import write_whole
from toolwatch.model.finding import Finding
from toolwatch.model.inert import one_line, visible
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lint import targets_of
from toolwatch.pipeline.lists.observe import observe_all
from toolwatch.pipeline.lists.targets import Target

PASSES = 4
"""One mend may uncover another (white space behind a hidden character)."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """What was changed, or a diff of what would be, and what people must do themselves."""

    text: str
    remarks: tuple[str, ...] = ()
    unread: bool = False


def fix(targets: Sequence[Target], settings: Settings, *, options: Options, write: bool) -> Fixed:
    """Mend every target that is a definition file; ``write`` False changes nothing and gives a diff.

    Raises:
        UsageError: there is nothing to lint, or the options name a rule that does not exist.
    """
    wanted = targets_of(targets, settings)
    snapshots = observe_all(wanted, settings)
    done = [_one(one, target, options, write=write) for one, target in zip(snapshots, wanted, strict=True)]
    return Fixed(
        "".join(one.text for one in done),
        tuple(remark for one in done for remark in one.remarks),
        any(one.unread for one in done),
    )


def _one(snapshot: Snapshot, target: Target, options: Options, *, write: bool) -> Fixed:
    if snapshot.coverage.failure:
        return Fixed("", (f"{target}: {snapshot.coverage.failure}",), unread=True)
    file = snapshot.listing.file
    if file is None or target.ref:
        return Fixed("", (f"{target}: is no definition file, so there is nothing to mend in it",))
    with file.open(encoding="utf-8", newline="") as stream:
        before = stream.read()
    name = target.text or str(file)
    if file.suffix == ".py":
        return _by_hand(snapshot, Source(name, before), options)
    return _in_file(snapshot, Source(name, before), file, options, write=write)


def _in_file(snapshot: Snapshot, source: Source, file: Path, options: Options, *, write: bool) -> Fixed:
    text = source.content
    changed: list[str] = []
    remarks: list[str] = []
    for _ in range(PASSES):
        mended = mend(Source(source.name, text), _findings(snapshot, options), snapshot.tools)
        remarks = [f"{source.name}: {one.tool}{one.path}: {one.code} stays: {why}" for one, why in mended.left]
        changed += [f"{source.name}: {one.tool}{one.path}: {one.code} {one.name}" for one in mended.changed]
        if mended.text == text:
            break
        text = mended.text
        snapshot = _again(snapshot, text, file)
    if not write:
        return Fixed(_diff(source.name, source.content, text), tuple(remarks))
    if text != source.content:
        write_whole(file, text)
    lines = "".join(f"mended {one_line(line)}\n" for line in dict.fromkeys(changed))
    return Fixed(lines or f"{one_line(source.name)}: nothing to mend\n", tuple(remarks))


def _again(snapshot: Snapshot, text: str, file: Path) -> Snapshot:
    """The snapshot of the mended text, read as the file would be."""
    from toolwatch.sources import engine
    from toolwatch.sources.place import Place

    place = Place(snapshot.server, snapshot.listing.target, path=file, texts=((file.name, text),))
    listing = engine.fetch_now(place).listing
    return replace(snapshot, listing=replace(listing, server=snapshot.server))


def _findings(snapshot: Snapshot, options: Options) -> tuple[Finding, ...]:
    found = check_view(ListingView.of(snapshot.listing), options=options)
    return suppress(found, options.suppressions, options.today).kept


def _by_hand(snapshot: Snapshot, source: Source, options: Options) -> Fixed:
    """Source code is not edited: it says where."""
    found = [one for one in _findings(snapshot, options) if one.code in FIXABLE]
    placed = located(found, source, snapshot.listing.tools)
    lines = [f"{one.position}: {one.code} {one.name}: {one_line(one.message)}" for one in placed]
    remark = (f"{source.name}: source code is not edited; mend these by hand",) if lines else ()
    return Fixed("".join(f"{one_line(line)}\n" for line in lines), remark)


def _diff(name: str, before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), f"a/{name}", f"b/{name}", lineterm="")
    return "".join(f"{visible(line)}\n" for line in lines)
