"""A suppression is past its day."""

from collections.abc import Iterator
from datetime import date

from toolwatch.lint.base import SettingsRule, Spot, quote
from toolwatch.lint.options import Suppressed, Suppression
from toolwatch.model.finding import Severity


class SuppressionExpired(SettingsRule):
    """A suppression is past its day.

    It accepts nothing any more, so the finding that it covered is back. Somebody meant to look at it again by
    that day: mend what it is about, or give it a new day and say why.

    Source: `[[lint.suppress]]` in the configuration.
    """

    code = "TW1090"
    severity = Severity.WARNING
    bad = Suppressed(expired=(Suppression("TW140", "waits for the new schema", expires=date(2026, 3, 31)),))
    good = Suppressed()
    near_miss = Suppressed(unused=(Suppression("TW140", "waits for the new schema"),))

    def check(self, parted: Suppressed) -> Iterator[Spot]:
        for one in parted.expired:
            yield Spot(
                "/lint/suppress",
                f"the suppression of {quote(str(one))} ended on {one.expires}: {quote(one.reason)}",
                str(one),
            )
