"""Holds a suite against tool lists: every tool that it names must exist."""

import difflib
from collections.abc import Iterator

from toolwatch.errors import SuiteError
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Listing
from toolwatch.model.suite import Case, Suite


def check(suite: Suite, listing: Listing, *others: Listing) -> None:
    """Hold ``suite`` against one list, or several of which one must know a tool (before and after an edit).

    Raises:
        SuiteError: the suite names a tool that no list has; the text names the place and the nearest tools.
    """
    known = sorted({tool.name for each in (listing, *others) for tool in each.tools})
    for place, what, name in mentions(suite):
        if name not in known:
            raise SuiteError(f"{place}: {what} names the tool {one_line(name, 80)!r}, {_hint(name, known, listing)}")


def mentions(suite: Suite) -> Iterator[tuple[str, str, str]]:
    """Every tool that a suite names: where, what names it, and the tool's name."""
    for boundary in suite.boundaries:
        for name in boundary.tools:
            yield str(boundary.position or suite.file), f"the boundary {boundary.id!r}", name
    for name in suite.cost:
        if name != "*":
            yield suite.file or suite.name, "`cost`", name
    for case in suite.cases:
        for name in sorted({*case.expected, *case.must_not, *case.optional, *(step.tool for step in case.steps)}):
            yield _place(suite, case), f"the case {case.id!r}", name


def _place(suite: Suite, case: Case) -> str:
    return str(case.position or suite.file or suite.name)


def _hint(name: str, known: list[str], listing: Listing) -> str:
    server = one_line(listing.server, 80)
    near = difflib.get_close_matches(name, known, 3, 0.5) or known[:8]
    if not near:
        return f"and {server} has no tools"
    return f"which {server} does not have; did you mean {', '.join(one_line(tool, 80) for tool in near)}?"
