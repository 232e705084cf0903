"""Runs the chosen rules over a listing."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from toolwatch.lint.base import ListingRule, Rule, Spot, TextRule, TogetherRule, ToolRule
from toolwatch.lint.catalogue import by_rule, chosen, find
from toolwatch.lint.options import Options, Profile
from toolwatch.lint.suppress import suppress
from toolwatch.lint.view import ListingView, Text
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.listing import Listing
from toolwatch.model.similarity import Neighbours


def check(
    listing: Listing, *, neighbours: Neighbours | None = None, options: Options | None = None
) -> tuple[Finding, ...]:
    """Lint one server's listing: findings in the order of the tools, the listing's own first.

    Raises:
        UsageError: the options name a rule or a setting that does not exist.
    """
    options = options or Options()
    found = check_view(ListingView.of(listing, neighbours), options=options)
    return suppress(found, options.suppressions, options.today).kept


def check_view(view: ListingView, *, options: Options) -> tuple[Finding, ...]:
    """As ``check``, of a listing that was walked before; nothing is suppressed."""
    rules = chosen(options)
    view = replace(view, clients=options.clients, thorough=options.profile is Profile.STRICT, memo={})
    found = [
        *_of_listing(view, [rule for rule in rules if isinstance(rule, ListingRule)]),
        *_of_tools(view, [rule for rule in rules if isinstance(rule, ToolRule)]),
        *_of_texts(view, [rule for rule in rules if isinstance(rule, TextRule)]),
    ]
    return _sorted(_judged(found, options))


def check_together(views: Sequence[ListingView], *, options: Options) -> tuple[Finding, ...]:
    """What several servers break between them when a client has them all; nothing for fewer than two."""
    if len(views) < 2:
        return ()
    by_server = {view.listing.server: view for view in views}
    found = [
        _finding(rule, by_server.get(spot.server, views[0]), spot, spot.tool)
        for rule in chosen(options)
        if isinstance(rule, TogetherRule)
        for spot in rule.check(views)
    ]
    return _sorted(_judged(found, options))


def _of_listing(view: ListingView, rules: list[ListingRule]) -> Iterator[Finding]:
    for rule in rules:
        for spot in rule.check(view.listing, view):
            yield _finding(rule, view, spot, spot.tool)


def _of_tools(view: ListingView, rules: list[ToolRule]) -> Iterator[Finding]:
    gated = [(rule, rule.keywords, rule.cues) for rule in rules]
    for one in view.tools:
        used = one.by_keyword.keys()
        for rule, keywords, cues in gated:
            if keywords and keywords.isdisjoint(used):
                continue
            if cues and cues.isdisjoint(one.words):
                continue
            for spot in rule.check(one.tool, one):
                yield _finding(rule, view, spot, one.index)


def _of_texts(view: ListingView, rules: list[TextRule]) -> Iterator[Finding]:
    ascii_outside = all(text.text.isascii() for text in view.texts)
    for rule in rules:
        for one in view.tools:
            if (rule.cues and rule.cues.isdisjoint(one.words)) or (rule.non_ascii and one.is_ascii):
                continue
            yield from _of_text(rule, view, one.texts, one.index)
        if (rule.cues and rule.cues.isdisjoint(view.words)) or (rule.non_ascii and ascii_outside):
            continue
        yield from _of_text(rule, view, view.texts, None)


def _of_text(rule: TextRule, view: ListingView, texts: Sequence[Text], index: int | None) -> Iterator[Finding]:
    roles = rule.roles
    for text in texts:
        if text.role in roles:
            for spot in rule.check_text(text):
                yield _finding(rule, view, spot, index)


def _finding(rule: Rule, view: ListingView, spot: Spot, index: int | None) -> Finding:
    tool = "" if index is None else view.tools[index].tool.name
    path = spot.path
    if index is not None and not tool:
        path = f"/tools/{index}{path}"
    server = view.listing.server
    return Finding(
        code=rule.code,
        name=rule.name,
        family=rule.family,
        severity=spot.severity or rule.severity,
        server=server,
        tool=tool,
        path=path,
        message=spot.message,
        client=spot.client or rule.client,
        fingerprint=_fingerprint(rule.code, server, tool, path, spot.quote or spot.message),
        index=-1 if index is None else index,
    )


def _fingerprint(*parts: str) -> str:
    whole = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(whole).hexdigest()[:16]


def _judged(found: list[Finding], options: Options) -> Iterator[Finding]:
    """Apply severity overrides, per-tool settings and the choice of clients."""
    severities = by_rule(options.severity, "severity")
    judges = [_judge_of_tool(one.tool, one.ignore, by_rule(one.severity, one.tool)) for one in options.tools]
    for finding in found:
        judged: Finding | None = finding
        if finding.code in severities:
            judged = replace(finding, severity=severities[finding.code])
        for judge in judges:
            judged = judged and judge(judged)
        if judged:
            yield judged


def _judge_of_tool(
    glob: str, ignore: Sequence[str], severities: dict[str, Severity]
) -> Callable[[Finding], Finding | None]:
    ignored = {rule.code for text in ignore for rule in find(text)}

    def judge(finding: Finding) -> Finding | None:
        if not fnmatchcase(finding.tool, glob):
            return finding
        if finding.code in ignored:
            return None
        return replace(finding, severity=severities.get(finding.code, finding.severity))

    return judge


def _sorted(found: Iterator[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda one: (one.server, one.index, one.path, one.code, one.message)))
