"""A description only repeats the tool's name."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import repeats


class DescriptionRestatesName(ToolRule):
    """A description says in a sentence what the name already says, and no word more.

    It costs tokens in every request and helps nobody choose. Add what the name cannot hold: which records, from
    where, what comes back, when not to use it.

    Source: peers' rules (mcpolish, mcplint-cli).
    """

    code = "TW133"
    severity = Severity.WARNING
    bad = Tool.of("get_user_profile", "Gets the user profile.")
    good = Tool.of("get_user_profile", "Return name, language and time zone of one user of the workspace.")
    near_miss = Tool.of("get_user_profile", "Gets the user profile by e-mail address.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if len(tool.description) < 200 and repeats(tool.description, tool.name):
            yield Spot(
                "/description", f"only repeats the name: {quote(tool.description.strip())}; say what the name cannot"
            )
