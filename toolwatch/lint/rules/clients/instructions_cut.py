"""The server's instructions are longer than a client takes."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class InstructionsCut(ClientRule):
    """The server's instructions are longer than a client takes.

    Claude Code cuts them without a word: what stands behind the cut is never read, be it the one warning that
    matters. Keep them short, and put what concerns one tool into its description.

    Source: Claude Code documentation for server authors; anthropics/claude-code issue 81268.
    """

    code = "TW272"
    severity = Severity.WARNING
    bad = Listing("shop", instructions="Look up the order before you cancel it. " * 60)
    good = Listing(
        "shop",
        tools=(Tool.of("list_shops", "List the names and addresses of all shops."),),
        instructions="Look up the order before you cancel it.",
    )
    near_miss = Listing("shop", instructions="Look up the order before you cancel it. " * 50)
