"""What the rules say of real servers: ``python -m tests.lint.corpus`` prints rule, servers, tools and findings.

Options: ``--profile NAME``, ``--code TW1`` shows findings, ``--latest`` reads each package's last version only.
"""

import argparse
import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from toolwatch.lint.catalogue import catalogue
from toolwatch.lint.engine import check_view
from toolwatch.lint.options import Options, Profile
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Finding
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Coverage, Listing, Surface, SurfaceCoverage
from toolwatch.model.tool import Tool
from toolwatch.similarity import neighbours


def main() -> None:
    """Print the table, or the findings of some codes."""
    ask = _arguments()
    folder = Path(os.environ.get("TOOLWATCH_SHARED", ROOT.parent / "shared")) / "data" / "corpus"
    listings = list(corpus(folder, latest=ask.latest))
    options = Options(profile=Profile(ask.profile))
    found = [finding for one in listings for finding in findings(one, options)]
    if ask.code:
        for finding in found:
            if finding.code.startswith(ask.code):
                print(one_line(f"{finding.server} {finding.tool}{finding.path} {finding.code}: {finding.message}", 300))
        return
    _table(listings, found)


def corpus(folder: Path, *, latest: bool = False) -> Iterator[Listing]:
    """The captured lists, in the order of the index."""
    entries = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    last = {entry["package"]: entry["file"] for entry in entries}
    for entry in entries:
        if latest and last[entry["package"]] != entry["file"]:
            continue
        heard = json.loads((folder / entry["file"]).read_text(encoding="utf-8"))
        yield listing(heard, f"{entry['package']}@{entry['version']}")


def listing(heard: dict[str, Any], name: str) -> Listing:
    """A captured list as the sources would give it."""
    tools = tuple(Tool(raw) for raw in heard["tools"])
    return Listing(
        name,
        tools=tools,
        prompts=tuple(heard.get("prompts") or ()),
        resources=tuple(heard.get("resources") or ()),
        resource_templates=tuple(heard.get("resourceTemplates") or ()),
        instructions=heard.get("instructions"),
        server_info=heard.get("serverInfo") or {},
        protocol_version=heard.get("protocolVersion"),
        capabilities=heard.get("capabilities") or {},
        coverage=Coverage((SurfaceCoverage(Surface.TOOLS, declared=True, listed=True, pages=1, items=len(tools)),)),
    )


def findings(one: Listing, options: Options) -> tuple[Finding, ...]:
    """What the linter says of one list under the name that a user would give the server; told of it by version."""
    short = re.sub(r"^.*/|@[^@]*$", "", one.server) or "server"
    found = check_view(ListingView.of(replace(one, server=short), neighbours(one.tools)), options=options)
    return tuple(replace(finding, server=one.server) for finding in found)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", default="recommended", choices=[one.value for one in Profile])
    parser.add_argument("--code", default="")
    parser.add_argument("--latest", action="store_true")
    return parser.parse_args()


def _table(listings: list[Listing], found: list[Finding]) -> None:
    tools = sum(len(one.tools) for one in listings)
    servers, touched, count = defaultdict(set), defaultdict(set), Counter[str]()
    worst: dict[str, str] = {}
    for finding in found:
        count[finding.code] += 1
        servers[finding.code].add(finding.server)
        touched[finding.code].add((finding.server, finding.index))
        worst.setdefault(finding.code, finding.severity)
    print(f"{len(listings)} lists, {tools} tools\n")
    print(f"{'code':<7} {'severity':<8} {'lists':>5} {'tools':>6} {'share':>6} {'all':>6}  rule")
    for code, rule in catalogue().items():
        share = len(touched[code]) / max(tools, 1)
        print(
            f"{code:<7} {worst.get(code, rule.severity):<8} {len(servers[code]):>5} {len(touched[code]):>6} "
            f"{share:>6.1%} {count[code]:>6}  {rule.family}/{rule.name}"
        )


if __name__ == "__main__":
    main()
