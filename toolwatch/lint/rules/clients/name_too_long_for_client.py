"""The tool's name is too long for a client, the server's name counted where it counts."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class NameTooLongForClient(ClientRule):
    """The tool's name is too long for a client, the server's name counted where it counts.

    Some refuse the request, some leave the tool out, some cut the name in the middle. Users only see that the
    tool is not there. Shorten the tool's name; 40 characters leave room for a prefix everywhere.

    Source: OpenAI, Bedrock, Gemini CLI, Cursor, VS Code and Claude Code, see the client data files.
    """

    code = "TW267"
    severity = Severity.ERROR
    bad = Listing(
        "shop", tools=(Tool.of("count_everything_that_lies_on_every_shelf_of_every_shop_of_the_chain", "Count."),)
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing("shop", tools=(Tool.of("count_what_lies_on_the_shelves_of_one_shop", "Count."),))
