"""TW612."""

from collections.abc import Iterator, Mapping

from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.suite import Case, Step
from toolwatch.model.tool import Tool
from toolwatch.suites.lint import Spot, SuiteRule, View, made

_TOOLS = [Tool.of("check_stock", "Check stock.", {"type": "object", "properties": {"article": {"type": "string"}}})]


def _expects(name: str, matcher: Mapping[str, object]) -> View:
    return made(Case("a", "any lamps left?", ("check_stock",), arguments={name: dict(matcher)}), tools=_TOOLS)


class UnknownArgument(SuiteRule):
    """A case expects an argument that its tool does not take, so no right call can satisfy it.

    The parameter was renamed or removed: expect the one that took its place.
    """

    code, severity = "TW612", Severity.ERROR
    bad = _expects("item", {"equal": "lamp"})
    good = _expects("article", {"equal": "lamp"})
    near_miss = _expects("item", {"absent": True})

    def check(self, view: View) -> Iterator[Spot]:
        """Compare the expected arguments with the schemas that name all that they take."""
        for case in view.cases:
            wanted = [Step(name, case.arguments) for name in case.expected] if not case.steps else list(case.steps)
            for step in wanted:
                for name in _unknown(view.tools.get(step.tool), step.arguments):
                    yield Spot(f"expects the argument {one_line(name, 60)!r}, which {step.tool} does not take", case)


def _unknown(tool: Tool | None, arguments: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    if tool is None or not tool.parameters or not _closed(tool):
        return
    for name, matcher in arguments.items():
        if name not in tool.parameters and not {"absent", "any"} & matcher.keys():
            yield name


def _closed(tool: Tool) -> bool:
    """Whether the schema says all that may be sent: nothing is composed, and further names are not asked for."""
    schema = tool.input_schema
    if not isinstance(schema, Mapping) or isinstance(schema.get("additionalProperties"), Mapping):
        return False
    return not {"allOf", "anyOf", "oneOf", "$ref", "patternProperties", "if"} & schema.keys()
