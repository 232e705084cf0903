"""The Jinja environments: each makes a phrase inert for its own reader."""

from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Any

from toolwatch.report import escape
from toolwatch.report.phrase import Phrase, Quote, Said

if TYPE_CHECKING:
    from jinja2 import Environment

Rule = Callable[[str, int], str]


def markdown(names: Collection[str] = ()) -> "Environment":
    """Environment of Markdown templates; ``names`` are strangers' names to look for in whole sentences."""
    environment = _environment(autoescape=False)
    environment.filters |= {
        "phrase": _filter(escape.code, partial(escape.prose, names=names)),
        "phrase_cell": _filter(escape.cell, partial(escape.prose_cell, names=names)),
        "code": escape.code,
        "cell": escape.cell,
        "block": escape.block,
        "mermaid": escape.mermaid,
    }
    return environment


def _filter(quote: Rule, said: Rule) -> Callable[[Phrase | str], str]:
    def render(phrase: Phrase | str, limit: int = 240) -> str:
        parts: Phrase = (phrase,) if isinstance(phrase, str) else phrase
        return "".join(_part(part, quote, said, limit) for part in parts)

    return render


def _part(part: str | Quote | Said, quote: Rule, said: Rule, limit: int) -> str:
    match part:
        case Quote():
            return quote(part.text, limit)
        case Said():
            return said(part.text, 2 * limit)
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
