"""A description was never written: a placeholder stands in its place."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.pieces import holds
from toolwatch.lint.view import Role, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_WHOLE = re.compile(
    r"\W{0,4}(?:todo|tbd|tba|fixme|xxx|placeholder|n/?a|none|null|undefined|foo|bar|asdf|test|lorem|\.{2,}"
    r"|(?:tool|parameter|param|function|field|my) description(?: here| goes here)?"
    r"|description (?:of (?:the|this) (?:tool|parameter|function|field) )?(?:goes )?here"
    r"|(?:add|insert|write|put|enter|your|some) (?:a |your |the |tool )?description(?: here)?"
    r"|no description(?: (?:available|provided|given|yet))?|(?:todo|fixme|tbd) ?[:-] ?[^\n]{0,80})\W{0,4}",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"\b[Ll]orem ipsum\b|^[ \t]{0,8}(?:TODO|FIXME|TBD|XXX)\s?:|<(?:insert|your) [^<>\n]{1,40} here>", re.M
)


def _begins(text: str) -> bool:
    bare = text.lstrip(_MARKUP).lower()
    return not bare or bare.startswith(_BEGINNINGS)


_MARKUP = "()[]<>{}*_-#. \"'`"
_BEGINNINGS = (
    "todo", "tbd", "tba", "fixme", "xxx", "placeholder", "n/a", "na", "none", "null", "undefined", "foo", "bar", "asdf",
    "test", "lorem", "tool", "param", "function", "field", "my ", "description", "add", "insert", "write", "put",
    "enter", "your", "some", "no description",
)  # fmt: skip
_MARKS = ("TODO", "FIXME", "TBD", "XXX", "here>", "orem ipsum")


class PlaceholderText(TextRule):
    """A text that should explain something holds TODO, "description here" or the like.

    Generators and templates leave these behind; a model reads them as the tool's purpose. Write the text, or for a
    parameter leave the field out.

    Source: peers' rules (agent-friend).
    """

    code = "TW134"
    severity = Severity.ERROR
    roles = frozenset({Role.DESCRIPTION, Role.PARAMETER, Role.INSTRUCTIONS})
    cues = vocabulary(
        "todo tbd tba fixme xxx placeholder n na none null undefined foo bar asdf test lorem description here"
    )
    bad = Tool.of("refund_order", "TODO: describe the refund")
    good = Tool.of("refund_order", "Refund one order in full and return the refund's id.")
    near_miss = Tool.of("add_task", "Add a task to the TODO list and return its id.")

    def check_text(self, text: Text) -> Iterator[Spot]:
        stripped = text.text.strip()
        inside = holds(stripped, _MARKS) and _INSIDE.search(stripped[:20_000])
        if inside or (len(stripped) < 120 and _begins(stripped) and _WHOLE.fullmatch(stripped)):
            yield Spot(text.path, f"is a placeholder: {quote(stripped)}; write what it means", stripped[:200])
