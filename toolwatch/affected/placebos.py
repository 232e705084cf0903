"""Edits that mean nothing: what they move moves by itself, and says nothing about an edit that means something."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, zip_longest

from toolwatch.model.listing import Listing
from toolwatch.model.suite import Suite
from toolwatch.model.tool import Tool


@dataclass(frozen=True, slots=True)
class Placebo:
    """One edit without meaning: what it is in words, and the list after it."""

    what: str
    listing: Listing
    tool: str = ""
    """The tool whose text it changes; empty where it is about several, or about their order."""
    again: bool = False
    """The list is unchanged: it must be asked again, not looked up."""

    @property
    def name(self) -> str:
        """What it is, and on which tool."""
        return f"{self.what} on {self.tool}" if self.tool else self.what


def placebos(listing: Listing, suites: Sequence[Suite] = (), *, most: int = 0) -> tuple[Placebo, ...]:
    """Every placebo that the list allows, the unchanged list first; at most ``most`` of them where that is above 0.

    Texts are changed on the tools that the fewest cases of ``suites`` expect, so that no case is about the tool.
    """
    made = [Placebo("unchanged", listing, again=True), *_made(listing, _quiet(listing, suites))]
    return tuple(made[:most] if most > 0 else made)


def _made(listing: Listing, quiet: Sequence[str]) -> Iterator[Placebo]:
    """Changes of texts and of the order by turns, those that move most first."""
    texts = [
        Placebo(what, described(listing, name, change), name)
        for name, (what, change) in zip(cycle(quiet), TEXTS, strict=False)
    ]
    orders = [Placebo(what, _ordered(listing, order)) for what, least, order in _ORDERS if len(listing.tools) >= least]
    for text, order in zip_longest(texts, orders):
        yield from (each for each in (text, order) if each is not None)


def _quiet(listing: Listing, suites: Sequence[Suite]) -> list[str]:
    """Tools that have a description, those that the fewest cases expect first, ties in the order of the list."""
    asked = [name for suite in suites for case in suite.cases for name in case.expected]
    described = dict.fromkeys(tool.name for tool in listing.tools if tool.description.strip())
    return sorted(described, key=asked.count)


def _clause(text: str) -> str:
    return f"{text.rstrip()} {NEUTRAL[0]}"


def _stop(text: str) -> str:
    plain = text.rstrip()
    return plain[:-1] if plain.endswith(".") else f"{plain}."


def _wrapped(text: str) -> str:
    """The same words with the first sentence on a line of its own."""
    head, mark, tail = text.partition(". ")
    return f"{head}.\n{tail}" if mark else f"{text}\n"


NEUTRAL = (
    "It is one of the tools of this server.",
    "Its name stands above, its parameters stand below.",
    "It is listed here together with the others.",
)
"""Sentences that are true of every tool."""

TEXTS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("a neutral clause", _clause),
    ("a trailing space", lambda text: f"{text} "),
    ("the final full stop", _stop),
    ("a line break after the first sentence", _wrapped),
    ("a neutral word in front", lambda text: f"Tool: {text}"),
)
"""Ways to change a text without changing what it says."""


def _swapped(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    return (tools[-1], *tools[1:-1], tools[0])


_ORDERS: tuple[tuple[str, int, Callable[[tuple[Tool, ...]], tuple[Tool, ...]]], ...] = (
    ("first and last tool swapped", 3, _swapped),
    ("tools in reverse order", 2, lambda tools: tools[::-1]),
    ("tools rotated by one", 3, lambda tools: (*tools[1:], tools[0])),
)


def described(listing: Listing, name: str, change: Callable[[str], str]) -> Listing:
    """The list with one tool's description changed."""
    return replace(
        listing,
        tools=tuple(
            Tool({**tool.raw, "description": change(tool.description)}) if tool.name == name else tool
            for tool in listing.tools
        ),
    )


def _ordered(listing: Listing, order: Callable[[tuple[Tool, ...]], tuple[Tool, ...]]) -> Listing:
    return replace(listing, tools=tuple(order(listing.tools)))
