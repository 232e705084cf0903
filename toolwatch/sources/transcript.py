"""What was heard becomes a listing, and how much was heard its coverage."""

from collections.abc import Mapping
from typing import Any

from toolwatch.model.listing import Coverage, Listing, Surface, SurfaceCoverage
from toolwatch.model.tool import Json
from toolwatch.sources import entries
from toolwatch.sources.conversation import CAPABILITY, Heard
from toolwatch.sources.place import Place


def listing(heard: Heard, place: Place, kind: str, *, hint: str = "") -> Listing:
    """Turn what was heard into a listing; ``hint`` is added to a failure (a server's last words on stderr)."""
    shake = heard.handshake or {}
    info = shake.get("serverInfo") or _stamp(shake)
    instructions = shake.get("instructions")
    got = {surface: heard.pages[surface].items if surface in heard.pages else [] for surface in Surface}
    return Listing(
        place.name,
        entries.tools(got[Surface.TOOLS]),
        prompts=entries.objects(got[Surface.PROMPTS]),
        resources=entries.objects(got[Surface.RESOURCES]),
        resource_templates=entries.objects(got[Surface.RESOURCE_TEMPLATES]),
        instructions=instructions if isinstance(instructions, str) else None,
        server_info=info if isinstance(info, dict) else {},
        protocol_version=heard.protocol_version,
        capabilities=heard.capabilities,
        coverage=_coverage(heard, place, got, hint),
        kind=kind,
        target=place.written,
    )


def _coverage(heard: Heard, place: Place, got: Mapping[Surface, list[Any]], hint: str) -> Coverage:
    invalid = tuple(one for surface in Surface for one in entries.invalid(surface, got[surface]))
    problems = [pages.refused for pages in heard.pages.values() if pages.count and pages.refused]
    if heard.broken and not heard.failure:
        problems.append(heard.broken)
    return Coverage(
        surfaces=tuple(_surface(surface, heard, place) for surface in Surface),
        invalid=invalid,
        duplicates=entries.duplicates(entries.tools(got[Surface.TOOLS])),
        noise=tuple(heard.wire.noise),
        problems=tuple(problems + heard.wire.losses + entries.mostly_broken(got[Surface.TOOLS], invalid)),
        failure=heard.failure + (hint if heard.failure else ""),
    )


def _surface(surface: Surface, heard: Heard, place: Place) -> SurfaceCoverage:
    declared = CAPABILITY[surface] in heard.capabilities
    pages = heard.pages.get(surface)
    if pages is None:
        cut_off = heard.broken if declared and surface in place.surfaces else ""
        return SurfaceCoverage(surface, declared, listed=False, refused=cut_off)
    if pages.count:
        return SurfaceCoverage(surface, declared, listed=True, pages=pages.count, items=len(pages.items))
    # The capability "resources" covers the templates too, and many servers that have none know no such method.
    optional = surface is Surface.RESOURCE_TEMPLATES or not declared
    if pages.not_found and optional:
        return SurfaceCoverage(surface, declared=False, listed=False)
    return SurfaceCoverage(surface, declared, listed=False, refused=pages.refused or heard.broken)


def _stamp(shake: Mapping[str, Any]) -> Json:
    """The serverInfo of a 2026-07-28 server, which sits in ``_meta`` (SEP-2575)."""
    from mcp_types import SERVER_INFO_META_KEY

    meta = shake.get("_meta")
    return meta.get(SERVER_INFO_META_KEY) if isinstance(meta, dict) else None
