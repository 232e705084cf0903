"""Python source that is read and not run: a partial view, for where code may not be executed."""

from toolwatch.errors import ObservationError
from toolwatch.model.listing import Coverage, Listing, Surface, SurfaceCoverage
from toolwatch.sources import documents, entries
from toolwatch.sources.base import Errand, Source
from toolwatch.sources.place import Place

LABEL = (
    "read from the source without running it: tools that are made at run time, and what the SDK adds, are not seen; "
    "python:FILE:SERVER or -- python FILE asks the server itself"
)


class PythonStatic(Source):
    """Finds decorated tool functions and literal tool definitions in a Python file; always partial."""

    name = "python-static"

    @classmethod
    def claims(cls, place: Place) -> bool:
        """Paths of Python files; ``python:FILE`` runs them instead."""
        return place.path is not None and place.path.suffix == ".py"

    async def listen(self, place: Place, errand: Errand) -> Listing:
        """Read the file."""
        from toolwatch.sources.python_reading import server_info, tools_of

        assert place.path is not None
        where = place.written or str(place.path)
        raw = place.texts[0][1] if place.texts else documents.content(place.path, errand.bounds, where)
        text = raw if isinstance(raw, str) else raw.decode("utf-8", "replace")
        try:
            found = tools_of(text)
            info = server_info(text)
        except SyntaxError as error:
            raise ObservationError(f"{where}:{error.lineno or 1}: is no Python: {error.msg}") from None
        except (ValueError, RecursionError, MemoryError) as error:
            raise ObservationError(f"{where}: cannot be read as Python: {error}") from None
        tools = entries.tools(found)
        return Listing(
            place.name,
            tools,
            server_info=info,
            coverage=Coverage(
                surfaces=(SurfaceCoverage(Surface.TOOLS, declared=True, listed=True, pages=1, items=len(tools)),),
                duplicates=entries.duplicates(tools),
                problems=(LABEL,),
            ),
            kind=self.name,
            target=where,
            file=place.path,
        )
