"""The Jinja environments: each makes a phrase inert for its own reader."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from toolwatch.model.inert import one_line
from toolwatch.model.suite import NO_TOOL
from toolwatch.report import escape
from toolwatch.report.phrase import Phrase, Quote, Said
from toolwatch.report.plain import compact

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context

_LABELS = {"": "no answer", NO_TOOL: "no tool"}

Quoting = Callable[[str, int], str]
Saying = Callable[[str, int, frozenset[str]], str]


@cache
def markdown() -> "Environment":
    """Environment of Markdown templates; its templates are given ``names``, which strangers are called by."""
    environment = _environment(autoescape=False)
    environment.filters |= {
        "phrase": _filter(escape.code, escape.prose),
        "phrase_cell": _filter(escape.cell, escape.prose_cell),
        "code": escape.code,
        "cell": escape.cell,
        "block": escape.block,
        "mermaid": escape.mermaid,
    }
    return environment


@cache
def html() -> "Environment":
    """Environment of HTML templates: everything is escaped twice over, first for readers, then for the parser."""
    from markupsafe import Markup
    from markupsafe import escape as entities

    def shown(value: Any) -> Any:
        return value if isinstance(value, Markup) else escape.markup(str(value))

    def phrase(parts: Phrase | str) -> Markup:
        listed: Phrase = (parts,) if isinstance(parts, str) else parts
        return Markup("").join(
            Markup("<code>{}</code>").format(shown(part.text))
            if isinstance(part, Quote)
            else entities(shown(part if isinstance(part, str) else part.text))
            for part in listed
        )

    environment = _environment(autoescape=True, finalize=shown)
    environment.filters |= {
        "phrase": phrase,
        "compact": compact,
        "tool": lambda name: one_line(_LABELS.get(str(name), str(name)), 40),
    }
    return environment


def _filter(quote: Quoting, said: Saying) -> Callable[..., str]:
    from jinja2 import pass_context

    @pass_context
    def render(context: "Context", phrase: Phrase | str, limit: int = 240) -> str:
        parts: Phrase = (phrase,) if isinstance(phrase, str) else phrase
        return "".join(_part(part, quote, said, limit, context["names"]) for part in parts)

    return render


def _part(part: str | Quote | Said, quote: Quoting, said: Saying, limit: int, names: frozenset[str]) -> str:
    match part:
        case Quote():
            return quote(part.text, limit)
        case Said():
            return said(part.text, 2 * limit, names)
        case _:
            return part


def _environment(**options: Any) -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("toolwatch.report"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        **options,
    )
