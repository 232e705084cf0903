"""TW604."""

from collections.abc import Iterator
from dataclasses import replace

from toolwatch.model.finding import Severity
from toolwatch.model.suite import Case
from toolwatch.suites.lint import Spot, SuiteRule, View, made

_VIEW = made(Case("a", "any left?", ("check_stock",)))


class OneModelOnly(SuiteRule):
    """One model is configured, and an edit that it does not mind may break requests on another.

    In the experiment this project starts from, one edit moved nothing on one model and broke a case on the next.
    Configure a second model, of another family where you can.
    """

    code, severity = "TW604", Severity.INFO
    bad = replace(_VIEW, models=("openai:small",))
    good = replace(_VIEW, models=("openai:small", "anthropic:large"))
    near_miss = _VIEW

    def check(self, view: View) -> Iterator[Spot]:
        """Count the models."""
        if view.models is not None and len(view.models) < 2:
            what = f"only {view.models[0]}" if view.models else "no model, or only the proxy,"
            yield Spot(f"{what} is configured: configure two models, of different families")
