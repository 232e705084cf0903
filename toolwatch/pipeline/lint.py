"""Observe, walk once, lint, and take away what was accepted before."""

from collections.abc import Callable, Sequence

from toolwatch import similarity
from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.lint import check_together, check_view
from toolwatch.lint.options import Options
from toolwatch.lint.result import Heard, Linted
from toolwatch.lint.suppress import suppress
from toolwatch.lint.view import ListingView
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.observe import observe_all
from toolwatch.pipeline.targets import Target

Progress = Callable[[str], None]


def lint(
    targets: Sequence[Target], settings: Settings, *, options: Options, progress: Progress | None = None
) -> Linted:
    """Lint every target; no target means every configured server.

    Raises:
        UsageError: there is nothing to lint, or the options name a rule that does not exist.
    """
    wanted = tuple(targets) or tuple(Target(name) for name in settings.servers)
    if not wanted:
        raise UsageError("nothing to lint: name a file, a server or a command, or configure servers in toolwatch.toml")
    snapshots = observe_all(wanted, settings, progress=progress)
    views = [
        ListingView.of(one.listing, similarity.neighbours(one.tools)) for one in snapshots if not one.coverage.failure
    ]
    found = [finding for view in views for finding in check_view(view, options=options)]
    found.extend(check_together(views, options=options))
    parted = suppress(found, options.suppressions, options.today)
    heard = tuple(_heard(one, target) for one, target in zip(snapshots, wanted, strict=True))
    return Linted(parted.kept, heard, accepted=len(parted.accepted))


def _heard(snapshot: Snapshot, target: Target) -> Heard:
    listing = snapshot.listing
    return Heard(
        server=snapshot.server,
        target=str(target),
        tools=len(snapshot.tools),
        coverage=snapshot.coverage,
        file=str(listing.file) if listing.file else "",
    )
