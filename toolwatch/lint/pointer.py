"""JSON pointers (RFC 6901), as paths of findings are written."""


def step(name: str) -> str:
    """One reference token: ``~`` and ``/`` escaped."""
    return name.replace("~", "~0").replace("/", "~1") if "~" in name or "/" in name else name


def join(path: str, name: str) -> str:
    """``path`` with one more token."""
    return f"{path}/{step(name)}"


def split(path: str) -> list[str]:
    """The tokens of a pointer, unescaped."""
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]
