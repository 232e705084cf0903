"""What a change costs beside calls that break: tokens of the prompt, and everybody who wrote the old name down."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from toolwatch.config.settings import Settings
from toolwatch.model.change import Change
from toolwatch.model.consumer import Consumers
from toolwatch.model.report import Compared
from toolwatch.model.tokens import TokenChange
from toolwatch.pipeline import consumers
from toolwatch.snapshot import tokens as estimate


def tokens(compared: Sequence[Compared]) -> Mapping[str, TokenChange]:
    """The size of each list before and after; lists that are the same, or were not seen, are left out."""
    return {
        one.after.server: estimate.compare(one.before.tools, one.after.tools)
        for one in compared
        if one.before is not None
        and not one.before.coverage.failure
        and not one.after.coverage.failure
        and one.before.digests.as_sent != one.after.digests.as_sent
    }


def users(
    places: Sequence[Path], compared: Sequence[Compared], changes: Sequence[Change], settings: Settings
) -> Consumers:
    """Who still uses what is gone, in ``places`` and in those of ``[diff] consumers``; nobody where none is named.

    Raises:
        UsageError: a place is not there.
    """
    configured = settings.diff.consumers if settings.given("diff") else ()
    everywhere = (*places, *(settings.root / place for place in configured))
    return consumers.find(everywhere, consumers.gone(compared, changes), settings) if everywhere else Consumers()
