"""Two snapshots become changes."""

from toolwatch.diff.engine import compare

__all__ = ["compare"]
