"""Where icons come from."""

from urllib.parse import urlsplit

from toolwatch.model.tool import Json


def hosts(icons: Json) -> list[str]:
    """The hosts of a list of icons, sorted; ``data:`` where an icon is carried along."""
    sources = [icon.get("src") for icon in icons if isinstance(icon, dict)] if isinstance(icons, list) else []
    return sorted({_host(source) for source in sources if isinstance(source, str)})


def _host(source: str) -> str:
    try:
        parts = urlsplit(source)
    except ValueError:
        return source
    return parts.netloc.lower() or f"{parts.scheme}:"
