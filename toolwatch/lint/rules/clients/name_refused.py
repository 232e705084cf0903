"""A provider refuses the tool's name."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class NameRefused(ClientRule):
    """A provider refuses the tool's name.

    MCP allows dots and more; most providers take letters, digits, `_` and `-` only, and refuse the whole request
    over one name, so no tool of any server works. Rename the tool with those characters.

    Source: OpenAI, Anthropic, Gemini and Bedrock references, see the client data files.
    """

    code = "TW265"
    severity = Severity.ERROR
    bad = Listing("shop", tools=(Tool.of("shop/stock", "Count what is on the shelves."),))
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing("shop", tools=(Tool.of("stock_2", "Count what is on the shelves."),))
