"""Parameters depend on each other in the schema, and no text says so."""

import re
from collections.abc import Iterator, Mapping

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Json, Tool

_SAID = re.compile(
    r"\b(?:either|one of|at least one|exactly one|both|together|required (?:if|when|for|unless|with)|only (?:if"
    r"|when|with)|or\b"
    r"|mutually|depend\w*|if\b|when\b|unless|instead of|provide|specify|alternative\w*|not both)",
    re.IGNORECASE,
)


def _tool(text: str, **more: Json) -> Tool:
    schema = {
        "type": "object",
        "properties": {
            "id": {"type": "string", "description": "Number on the badge"},
            "mail": {"type": "string", "description": "Address at work"},
        },
        **more,
    }
    return Tool.of("find_person", text, schema)


class UndocumentedRequiredConstraint(NodeRule):
    """The schema ties parameters to each other (`anyOf` with `required`, `dependentRequired`, `if`), the text does not.

    Several providers drop these keywords before the model sees the schema, and models rarely work them out: they
    send neither or both, and the call is refused. Say the rule in the description: "give id or mail".

    Source: peers' rules (mcplint-cli); provider subsets of JSON Schema.
    """

    code = "TW150"
    severity = Severity.WARNING
    keywords = frozenset({"anyOf", "oneOf", "dependentRequired", "dependencies", "if"})
    bad = _tool("Return one person of the staff.", dependentRequired={"mail": ["id"]})
    good = _tool(
        "Return one person of the staff; a mail is only read together with an id.", dependentRequired={"mail": ["id"]}
    )
    near_miss = _tool("Return one person of the staff.", dependentRequired={})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        if node.side == "input" and _ties(node.schema):
            texts = (view.tool.description, node.schema.get("description"), *_below(node.schema))
            if not any(isinstance(text, str) and _SAID.search(text[:20_000]) for text in texts):
                yield Spot(node.path, "ties parameters to each other; say in the description which go together")


def _ties(schema: Mapping[str, Json]) -> bool:
    if schema.get("dependentRequired") or schema.get("dependencies"):
        return True
    if isinstance(schema.get("if"), Mapping) and ("then" in schema or "else" in schema):
        return True
    branches = schema.get("anyOf") or schema.get("oneOf")
    return isinstance(branches, list) and bool(branches) and all(_only_requires(branch) for branch in branches)


def _only_requires(branch: Json) -> bool:
    return isinstance(branch, Mapping) and bool(branch.get("required")) and "properties" not in branch


def _below(schema: Mapping[str, Json]) -> Iterator[Json]:
    properties = schema.get("properties")
    for child in properties.values() if isinstance(properties, Mapping) else ():
        if isinstance(child, Mapping):
            yield child.get("description")
