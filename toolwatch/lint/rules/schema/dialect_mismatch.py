"""The schema declares one JSON Schema dialect and is written in another."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.pointer import join
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

ONLY_NEW = frozenset(
    (
        "prefixItems",
        "dependentRequired",
        "dependentSchemas",
        "unevaluatedProperties",
        "unevaluatedItems",
        "minContains",
        "maxContains",
        "$dynamicRef",
        "$anchor",
    )
)
ONLY_OLD = frozenset(("additionalItems", "dependencies"))
_OLD = re.compile(r"^https?://json-schema\.org/draft-0[3467]/(hyper-)?schema#?$")


class DialectMismatch(ToolRule):
    """The schema declares one JSON Schema dialect and is written in another.

    `$schema` names a dialect in which some of the keywords used mean nothing: `prefixItems` under draft-07,
    `definitions` or a list in `items` under 2020-12. A validator that obeys `$schema` ignores them, so limits
    that the author wrote do not hold. Name the dialect that the schema is written in; without `$schema` MCP
    assumes 2020-12.

    Source: MCP SEP-1613; JSON Schema release notes.
    """

    code = "TW108"
    severity = Severity.WARNING
    keywords = frozenset(("$schema",))
    bad = Tool.of(
        "set_window",
        "Set the window.",
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": {"range": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "integer"}]}},
        },
    )
    good = Tool.of(
        "set_window",
        "Set the first and last hour of the delivery window.",
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "range": {
                    "type": "array",
                    "description": "First and last hour, such as [9, 17].",
                    "prefixItems": [{"type": "integer"}, {"type": "integer"}],
                    "items": {"type": "integer"},
                }
            },
        },
    )
    near_miss = Tool.of(
        "set_window",
        "Set the window.",
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "definitions": {"hour": {"type": "integer"}},
            "properties": {"from": {"$ref": "#/definitions/hour"}},
        },
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        roots = [node for node in view.nodes if node.depth == 0 and isinstance(node.schema.get("$schema"), str)]
        for top in roots:
            declared = top.schema["$schema"]
            modern = "2020-12" in declared or "2019-09" in declared
            if not modern and not _OLD.search(declared):
                yield Spot(f"{top.path}/$schema", f"$schema names an unknown dialect, {quote(declared, 80)}")
                continue
            for keyword in sorted(view.by_keyword.keys() & (ONLY_OLD if modern else ONLY_NEW)):
                for node in view.by_keyword[keyword]:
                    if node.side == top.side:
                        yield Spot(
                            join(node.path, keyword),
                            f"{keyword} means nothing in the declared dialect, {quote(declared, 60)}",
                        )
