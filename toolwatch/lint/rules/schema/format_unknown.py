"""`format` names a format that JSON Schema does not define."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

FORMATS = frozenset(
    (
        "date-time",
        "date",
        "time",
        "duration",
        "email",
        "idn-email",
        "hostname",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "uri",
        "uri-reference",
        "iri",
        "iri-reference",
        "uuid",
        "uri-template",
        "json-pointer",
        "relative-json-pointer",
        "regex",
    )
)


class FormatUnknown(NodeRule):
    """`format` names a format that JSON Schema does not define.

    Validators ignore it and strict providers refuse it; a model may or may not know what `phone` or `int64`
    means. Say it in the description, with an example, or use a `pattern`.

    Source: JSON Schema 2020-12 validation, section 7.3.
    """

    code = "TW1019"
    severity = Severity.INFO
    recommended = False
    keywords = frozenset(("format",))
    bad = Tool.of("call", "Call.", {"type": "object", "properties": {"to": {"type": "string", "format": "phone"}}})
    good = Tool.of(
        "call_customer",
        "Ring one customer up and return the call's number.",
        {"type": "object", "properties": {"to": {"type": "string", "description": "Number, such as +49 30 901820."}}},
    )
    near_miss = Tool.of(
        "call", "Call.", {"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}}
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        found = node.schema["format"]
        if isinstance(found, str) and found not in FORMATS:
            yield Spot(
                f"{node.path}/format", f"format {quote(found, 40)} of {label(node)} is not one that JSON Schema defines"
            )
