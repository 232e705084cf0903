"""A suppression covers nothing."""

from collections.abc import Iterator
from datetime import date

from toolwatch.lint.base import SettingsRule, Spot, quote
from toolwatch.lint.options import Suppressed, Suppression
from toolwatch.model.finding import Severity


class SuppressionUnused(SettingsRule):
    """A suppression covers nothing.

    What it accepted is gone, or it names a tool or a path that does not exist, and then it hides the next real
    finding there. Remove it.

    Source: `[[lint.suppress]]` in the configuration.
    """

    code = "TW1091"
    severity = Severity.WARNING
    bad = Suppressed(unused=(Suppression("TW140", "waits for the new schema", tool="get_shop"),))
    good = Suppressed()
    near_miss = Suppressed(expired=(Suppression("TW140", "waits for the new schema", expires=date(2026, 3, 31)),))

    def check(self, parted: Suppressed) -> Iterator[Spot]:
        for one in parted.unused:
            yield Spot("/lint/suppress", f"the suppression of {quote(str(one))} covers nothing; remove it", str(one))
