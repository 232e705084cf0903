"""The contract of a source kind."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from toolwatch.model.listing import Listing
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.place import Place

Progress = Callable[[str], None]
"""Takes one line on what is being waited for."""


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
    async def listen(self, place: Place, bounds: Bounds, progress: Progress) -> Listing:
        """Everything that is said at ``place``.

        Raises:
            ObservationError: nothing could be observed; the engine turns it into a failed listing.
        """
