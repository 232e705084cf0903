"""Where a vendor's own credentials may go, and what an address is."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from toolwatch.errors import UsageError
from toolwatch.model.inert import one_line


@dataclass(frozen=True, slots=True)
class Home:
    """A vendor's own hosts, and what in the environment is for them alone."""

    hosts: tuple[str, ...]
    """Each with every host below it."""
    prefixes: tuple[str, ...]
    """How the environment variables begin that the vendor's package reads by itself: keys, accounts, headers."""
    address: str = ""
    """The variable with another address; who sets it beside the key wants the key to go there."""

    def has(self, url: str) -> bool:
        """Whether an address is the vendor's, over TLS and on the usual port. One that is written oddly is not."""
        parts = urlsplit(url)
        host = parts.netloc.lower().removesuffix(":443")
        plain = host.isascii() and host.replace("-", "").replace(".", "").isalnum()
        return parts.scheme == "https" and plain and any(f".{host}".endswith(f".{own}") for own in self.hosts)

    @contextmanager
    def left(self) -> Iterator[None]:
        """Without those variables, for as long as a client for another host is made."""
        hidden = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(self.prefixes)}
        try:
            yield
        finally:
            os.environ.update(hidden)


def checked_address(url: str, where: str) -> str:
    """``url``, which must be one that every package can be given.

    Raises:
        UsageError: it is none; the text says ``where`` it stands.
    """
    if _is_address(url):
        return url
    shown = one_line(url.rpartition("@")[2], 80)
    raise UsageError(f"{where}: {shown!r} is no address: write http://HOST:PORT/PATH or https://HOST/PATH")


def _is_address(url: str) -> bool:
    if not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
