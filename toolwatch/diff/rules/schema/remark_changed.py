"""Remarks that bind nothing."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.remarks import remark_difference
from toolwatch.diff.schema.values import identity
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class RemarkChanged(CompatRule):
    """A remark changed that validators ignore and models hardly read, such as ``$comment`` or ``readOnly``.

    A remark that holds a sentence is told as a text all the same: clients pass the schema on as it is.
    """

    code = "TW346"
    keywords = (
        "$comment",
        "readOnly",
        "writeOnly",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "$id",
        "$anchor",
        "$vocabulary",
        "$dynamicAnchor",
        "$recursiveAnchor",
    )
    on_input = Compat.NONE
    on_output = Compat.NONE
    beyond_validity = True
    noise = True
    seen = Seen.COSMETIC
    before: ClassVar[Json] = {"type": "string"}
    after: ClassVar[Json] = {"type": "string", "$comment": "generated"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Remarks that bind nothing."""
        for keyword in self.keywords:
            before, after = pair.annotations(keyword)
            label = f"{keyword} of {pair.label}"
            if identity(before) == identity(after):
                continue
            if isinstance(before, dict) or isinstance(after, dict):
                yield Difference(f"/{keyword}", before, after, f"{label} changed")
            else:
                yield from remark_difference(label, f"/{keyword}", before, after)
