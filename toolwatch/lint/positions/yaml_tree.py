"""YAML as a tree with places."""

from collections.abc import Sequence
from typing import Any

from toolwatch.lint.positions.tree import Member, Span


class YamlTree:
    """Nodes are PyYAML's; anchors are one node in several places."""

    def __init__(self, text: str) -> None:
        """Read ``text``.

        Raises:
            ValueError: it is no YAML.
        """
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            self.root: object = yaml.compose(text, Loader=loader)
        except (yaml.YAMLError, RecursionError) as error:
            raise ValueError(str(error)) from None
        if self.root is None:
            raise ValueError("is empty")

    def members(self, node: object) -> Sequence[Member]:
        """The entries of a mapping or sequence node."""
        value: Any = getattr(node, "value", None)
        kind = getattr(node, "id", "")
        if kind == "sequence":
            return [Member(str(number), child.start_mark.index, child) for number, child in enumerate(value)]
        if kind == "mapping":
            return [Member(str(key.value), key.start_mark.index, child) for key, child in value]
        return []

    def member(self, node: object, key: str) -> Member | None:
        """The first entry of that key, or None."""
        return next((member for member in self.members(node) if member.key == key), None)

    def text(self, node: object) -> str | None:
        """The value of a string scalar."""
        is_text = getattr(node, "id", "") == "scalar" and getattr(node, "tag", "").endswith(":str")
        return str(getattr(node, "value", "")) if is_text else None

    def is_list(self, node: object) -> bool:
        """Whether ``node`` is a sequence."""
        return getattr(node, "id", "") == "sequence"

    def start(self, node: object) -> int:
        """The first character of the value."""
        mark: Any = getattr(node, "start_mark", None)
        return int(mark.index)

    def span(self, node: object) -> Span:
        """From the first character of the value to behind the last."""
        start: Any = getattr(node, "start_mark", None)
        end: Any = getattr(node, "end_mark", None)
        return Span(start.index, end.index)
