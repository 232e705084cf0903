"""One server reads what is private, and sends to where anybody reads."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary, words

_READ = vocabulary("read get list search fetch query export download find show")
_PRIVATE = vocabulary(
    "email mail inbox message secret credential password contact calendar file note document transcript dm clipboard "
    "history env environment screenshot photo vault bank account"
)
_SEND = vocabulary("send post publish upload share forward tweet submit email notify broadcast")
_OUT = vocabulary("email mail message tweet post webhook request http url slack sms paste gist upload web")


def _listing(*tools: Tool) -> Listing:
    return Listing("sample", tools=tools)


_READS = Tool.of("read_mail", "Return one message of the user's inbox.")


class ToxicFlow(ListingRule):
    """A server has a tool that reads private data and one that sends data to the outside.

    Together they are a way out: a text that the model reads (a mail, a page) can ask for both calls, and no further
    server is needed. It is no flaw of either tool. Make clients ask before the sending one
    (`readOnlyHint: false`, `openWorldHint: true`), or offer the two as separate servers.

    Source: Simon Willison's lethal trifecta; agent-scan on toxic flows.
    """

    code = "TW232"
    severity = Severity.INFO
    bad = _listing(_READS, Tool.of("send_message", "Send a text to any address and return its id."))
    good = _listing(_READS, Tool.of("archive_thread", "Move a thread of messages to the archive, return its id."))
    near_miss = _listing(
        Tool.of("read_forecast", "Return the weather of a city."),
        Tool.of("send_message", "Send a text to any address."),
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        reads = next((one for one in view.tools if _does(one, _READ, _PRIVATE)), None)
        sends = next((one for one in view.tools if _sends(one)), None)
        if reads and sends:
            message = (
                f"reads private data ({quote(reads.tool.name)}) and sends to the outside ({quote(sends.tool.name)}); "
                "see that clients ask before the second"
            )
            yield Spot("/tools", message, f"{reads.tool.name} {sends.tool.name}")


def _does(one: ToolView, verbs: frozenset[str], nouns: frozenset[str]) -> bool:
    parts = words(one.tool.name)
    return not verbs.isdisjoint(parts[:3]) and not nouns.isdisjoint(part.removesuffix("s") for part in parts)


def _sends(one: ToolView) -> bool:
    return (
        not one.tool.hint("readOnlyHint")
        and one.tool.annotations.get("openWorldHint") is not False
        and _does(one, _SEND, _OUT)
    )
