"""How much of a server is waited for and read before toolwatch lets go."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of one observation; times in seconds, each above what any of 55 real servers needs."""

    connect: float = 60.0
    """From the start to an answered handshake; a cold Python server takes 10 to 20 s on a busy machine."""
    answer: float = 30.0
    """For one request after the handshake."""
    total: float = 120.0
    """From the start to the last page."""
    close: float = 1.0
    """For a server to end by itself after its input closed, and again after SIGTERM."""
    pages: int = 100
    """Pages of one surface."""
    items: int = 5000
    """Entries of one surface."""
    bytes: int = 64 * 1024 * 1024
    """Of one message, and of all that one server says."""
    nesting: int = 100
    """Levels of arrays and objects in one message."""


DEFAULTS = Bounds()
