"""Changes and a suite become the cases worth rerunning, each with its reason."""

from toolwatch.affected.choosing import select, widen
from toolwatch.affected.options import Mode, Options

__all__ = ["Mode", "Options", "select", "widen"]
