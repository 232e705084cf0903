"""Runs the chosen rules over a listing."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import chain

from toolwatch.lint.base import ListingRule, Rule, SettingsRule, Spot, TextRule, TogetherRule, ToolRule
from toolwatch.lint.catalogue import all_of, by_rule, chosen
from toolwatch.lint.options import Options, Profile, Suppressed, ToolOptions
from toolwatch.lint.strings import strings_of
from toolwatch.lint.suppress import suppress
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Finding
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


def check_settings(parted: Suppressed, *, options: Options) -> tuple[Finding, ...]:
    """What is stale in the linter's own settings; ``parted`` is what the suppressions did."""
    view = ListingView.of(Listing(""))
    rules = [rule for rule in chosen(options) if isinstance(rule, SettingsRule)]
    found = [_finding(rule, view, spot, None) for rule in rules for spot in rule.check(parted)]
    return _sorted(_judged(found, options))


def _of_listing(view: ListingView, rules: list[ListingRule]) -> Iterator[Finding]:
    for rule in rules:
        for spot in rule.check(view.listing, view):
            yield _finding(rule, view, spot, spot.tool)


def _of_tools(view: ListingView, rules: list[ToolRule]) -> Iterator[Finding]:
    for rule in rules:
        for index in gated(view, rule):
            one = view.tools[index]
            for spot in rule.check(one.tool, one):
                yield _finding(rule, view, spot, index)


def gated(view: ListingView, rule: ToolRule) -> Sequence[int]:
    """The tools, by index, that have what the rule's gates ask for."""
    held = [
        set().union(*(index[key] for key in wanted & index.keys()))
        for wanted, index in (
            (rule.keywords, view.by_keyword),
            (rule.parts, view.by_part),
            (rule.fields, view.by_field),
        )
        if wanted
    ]
    if rule.cues:
        strings = strings_of(view)
        places = chain.from_iterable(strings.groups[number].places for number in strings.with_word(rule.cues))
        held.append({index for index, _ in places if index is not None})
    return sorted(set.intersection(*held)) if held else range(len(view.tools))


def _of_texts(view: ListingView, rules: list[TextRule]) -> Iterator[Finding]:
    """Each rule on each different string once; equal strings in the same role are told of at every place."""
    strings = strings_of(view)
    for rule in rules:
        roles = rule.roles
        for number in sorted(rule.candidates(strings)):
            role, _, places = strings.groups[number]
            if role not in roles:
                continue
            index, first = places[0]
            spots = list(rule.check_text(first))
            for spot in spots:
                yield _finding(rule, view, spot, index)
            for index, text in places[1:] if spots else ():
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
    judges = [_judge_of_tool(one) for one in options.tools]
    for finding in found:
        judged: Finding | None = finding
        if finding.code in severities:
            judged = replace(finding, severity=severities[finding.code])
        for judge in judges:
            judged = judged and judge(judged)
        if judged:
            yield judged


def _judge_of_tool(one: ToolOptions) -> Callable[[Finding], Finding | None]:
    ignored = all_of(one.ignore, f"tools {one.tool!r}: ignore")
    severities = by_rule(one.severity, f"tools {one.tool!r}: severity")

    def judge(finding: Finding) -> Finding | None:
        if not fnmatchcase(finding.tool, one.tool):
            return finding
        if finding.code in ignored:
            return None
        return replace(finding, severity=severities.get(finding.code, finding.severity))

    return judge


def _sorted(found: Iterator[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda one: (one.server, one.index, one.path, one.code, one.message)))
