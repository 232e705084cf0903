"""What a server declares that it can do."""

from collections.abc import Mapping

from toolwatch.model.snapshot import Snapshot
from toolwatch.model.tool import Json


def declared(snapshot: Snapshot) -> Mapping[str, Json]:
    """The capabilities, an empty ``experimental`` left out: SDKs send it to say nothing."""
    found = snapshot.listing.capabilities
    return {name: value for name, value in found.items() if value or name != "experimental"}
