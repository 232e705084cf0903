"""A client passes the tool on under another name."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class NameRenamed(ClientRule):
    """A client passes the tool on under another name.

    Characters that the client does not take become `_`. Prompts, skills and allow-lists that use the tool's own
    name then miss it, and two names may become one. Choose a name that every client takes as it is.

    Source: Claude Code, VS Code and Gemini CLI, see the client data files.
    """

    code = "TW266"
    severity = Severity.INFO
    bad = Listing("shop", tools=(Tool.of("shop/stock", "Count what is on the shelves."),))
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing("shop", tools=(Tool.of("stock-levels", "Count what is on the shelves."),))
