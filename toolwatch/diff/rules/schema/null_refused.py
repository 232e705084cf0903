"""Null, no longer allowed."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class NullRefused(CompatRule):
    """Null was allowed and no longer is: many models and clients send null for "not given".

    Keep accepting null and treat it as absent.
    """

    code = "TW308"
    keywords = ("type", "enum", "anyOf", "oneOf")
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": ["string", "null"]}
    after: ClassVar[Json] = {"type": "string"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Null, no longer allowed."""
        if pair.before.nullable and not pair.after.nullable and pair.after.types:
            yield Difference("/type", True, False, f"{pair.label} no longer takes null", values=(None,))
