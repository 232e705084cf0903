"""Where in the user's file a finding stands: line and column in JSON, YAML and Python."""

from toolwatch.lint.positions.locate import Source, located

__all__ = ["Source", "located"]
