"""Runs rules on their samples, and holds the written exceptions of the matrix."""

from collections.abc import Mapping

from toolwatch.lint.base import Relisted, Rule, Sample
from toolwatch.lint.catalogue import catalogue
from toolwatch.lint.engine import check_settings, check_together, check_view
from toolwatch.lint.options import Options, Profile, Suppressed
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

RULES = tuple(catalogue().values())

ALLOWED: Mapping[str, frozenset[str]] = {
    # a description that is too long for OpenAI is what the rule is about: its good says first what matters
    "TW159": frozenset({"TW270"}),
}
"""By code of the rule whose ``good`` it is: the codes that may fire on it, each with its reason beside it."""


def codes_of(sample: Sample, *rules: type[Rule]) -> frozenset[str]:
    """The codes of ``rules`` that fire on ``sample``, information left out unless one rule alone is asked."""
    from toolwatch.similarity import neighbours

    chosen = {rule.code for rule in rules}
    if isinstance(sample, Suppressed):
        stale = check_settings(sample, options=Options(profile=Profile.STRICT))
        return frozenset(finding.code for finding in stale) & chosen
    second = sample.second if isinstance(sample, Relisted) else None
    views = [ListingView.of(one, neighbours(one.tools), second=second) for one in _listings(sample)]
    options = Options(profile=Profile.STRICT) if len(rules) == 1 else Options(select=tuple(catalogue()))
    found = [finding for view in views for finding in check_view(view, options=options)]
    found.extend(check_together(views, options=options))
    loud = [finding for finding in found if len(rules) == 1 or finding.severity is not Severity.INFO]
    return frozenset(finding.code for finding in loud) & chosen


def _listings(sample: Sample) -> tuple[Listing, ...]:
    if isinstance(sample, Tool):
        return (Listing("sample", tools=(sample,)),)
    if isinstance(sample, Relisted):
        return (sample.first,)
    if isinstance(sample, Listing):
        return (sample,)
    return sample if isinstance(sample, tuple) else ()
