"""What one observation brings: the listing, and what of it varies from start to start."""

from dataclasses import dataclass

from toolwatch.model.listing import Listing
from toolwatch.model.snapshot import Volatile


@dataclass(frozen=True, slots=True)
class Observed:
    """A listing with its volatile stretches, where they were looked for."""

    listing: Listing
    volatile: tuple[Volatile, ...] = ()
