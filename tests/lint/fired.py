"""Which rules fire on what a test writes down."""

from collections.abc import Collection, Iterable

from toolwatch.lint.catalogue import catalogue
from toolwatch.lint.engine import check_view
from toolwatch.lint.options import Options, Profile
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Json, Tool
from toolwatch.similarity import neighbours

OURS = ("description", "ambiguity", "security", "annotations")
"""The families that these tests are about."""


def findings(*tools: Tool, families: Collection[str] = OURS, **listing: Json) -> list[Finding]:
    """What the rules of ``families`` say of a server with ``tools``, every profile's rules included."""
    ignored = tuple(sorted({rule.family for rule in catalogue().values()} - set(families)))
    view = ListingView.of(Listing("sample", tools=tools, **listing), neighbours(tools))
    return list(check_view(view, options=Options(profile=Profile.STRICT, ignore=ignored)))


def codes(found: Iterable[Finding], *, least: Severity = Severity.INFO) -> set[str]:
    """The codes of findings that are as bad as ``least`` or worse."""
    return {finding.code for finding in found if finding.severity.rank <= least.rank}


def parameter(text: str, *, required: bool = False, **schema: Json) -> Tool:
    """A tool with one parameter ``value`` that ``text`` describes."""
    properties = {"value": {"description": text, **schema}}
    asked = ["value"] if required else []
    return Tool.of(
        "read_rows", "Return the rows of one sheet.", {"type": "object", "properties": properties, "required": asked}
    )
