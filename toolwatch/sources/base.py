"""The contract of a source kind."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from toolwatch.model.listing import Listing
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.place import Place
from toolwatch.sources.secrets import Scrubber

Progress = Callable[[str], None]
"""Takes one line on what is being waited for."""


@dataclass(frozen=True, slots=True)
class Errand:
    """The terms of one observation."""

    bounds: Bounds
    progress: Progress
    """Told what is being waited for."""
    scrubber: Scrubber
    """Knows what must not be told; a source adds what it learns on the way."""


class Source(ABC):
    """One way to get a tool list. Whatever goes wrong at the server is a value in the listing's coverage."""

    name: ClassVar[str]
    heavy: ClassVar[bool] = False
    """Whether listing talks to a process or the network, so that it needs a time limit."""

    @classmethod
    @abstractmethod
    def claims(cls, place: Place) -> bool:
        """Whether this kind reads ``place`` when the user names no kind."""

    @abstractmethod
    async def listen(self, place: Place, errand: Errand) -> Listing:
        """Everything that is said at ``place``.

        Raises:
            ObservationError: nothing could be observed; the engine turns it into a failed listing.
        """

    def again(self, place: Place, folder: Path, number: int, *, far: bool) -> Place | None:
        """The same server for another start, or None where a second start could show nothing new.

        Args:
            place: the server.
            folder: an empty folder, for a start elsewhere.
            number: counts the starts from 1.
            far: whether to start it in another place too; False after that has failed.
        """
        return None
