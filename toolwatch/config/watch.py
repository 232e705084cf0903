"""``[watch]``: how servers that other people run are watched, and what they may touch meanwhile."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class WatchSettings(BaseModel):
    """Protection of the machine, and where drift is told."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sandbox: Literal["auto", "require", "off"] = "auto"
    """``auto`` uses bubblewrap where it works and says where it does not; ``require`` refuses to start without."""
    container: tuple[str, ...] = ()
    """A command that runs another in a container, such as ``podman run -i --rm --network=none IMAGE``."""
    network: tuple[str, ...] = ()
    """Servers that may use the network, such as those that a package runner downloads first."""
    memory: int = Field(default=4096, ge=64)
    """Megabytes of data a server process may have."""
    seconds: int = Field(default=120, ge=1)
    """Processor seconds a server process may use."""
    webhook_env: str = "TOOLWATCH_WEBHOOK"
    """Environment variable with the URL that is told of drift; a URL with a token in it does not belong in a file."""
