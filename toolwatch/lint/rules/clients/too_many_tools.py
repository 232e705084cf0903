"""The server alone has more tools than a client takes."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class TooManyTools(ClientRule):
    """The server alone has more tools than a client takes.

    Clients leave out those beyond their limit, in an order that nobody chose, or the provider refuses the
    request; and a model chooses worse from a long list. Offer toolsets, or a search over tools, and keep the
    default list short.

    Source: OpenAI, VS Code, Cursor and Windsurf, see the client data files.
    """

    code = "TW269"
    severity = Severity.WARNING
    bad = Listing(
        "shop", tools=tuple(Tool.of(f"count_shelf_{n}", f"Count what lies on shelf {n}.") for n in range(130))
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing("shop", tools=tuple(Tool.of(f"count_shelf_{n}", "Count.") for n in range(39)))
