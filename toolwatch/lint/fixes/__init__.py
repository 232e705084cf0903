"""Mending what is mechanical and safe in a definition file, by edits that leave everything else as it stands."""

from toolwatch.lint.fixes.mend import FIXABLE, Mended, mend

__all__ = ["FIXABLE", "Mended", "mend"]
