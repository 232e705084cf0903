"""Holds a suite against tool lists: every tool that it names must exist."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from toolwatch.errors import SuiteError
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Listing
from toolwatch.model.suite import Boundary, Case, Suite


def check(suite: Suite, listing: Listing, *others: Listing) -> None:
    """Hold ``suite`` against one list, or several of which one must know a tool (before and after an edit).

    Raises:
        SuiteError: the suite names a tool that no list has; the text names the place and the nearest tools.
    """
    known = sorted({tool.name for each in (listing, *others) for tool in each.tools})
    for mention in mentions(suite):
        if mention.tool not in known:
            hint = _hint(mention.tool, known, listing)
            where = mention.about.position if mention.about and mention.about.position else suite.file or suite.name
            raise SuiteError(f"{where}: {mention.what} names the tool {one_line(mention.tool, 80)!r}, {hint}")


def fitting(suite: Suite, *lists: Listing) -> Suite:
    """What of ``suite`` can be asked where only the tools of ``lists`` are: cases of which a right tool is there."""
    known = {tool.name for each in lists for tool in each.tools}

    def fits(case: Case) -> bool:
        needed = {step.tool for step in case.steps if not step.optional}
        return needed <= known and (not case.expected or not known.isdisjoint(case.expected))

    return replace(
        suite,
        cases=tuple(case for case in suite.cases if fits(case)),
        boundaries=tuple(one for one in suite.boundaries if known.issuperset(one.tools)),
    )


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a suite names a tool."""

    what: str
    tool: str
    about: Case | Boundary | None = None


def mentions(suite: Suite) -> Iterator[Mention]:
    """Every tool that a suite names."""
    for boundary in suite.boundaries:
        for name in boundary.tools:
            yield Mention(f"the boundary {boundary.id!r}", name, boundary)
    for name in suite.cost:
        if name != "*":
            yield Mention("`cost`", name)
    for case in suite.cases:
        for name in sorted({*case.expected, *case.must_not, *case.optional, *(step.tool for step in case.steps)}):
            yield Mention(f"the case {case.id!r}", name, case)


def _hint(name: str, known: list[str], listing: Listing) -> str:
    server = one_line(listing.server, 80)
    near = difflib.get_close_matches(name, known, 3, 0.5) or known[:8]
    if not near:
        return f"and {server} has no tools"
    return f"which {server} does not have; did you mean {', '.join(one_line(tool, 80) for tool in near)}?"
