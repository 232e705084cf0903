"""Suites of selection cases: reading, checking, importing."""

from toolwatch.suites.checking import check
from toolwatch.suites.reading import load, read

__all__ = ["check", "load", "read"]
