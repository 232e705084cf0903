"""What a user may write where a tool list is wanted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """A configured server's name, a path or a URL in ``text``, or a ``command`` to start; ``ref`` is a git ref."""

    text: str = ""
    command: tuple[str, ...] = ()
    ref: str = ""

    def __str__(self) -> str:
        return " ".join(("--", *self.command)) if self.command else self.text + (f"@{self.ref}" if self.ref else "")


def parse(text: str) -> Target:
    """Read one target; ``NAME@REF`` and ``PATH@REF`` name a git ref, URLs and scoped names keep their ``@``.

    An empty part before the ``@`` (``@main``) is every configured server at that ref.
    """
    if "://" in text:
        return Target(text)
    cut = text.rfind("@")
    if cut < 0 or (text.startswith("@") and "/" in text[1:] and "@" not in text[1:]):
        return Target(text)
    return Target(text[:cut], ref=text[cut + 1 :])
