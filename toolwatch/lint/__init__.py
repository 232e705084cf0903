"""Tools become findings."""

from toolwatch.lint.engine import check, check_settings, check_together, check_view
from toolwatch.lint.options import Options, Profile, ToolOptions

__all__ = ["Options", "Profile", "ToolOptions", "check", "check_settings", "check_together", "check_view"]
