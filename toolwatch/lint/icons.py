"""Icons of tools, prompts, resources and the server: where they stand, what is wrong, and where they come from."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from toolwatch.lint.base import quote
from toolwatch.lint.schema import kind
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Json

_SOURCE = re.compile(r"(?:https?://[^/\s]|data:image/)", re.IGNORECASE)
_SIZE = re.compile(r"any|\d{1,5}x\d{1,5}")


def icons_of(listing: Listing) -> Iterator[tuple[str, int | None, Json]]:
    """Every ``icons`` value: its path, the tool's index if it is a tool's, and the value."""
    for index, tool in enumerate(listing.tools):
        if tool.raw.get("icons") is not None:
            yield "/icons", index, tool.raw["icons"]
    if listing.server_info.get("icons") is not None:
        yield "/serverInfo/icons", None, listing.server_info["icons"]
    entries = (("prompts", listing.prompts), ("resources", listing.resources))
    for surface, members in (*entries, ("resourceTemplates", listing.resource_templates)):
        for number, member in enumerate(members):
            if member.get("icons") is not None:
                yield f"/{surface}/{number}/icons", None, member["icons"]


def troubles_of(icon: Json) -> Iterator[str]:
    """What the protocol does not allow about one icon."""
    if not isinstance(icon, dict):
        yield f"an icon must be an object, not {kind(icon)}"
        return
    source, mime, sizes = icon.get("src"), icon.get("mimeType"), icon.get("sizes")
    if not isinstance(source, str):
        yield "an icon has no src"
    elif not _SOURCE.match(source):
        yield f"the src of an icon is neither an http(s) URL nor a data URL of an image: {quote(source)}"
    if mime is not None and not (isinstance(mime, str) and mime.startswith("image/")):
        yield f"the mimeType of an icon is no image type: {quote(str(mime), 40)}"
    if sizes is not None and not (isinstance(sizes, list) and all(_is_size(size) for size in sizes)):
        yield 'sizes of an icon must be a list such as ["48x48"] or ["any"]'


def hosts_of(listing: Listing) -> frozenset[str]:
    """The hosts that are the server's own: where it is reached and its web site."""
    site = listing.server_info.get("websiteUrl")
    urls = (listing.target, site if isinstance(site, str) else "")
    return frozenset(host for url in urls if url.startswith(("http://", "https://")) and (host := host_of(url)))


def host_of(url: str) -> str:
    """The host of a URL in lower case, or an empty string."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def same_site(one: str, other: str) -> bool:
    """Whether two hosts are the same, or one lies below the other; ``www.`` does not count."""
    one, other = one.removeprefix("www."), other.removeprefix("www.")
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")


def _is_size(size: Json) -> bool:
    return isinstance(size, str) and bool(_SIZE.fullmatch(size))
