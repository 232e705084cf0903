"""Properties under another name."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.properties import Properties
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat
from toolwatch.model.inert import told_apart
from toolwatch.model.tool import Json


class PropertyRenamed(CompatRule):
    """A property went and one like it came: inferred from name, type, description and whether it is required.

    Accept the old name as well for a while.
    """

    code = "TW313"
    keywords = ("properties", "required")
    on_input = Compat.BREAKING
    on_output = Compat.BREAKING
    beyond_validity = True
    before: ClassVar[Json] = {
        "type": "object",
        "properties": {"src": {"type": "string", "description": "Path of the file to move"}},
        "required": ["src"],
    }
    after: ClassVar[Json] = {
        "type": "object",
        "properties": {"source": {"type": "string", "description": "Path of the file to move"}},
        "required": ["source"],
    }

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Properties under another name."""
        properties = Properties.of(pair)
        for old, (new, score) in properties.renamed.items():
            message = f"{properties.called(old)} is now called {quoted(told_apart(new, old))}"
            yield properties.rename(old, new, score, message)
