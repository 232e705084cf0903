"""Two snapshots become changes."""

from toolwatch.diff.engine import compare, rules

__all__ = ["compare", "rules"]
