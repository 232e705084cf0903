"""One self-contained page with everything in it."""

import base64
import hashlib
from collections import defaultdict
from importlib.resources import files
from typing import Any

from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.report import Report
from toolwatch.report import facts, templating
from toolwatch.report.base import Format, Style
from toolwatch.report.confusion import Matrix, matrix
from toolwatch.report.drawing import maps
from toolwatch.report.escape import unlogged
from toolwatch.report.moves import Row, moved, ranked
from toolwatch.report.story import tell
from toolwatch.report.trend import series_of

_FACTS = ("chosen", "right", "note", "place", "change_note", "rerun", "untouched", "trust")
_TONES = {
    Status.REGRESSED: "bad",
    Status.NO_VERDICT: "bad",
    Status.MOVED: "warn",
    Status.UNSTABLE: "warn",
    Status.FIXED: "good",
    Status.SAME: "soft",
}


class HtmlFormat(Format):
    """One page for a browser: no network, no tracking; search, filters, maps; dark and light; prints well."""

    name, suffix = "html", ".html"

    def render(self, report: Report, style: Style) -> str:
        """The whole page; its policy lets nothing run or load but what is written into it."""
        css, script = _asset("report.css"), _asset("report.js")
        text = (
            templating.html()
            .get_template("html/report.html.j2")
            .render(
                _view(report),
                resolved=[(line,) for line in style.resolved],
                style=_trusted(css),
                style_hash=_hash(css),
                script=_trusted(script),
                script_hash=_hash(script),
            )
        )
        return unlogged(text)


def _view(report: Report) -> dict[str, Any]:
    parts: dict[str, Any] = {
        "rows": ranked(report.outcomes),
        "moved_pairs": _pairs(report),
        "changed": tuple(sorted(report.changes, key=facts.change_rank)),
        "found": facts.serious(report.findings),
        "matrices": _matrices(report.outcomes),
        "maps": tuple(maps(report)),
        "users": tuple(facts.users(report)),
        "weights": tuple(facts.weights(report)),
    }
    titles = {
        "cases": ("Cases", True),
        "pairs": ("Pairs side by side", parts["moved_pairs"]),
        "changes": ("Changes", parts["changed"]),
        "used": ("Still used", parts["users"]),
        "size": ("Prompt size", parts["weights"]),
        "findings": ("Findings", parts["found"]),
        "confusion": ("Where requests land", parts["matrices"]),
        "map": ("Map of the tools", parts["maps"]),
        "releases": ("Scores over releases", report.releases),
        "provenance": ("What was compared", True),
    }
    return parts | {
        "report": report,
        "story": tell(report),
        "sections": [(id, title) for id, (title, content) in titles.items() if content],
        "servers": len(report.servers),
        "many": len(report.models) > 1,
        "statuses": [status.value for status in _TONES],
        "tone": _TONES.__getitem__,
        "scale": lambda margin: round(50 + 46 * max(-1.0, min(1.0, margin)), 1),
        "series_of": series_of,
        "compared": facts.provenance,
        **{name: getattr(facts, name) for name in _FACTS},
    }


def _pairs(report: Report) -> list[list[Row]]:
    """Pairs with at least one half that moved, worst first; halves that were not asked stand there too."""
    pairs: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in moved(report):
        if row.outcome.pair:
            pairs[row.outcome.suite, row.outcome.pair, row.outcome.model].append(row)
    return list(pairs.values())


def _matrices(outcomes: tuple[Outcome, ...]) -> list[tuple[str, Matrix]]:
    if not outcomes:
        return []
    return [(edition, matrix(outcomes, edition)) for edition in ("before", "after")]


def _asset(name: str) -> str:
    return files("toolwatch.report").joinpath("templates", "html", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _trusted(text: str) -> Any:
    from markupsafe import Markup

    return Markup(text)
