"""Definition files: tool lists that somebody wrote down or recorded."""

from toolwatch.errors import ObservationError
from toolwatch.model.listing import Coverage, Listing, Surface, SurfaceCoverage
from toolwatch.sources import entries
from toolwatch.sources.base import Errand, Source
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.definition import Definitions, recognise
from toolwatch.sources.place import Place
from toolwatch.sources.strict import NoJson, Parsed, parse


class File(Source):
    """Reads a file of tool definitions, whatever its format; the format is told by the shape."""

    name = "file"

    @classmethod
    def claims(cls, place: Place) -> bool:
        """Places with a path."""
        return place.path is not None

    async def listen(self, place: Place, errand: Errand) -> Listing:
        """Read the file now; there is nothing to wait for."""
        return read(place, errand.bounds)


def read(place: Place, bounds: Bounds) -> Listing:
    """Read a definition file.

    Raises:
        ObservationError: it cannot be read, or holds no definitions; the text names file and line.
    """
    where = place.written or str(place.path)
    parsed = _parse(_content(place, bounds, where), bounds, where)
    found = recognise(parsed.value, where=where)
    return _listing(place, found.read(parsed.value), parsed.losses, where)


def _content(place: Place, bounds: Bounds, where: str) -> bytes | str:
    assert place.path is not None
    try:
        content = place.path.read_bytes() if place.text is None else place.text
    except OSError as error:
        raise ObservationError(f"{where}: {error.strerror}") from None
    if len(content) > bounds.bytes:
        raise ObservationError(f"{where}: is larger than {bounds.bytes} bytes")
    return content


def _parse(content: bytes | str, bounds: Bounds, where: str) -> Parsed:
    try:
        return parse(content, nesting=bounds.nesting)
    except NoJson as error:
        raise ObservationError(f"{where}: is no JSON: {error}") from None


def _listing(place: Place, found: Definitions, losses: tuple[str, ...], where: str) -> Listing:
    got = {
        Surface.TOOLS: found.tools,
        Surface.PROMPTS: found.prompts,
        Surface.RESOURCES: found.resources,
        Surface.RESOURCE_TEMPLATES: found.resource_templates,
    }
    tools = entries.tools(found.tools)
    problems = [f"{where}: {loss}" for loss in (*losses, *([found.partial] if found.partial else []))]
    return Listing(
        place.name,
        tools,
        prompts=entries.objects(found.prompts),
        resources=entries.objects(found.resources),
        resource_templates=entries.objects(found.resource_templates),
        instructions=found.instructions,
        server_info=found.server_info,
        protocol_version=found.protocol_version,
        capabilities=found.capabilities,
        coverage=Coverage(
            surfaces=tuple(
                SurfaceCoverage(surface, bool(raw), bool(raw) or surface is Surface.TOOLS, 1, len(raw))
                for surface, raw in got.items()
                if raw or surface is Surface.TOOLS
            ),
            invalid=tuple(one for surface, raw in got.items() for one in entries.invalid(surface, raw)),
            duplicates=entries.duplicates(tools),
            problems=tuple(problems),
        ),
        kind="file",
        target=where,
        file=place.path,
    )
