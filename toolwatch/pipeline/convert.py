"""A tool list, wherever it is, written as a definition file of any format."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.listing import Completeness, Listing
from toolwatch.model.tool import Json
from toolwatch.pipeline.lists.observe import observe
from toolwatch.pipeline.lists.targets import Target
from toolwatch.sources.definition import Definitions, Format, formats
from toolwatch.sources.documents import LINES, YAML

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Converted:
    """The text, and what did not come along."""

    text: str
    left_out: tuple[str, ...]
    complete: bool
    """Whether the source was seen whole."""


def convert(
    target: Target, settings: Settings, *, to: str, suffix: str = ".json", progress: Progress | None = None
) -> Converted:
    """Write what ``target`` says in the format ``to``; the suffix decides between JSON, YAML and JSON lines.

    Raises:
        UsageError: no such format, or a format that has no place in JSON lines.
        ObservationError: the target cannot be read.
    """
    if to not in formats():
        raise UsageError(f"no format {to!r}; there are {', '.join(formats())}")
    seen = observe(target, settings, progress=progress)
    if seen.coverage.failure:
        raise ObservationError(f"{seen.server}: {seen.coverage.failure}")
    form = formats()[to]()
    definitions = _definitions(seen.listing)
    text = spell(form.write(definitions), suffix)
    problems = seen.coverage.problems if seen.coverage.completeness is not Completeness.COMPLETE else ()
    return Converted(text, (*problems, *_left_out(seen.listing, definitions, form)), not problems)


def spell(document: Json, suffix: str) -> str:
    """A document as text: readable, and the same every time.

    Raises:
        UsageError: it does not go into that kind of file.
    """
    if suffix.lower() in YAML:
        return _yaml(document)
    from toolwatch.snapshot import spelling

    if suffix.lower() in LINES:
        entries = document.get("tools") if isinstance(document, dict) else document
        if not isinstance(entries, list):
            raise UsageError("this format does not go into JSON lines, one tool a line")
        return "".join(spelling.line(entry) + "\n" for entry in entries)
    return spelling.dumps(document)


def _yaml(document: Json) -> str:
    """A document as YAML that toolwatch itself reads back as the same."""
    from toolwatch.model import yaml_text
    from toolwatch.sources.bounds import DEFAULTS
    from toolwatch.sources.strict_yaml import parse_yaml

    try:
        text = yaml_text.dumps(document)
        again = parse_yaml(text, replace(DEFAULTS, nesting=1000), where="what was written").value
        whole = json.dumps(again) == json.dumps(document)
    except (RecursionError, ObservationError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UsageError(f"this list does not go into YAML ({reason}): write it to a file that ends in .json") from None
    if not whole:
        raise UsageError("this list does not go into YAML without loss: write it to a file that ends in .json")
    return text


def suffix_of(output: Path | None) -> str:
    """The suffix that decides how a file is spelt."""
    return output.suffix if output is not None and output.suffix else ".json"


def _definitions(listing: Listing) -> Definitions:
    return Definitions(
        tuple(dict(tool.raw) for tool in listing.tools),
        prompts=tuple(map(dict, listing.prompts)),
        resources=tuple(map(dict, listing.resources)),
        resource_templates=tuple(map(dict, listing.resource_templates)),
        instructions=listing.instructions,
        server_info=dict(listing.server_info),
        protocol_version=listing.protocol_version,
        capabilities=dict(listing.capabilities),
    )


def _left_out(listing: Listing, definitions: Definitions, form: Format) -> list[str]:
    """What the format has no place for, found by reading back what was written."""
    kept = form.read(json.loads(json.dumps(form.write(definitions))))
    lost: Counter[str] = Counter()
    for tool, again in zip(definitions.tools, kept.tools, strict=False):
        lost.update(set(tool) - set(again if isinstance(again, dict) else {}))
    words = [f"{name} of {count} tools" for name, count in sorted(lost.items())]
    if len(kept.tools) < len(definitions.tools):
        words.append(f"{len(definitions.tools) - len(kept.tools)} tools")
    for name in ("prompts", "resources", "resource_templates", "instructions"):
        if getattr(definitions, name) and not getattr(kept, name):
            words.append(name)
    broken = sum(not isinstance(entry.raw, dict) for entry in listing.coverage.invalid)
    if broken:
        words.append(f"{broken} entries that are no tools")
    return [f"{form.name} has no place for " + ", ".join(words)] if words else []
