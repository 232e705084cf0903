"""Suites of selection cases: reading, checking, importing."""

from toolwatch.suites.checking import check, fitting
from toolwatch.suites.reading import load, read

__all__ = ["check", "fitting", "load", "read"]
