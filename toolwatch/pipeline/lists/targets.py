"""What a user may write where a tool list is wanted."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from toolwatch.config.settings import Settings
from toolwatch.sources.documents import exists
from toolwatch.sources.secrets import without_values

if TYPE_CHECKING:
    from toolwatch.config.servers import ServerSettings


@dataclass(frozen=True, slots=True)
class Target:
    """A configured server's name, a path or a URL in ``text``, or a ``command`` to start; ``ref`` is a git ref.

    ``NAME:VARIANT`` is one of a server's named variants, ``python:MODULE:OBJECT`` and ``python:FILE`` run the
    repository's own code, ``FILE#/POINTER`` is a part of a file.
    """

    text: str = ""
    command: tuple[str, ...] = ()
    ref: str = ""

    @property
    def server(self) -> str:
        """The name of the server that it may mean, without its variant."""
        return self.text.partition(":")[0]

    def __str__(self) -> str:
        if self.command:
            return " ".join(("--", *without_values(self.command)))
        return self.text + (f"@{self.ref}" if self.ref else "")


def parse(text: str) -> Target:
    """Read one target; ``NAME@REF`` and ``PATH@REF`` name a git ref, URLs and scoped names keep their ``@``.

    An empty part before the ``@`` (``@main``) is every configured server at that ref. What lies there under the whole
    text is meant whole, as ``shop@1.2.json`` may be; so is a server's name, which only its configuration knows (see
    ``known``).
    """
    if "://" in text or _lies_there(text):
        return Target(text)
    cut = text.rfind("@")
    if cut < 0 or (text.startswith("@") and "/" in text[1:] and "@" not in text[1:]):
        return Target(text)
    return Target(text[:cut], ref=text[cut + 1 :])


def known(targets: Iterable[Target], settings: Settings) -> tuple[Target, ...]:
    """Targets, each once; an ``@`` that is a part of a configured name is no git ref."""
    return tuple(
        dict.fromkeys(
            Target(str(target)) if target.ref and str(target) in settings.servers else target for target in targets
        )
    )


def _lies_there(text: str) -> bool:
    path, _, pointer = text.rpartition("#")
    in_it = path and pointer.startswith("/") and "@" not in pointer
    return "@" in text and (exists(Path(text)) or bool(in_it and exists(Path(path))))


def reached(text: str, settings: Settings) -> "ServerSettings | None":
    """How the configured server or variant that ``text`` names is reached; None where there is none."""
    if text in settings.servers:
        return settings.servers[text]
    name, _, variant = text.partition(":")
    server = settings.servers.get(name)
    return server.variant(variant) if server is not None and variant in server.variants else None


def configured(settings: Settings, *, ref: str = "") -> tuple[Target, ...]:
    """Every configured server that is enabled, and every named variant of it."""
    return tuple(
        Target(f"{name}:{variant}" if variant else name, ref=ref)
        for name, server in settings.servers.items()
        if server.enabled
        for variant in ("", *server.variants)
    )
