"""What it costs that a request landed on the wrong tool."""

from toolwatch.model.suite import Case, Cost, Suite
from toolwatch.model.tool import Tool
from toolwatch.model.trial import UNSENT


def cost_of(chosen: str, case: Case, suite: Suite, tool: Tool | None) -> tuple[Cost, str]:
    """Return the cost of ``chosen`` (wrong for ``case``) and the reason in words.

    The case's own ``must_not`` comes first, then the suite's matrix (a tool's entry, then ``*``), then the annotations
    of the tool it landed on (``tool``; None where it is no tool of the list).
    """
    if chosen in case.must_not:
        return Cost.HIGH, f"the case says that {chosen} must not be called"
    if chosen in suite.cost:
        return suite.cost[chosen], "the suite says so"
    if "*" in suite.cost:
        return suite.cost["*"], "the suite's default"
    if chosen.endswith(UNSENT):
        return Cost.MEDIUM, "there is no such tool, so the call fails"
    return _by_annotations(tool)


def destroys(tool: Tool | None) -> bool:
    """Whether a tool says of itself that it may destroy something: ``destructiveHint`` true, and not read-only."""
    return tool is not None and tool.annotations.get("destructiveHint") is True and not tool.hint("readOnlyHint")


def _by_annotations(tool: Tool | None) -> tuple[Cost, str]:
    if tool is None:
        return Cost.LOW, "nothing is called"
    if destroys(tool):
        return Cost.HIGH, f"{tool.name} is annotated as destructive"
    if tool.hint("readOnlyHint"):
        if tool.annotations.get("openWorldHint") is True:
            return Cost.MEDIUM, f"{tool.name} reads only, but reaches the open world"
        return Cost.LOW, f"{tool.name} is annotated as read-only"
    if not {"readOnlyHint", "destructiveHint"} & set(tool.annotations):
        return Cost.MEDIUM, f"{tool.name} has no annotation that says what it may do"
    return Cost.MEDIUM, f"{tool.name} changes things"
