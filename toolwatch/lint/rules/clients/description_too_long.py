"""The description is longer than a client or provider takes."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class DescriptionTooLong(ClientRule):
    """The description is longer than a client or provider takes.

    Claude Code cuts it without a word, so what stands last (often the exceptions) never reaches the model; OpenAI
    refuses the request. Put first what decides when to call the tool, and move the rest into the parameters'
    descriptions.

    Source: Claude Code documentation for server authors; OpenAI error texts, see the client data files.
    """

    code = "TW270"
    severity = Severity.WARNING
    bad = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves. " * 80),))
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves. " * 34),))
