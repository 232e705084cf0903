"""Definition files: tool lists that somebody wrote down or recorded."""

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

from toolwatch.model.listing import Coverage, Listing, Surface, SurfaceCoverage
from toolwatch.sources import documents, entries
from toolwatch.sources.base import Errand, Source
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.definition import Definitions, recognise
from toolwatch.sources.place import Place


class File(Source):
    """Reads tool definitions from a file, a folder of files or a pattern; the format is told by the shape."""

    name = "file"

    @classmethod
    def claims(cls, place: Place) -> bool:
        """Places with a path, but for Python source."""
        return place.path is not None and place.path.suffix != ".py"

    async def listen(self, place: Place, errand: Errand) -> Listing:
        """Read the files now; there is nothing to wait for."""
        return read(place, errand.bounds)


def read(place: Place, bounds: Bounds) -> Listing:
    """Read definition files.

    Raises:
        ObservationError: one cannot be read, or holds no definitions; the text names file and line.
    """
    found, losses, files = Definitions(), [], 0
    for where, raw, suffix in _contents(place, bounds):
        parsed = documents.document(raw, bounds, where=where, suffix=suffix)
        value = documents.at(parsed.value, place.pointer, where)
        files += 1
        found = _joined(found, recognise(value, where=where).read(value), where)
        losses += [f"{where}: {loss}" for loss in parsed.losses]
    return _listing(place, found, losses, single=files == 1)


def _contents(place: Place, bounds: Bounds) -> Iterator[tuple[str, bytes | str, str]]:
    """How each file is named in messages, its content, and its suffix."""
    assert place.path is not None
    written = place.written.partition("#")[0] or str(place.path)
    if place.texts is not None:
        for name, text in place.texts:
            yield name, text, Path(name.partition("@")[0]).suffix
        return
    files = documents.files_of(place.path, written)
    for file in files:
        where = written if file == place.path else _below(written, file, place.path)
        yield where, documents.content(file, bounds, where), file.suffix


def _below(written: str, file: Path, path: Path) -> str:
    return f"{written.rstrip('/')}/{file.name}" if path.is_dir() else file.as_posix()


def _joined(first: Definitions, second: Definitions, where: str) -> Definitions:
    """Both, lists joined in order, of single values the first that says something."""
    joined = {
        field.name: getattr(first, field.name) + getattr(second, field.name)
        if isinstance(getattr(first, field.name), tuple)
        else getattr(first, field.name) or getattr(second, field.name)
        for field in fields(Definitions)
    }
    partial = "; ".join(filter(None, (first.partial, f"{where}: {second.partial}" if second.partial else "")))
    return replace(Definitions(**joined), partial=partial)


def _listing(place: Place, found: Definitions, losses: list[str], *, single: bool) -> Listing:
    got = {
        Surface.TOOLS: found.tools,
        Surface.PROMPTS: found.prompts,
        Surface.RESOURCES: found.resources,
        Surface.RESOURCE_TEMPLATES: found.resource_templates,
    }
    tools = entries.tools(found.tools)
    invalid = tuple(one for surface, raw in got.items() for one in entries.invalid(surface, raw))
    problems = [*losses, *([found.partial] if found.partial else entries.mostly_broken(found.tools, invalid))]
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
                SurfaceCoverage(surface, declared=True, listed=True, pages=1, items=len(raw))
                for surface, raw in got.items()
                if raw or surface is Surface.TOOLS
            ),
            invalid=invalid,
            duplicates=entries.duplicates(tools),
            problems=tuple(problems),
        ),
        kind="file",
        target=place.written or str(place.path),
        file=place.path if single and place.path is not None and not place.path.is_dir() else None,
    )
