"""Two tools have the same name after a client has mended or cut them."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class NamesCollide(ClientRule):
    """Two tools have the same name after a client has mended or cut them.

    One of the two is overwritten, or the call goes to either. Nothing in the list shows it, only the client's
    naming makes it. Make the names differ within their first characters and in letters or digits.

    Source: naming of Claude Code, VS Code and Gemini CLI, see the client data files.
    """

    code = "TW268"
    severity = Severity.ERROR
    bad = Listing(
        "shop", tools=(Tool.of("stock/all", "Count every article."), Tool.of("stock all", "List every shelf."))
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop", tools=(Tool.of("stock_all", "Count every article."), Tool.of("stock-all", "List every shelf."))
    )
