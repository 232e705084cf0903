"""The tables of a report as phrases: what every format that has tables shows in them."""

import re
from collections.abc import Iterator, Sequence

from toolwatch.model.change import Change, Word
from toolwatch.model.finding import Finding
from toolwatch.model.inert import told_apart
from toolwatch.model.outcome import Outcome, Tally
from toolwatch.model.report import Compared, Report
from toolwatch.model.selection import Picked
from toolwatch.model.suite import NO_TOOL, Case
from toolwatch.model.tool import Json
from toolwatch.report.hidden import decoded
from toolwatch.report.phrase import Phrase, Quote, Said, count
from toolwatch.report.plain import brief, compact
from toolwatch.report.story import destination, not_seen_whole

FINGERPRINT = re.compile(r"(?:[a-z0-9]+:)?[0-9a-f]{6,64}")


def chosen(tally: Tally) -> Phrase:
    """What the repeats chose: one name, or each with its share; unanswered repeats are said."""
    if not tally.counts:
        return ("no answer",)
    if len(tally.counts) == 1 and not tally.failed:
        return destination(tally.top)
    parts: list[str | Quote | Said] = []
    for tool, times in tally.counts:
        parts += [", " if parts else "", *destination(tool), f" {times}/{tally.asked}"]
    if tally.failed:
        parts.append(f", no answer {tally.failed}/{tally.asked}")
    return tuple(part for part in parts if part)


def right(outcome: Outcome | Case) -> Phrase:
    """The expected tools."""
    parts = [part for name in outcome.expected or (NO_TOOL,) for part in (" or ", *destination(name))]
    return tuple(parts[1:])


def note(outcome: Outcome, *, suites: int = 1) -> Phrase:
    """What a reader must know beside the tools: what it costs, how far to trust it, of several suites which case."""
    notes: list[Phrase] = [(Quote(f"{outcome.suite}/{outcome.case}"),)] if suites > 1 else []
    if outcome.cost:
        reason: Phrase = (": ", Said(outcome.cost_reason)) if outcome.cost_reason else ()
        notes.append((f"cost {outcome.cost}", *reason))
    notes += _stands(outcome)
    if outcome.sentinel:
        notes.append(("was thought untouched",))
    if outcome.margin_before is not None and outcome.margin_after is not None:
        notes.append((f"margin {outcome.margin_before:.2f} to {outcome.margin_after:.2f}",))
    if outcome.fact:
        notes.append(("differs in ", Quote(outcome.fact)))
    parts = [part for text in notes for part in ("; ", *text)]
    return tuple(parts[1:])


def _stands(outcome: Outcome) -> Iterator[Phrase]:
    """How far a flip is evidence about the edit."""
    controls = outcome.controls
    turned = [control for control in controls if control.holds is False]
    if turned:
        on: Phrase = (" on ", Quote(turned[0].tool)) if turned[0].tool else ()
        some = f"fragile: {len(turned)} of {count(len(controls), 'edit')} without meaning turn it: "
        yield some, Said(turned[0].what), *on
    elif outcome.fragile:
        rate = f" ({outcome.placebo_rate:.0%} of edits that mean nothing)" if outcome.placebo_rate is not None else ""
        yield (f"fragile: moves without a cause too{rate}",)
    elif controls and all(control.holds for control in controls):
        yield (f"holds under {count(len(controls), 'edit')} without meaning",)
    silent = [control for control in controls if control.holds is None]
    if silent:
        some = f"{len(silent)} of {count(len(controls), 'control')} not answered"
        yield (some, ": ", Said(silent[0].error)) if silent[0].error else (some,)


def place(server: str, tool: str, path: str, *, servers: int) -> Phrase:
    """Server (where there are several), tool and path of a change or finding."""
    parts: list[str | Quote | Said] = []
    if servers > 1 or not tool:
        parts.append(Quote(server))
    if tool:
        parts += [" " if parts else "", Quote(tool)]
    if path:
        parts += [" ", Quote(path)]
    return tuple(part for part in parts if part)


def change_note(change: Change) -> Phrase:
    """The message of a change with its proof."""
    return (Said(change.message), *_hidden(change), *_proof(change), *_rename(change))


def _hidden(change: Change) -> Phrase:
    return tuple(part for text in decoded(change) for part in ("; hides ", Quote(text)))


def _proof(change: Change) -> Phrase:
    witness = change.witness
    if witness is None:
        return ()
    if not witness.found:
        return ("; no proof found: ", Said(witness.reason)) if witness.reason else ()
    how = "valid before, refused after" if witness.valid_under == "before" else "valid after, refused before"
    return ("; proof: ", Quote(compact(brief(witness.instance))), f" is {how}")


def _rename(change: Change) -> Phrase:
    return (f"; similarity {change.score:.2f}",) if change.score is not None else ()


def shown(report: Report) -> tuple[Change, ...]:
    """The changes that people are to see, worst first."""
    return tuple(sorted(report.shown, key=change_rank))


def change_rank(change: Change) -> tuple[int, str, str, str]:
    """Sorts changes worst first."""
    return change.compat.rank, change.server, change.tool, change.path


def serious(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Findings, worst first."""
    return tuple(
        sorted(
            findings,
            key=lambda finding: (finding.severity.rank, finding.server, finding.tool, finding.code, finding.path),
        )
    )


def spelt(words: tuple[Word, ...], *, around: int = 6) -> str:
    """A word diff as one text: ``[-gone-]``, ``{+new+}``, and a few words of what stayed around them."""
    parts = []
    for position, word in enumerate(words):
        match word.op:
            case "gone":
                parts.append(f"[-{_run(word, words[position + 1 : position + 2])}-]")
            case "new":
                parts.append(f"{{+{_run(word, words[position - 1 : position] if position else ())}+}}")
            case _:
                parts.append(_context(word.text, around, first=position == 0, last=position == len(words) - 1))
    return " ".join(part for part in parts if part)


def _run(word: Word, beside: Sequence[Word]) -> str:
    """A run that came or went, with what a reader cannot tell from the other run spelt out; blanks alone stay."""
    other = beside[0].text if beside and {word.op, beside[0].op} == {"gone", "new"} else ""
    text = told_apart(word.text, other)
    return text.strip() or text


def _context(text: str, around: int, *, first: bool, last: bool) -> str:
    words = text.split()
    if len(words) <= 2 * around:
        return " ".join(words) if not (first and last) else ""
    head = [] if first else words[:around]
    tail = [] if last else words[-around:]
    return " ".join([*head, "…", *tail])


def why(picked: Picked) -> Phrase:
    """Why a case was asked: the kind of pick, unless its first reason says that already, then the reasons."""
    reasons = list(picked.reasons)
    if not reasons or not reasons[0].startswith(picked.pick.value):
        reasons.insert(0, picked.pick.value)
    return tuple(part for reason in reasons for part in ("; ", Said(reason)))[1:]


def rerun(report: Report) -> Phrase:
    """How many cases were asked again, by whom, at what cost."""
    selection, spent = report.selection, report.spent
    asked = len({(outcome.suite, outcome.case) for outcome in report.outcomes})
    if not asked and not selection.picked:
        return ("no case was asked again",)
    labels = [part for model in report.models for part in (", ", Quote(model.label))][1:]
    stored = f", {spent.stored} of the answers from earlier runs" if spent.stored else ""
    tokens = f", {spent.tokens_in + spent.tokens_out} tokens" if spent.tokens_in + spent.tokens_out else ""
    of = f" of {selection.total}" if selection.total else ""
    by: Phrase = (" by ", *labels) if labels else ()
    calls = f": {count(spent.calls, 'call')}{stored}{tokens}"
    return (f"{count(asked, 'case')}{of} asked again", *by, calls, _agreement(report))


def _agreement(report: Report) -> str:
    """On how many of the cases that several models answered all of them chose the same after the edit."""
    chosen: dict[tuple[str, str], list[str]] = {}
    for outcome in report.outcomes:
        if outcome.after.counts:
            chosen.setdefault((outcome.suite, outcome.case), []).append(outcome.after.top)
    shared = [tops for tops in chosen.values() if len(tops) > 1]
    if not shared:
        return ""
    agree = sum(len(set(tops)) == 1 for tops in shared)
    return f"; after the edit the models agree on {agree} of {count(len(shared), 'case')}"


def untouched(report: Report) -> Phrase:
    """What was not asked, and how much of it may have moved all the same."""
    selection = report.selection
    left = len(selection.left_out)
    parts = []
    if selection.unchanged:
        parts.append(f"{count(selection.unchanged, 'case')} would be the very same question before and after")
    if left:
        text = f"{count(left, 'case')} thought untouched and not asked"
        if not selection.picked:
            text = f"{count(left, 'case')} not asked, of which nothing is known"
        elif selection.bound is not None:
            text += f"; at most {selection.bound:.1%} of them may have moved ({selection.confidence:.0%} confidence)"
        else:
            text += "; nothing is known of them"
        parts.append(text)
    if parts:
        return ("; ".join(parts),)
    return ("no case was left out" if report.suites else "there is no suite of cases",)


def trust(report: Report) -> Iterator[Phrase]:
    """How many cases move by themselves under each model that was asked: how far its answers can be trusted at all."""
    known = {(noise.suite, noise.model): noise for noise in report.noise}
    editions = {one.digests.as_sent for pair in report.servers for one in (pair.before, pair.after) if one is not None}
    for suite, model in dict.fromkeys((outcome.suite, outcome.model) for outcome in report.outcomes):
        noise = known.get((suite, model))
        if noise is None:
            unknown = " move without a cause is not known; toolwatch noise measures it"
            yield "how many cases of ", Quote(suite), " under ", Quote(model), unknown
            continue
        found = f"{len(noise.moved)} of {count(noise.total, 'case')} of "
        rest = f" ({noise.share:.0%}), moved by at least one of {count(len(noise.placebos), 'edit')} without meaning"
        stale = "" if noise.tools in editions else "; measured on another edition of the list"
        yield "fragile under ", Quote(model), ": ", found, Quote(suite), rest + stale


def users(report: Report) -> Iterator[Phrase]:
    """Who still uses a name that is gone: file, line, and what stands there; then what could not be looked through."""
    for use in report.consumers.uses:
        new = (", now ", Quote(use.renamed_to)) if use.renamed_to else ()
        where = Quote(f"{use.file}:{use.line}:{use.column}")
        yield Quote(use.tool), *new, f" is still used in the {use.kind} ", where, ": ", Quote(use.text)
    looked = report.consumers
    for number, what in ((looked.huge, "too large"), (looked.binary, "binary"), (looked.unreadable, "unreadable")):
        if number:
            yield (f"{count(number, 'file')} {'was' if number == 1 else 'were'} not looked through: {what}",)


def weights(report: Report) -> Iterator[Phrase]:
    """What each changed list weighs in a prompt, and how much of a prompt cache survives the change."""
    for server, change in sorted(report.tokens.items()):
        difference = f"{change.after - change.before:+d}"
        first: Phrase = (", which ends at ", Quote(change.first_changed)) if change.first_changed else ()
        size = f": about {change.before} tokens before, {change.after} after ({difference}); a prompt cache keeps "
        yield Quote(server), size, f"{change.survival:.0%} of the list", *first, " (", Said(change.how), ")"


def provenance(report: Report) -> Iterator[tuple[Phrase, str]]:
    """(What, hash or version) of everything that was compared, in print order."""
    for compared in report.servers:
        yield from _editions(compared)
    for suite in report.suites:
        yield ("suite ", Quote(suite.name)), suite.digest
    for model in report.models:
        yield ("model ", Quote(model.label)), model.version or "no version given"
    for key, value in report.provenance.items():
        if value in ([], {}, "") or (key in _TOLD and report.servers):
            continue
        if key == "suites" and isinstance(value, list):
            yield from _prompts(value)
            continue
        yield (Quote(key),), value if isinstance(value, str) else compact(value)


_TOLD = ("servers", "models")
"""Entries of the provenance that say what the lines above it say already."""


def _prompts(entries: list[Json]) -> Iterator[tuple[Phrase, str]]:
    """The system prompts under which the suites were asked; their own digests stand above."""
    for entry in entries:
        if isinstance(entry, dict) and isinstance(entry.get("system_prompt"), str):
            yield ("suite ", Quote(str(entry.get("suite", ""))), ", system prompt"), entry["system_prompt"]


def _editions(compared: Compared) -> Iterator[tuple[Phrase, str]]:
    editions = (("before", compared.before, compared.before_target), ("after", compared.after, compared.after_target))
    for when, snapshot, target in editions:
        if snapshot is None:
            yield (Quote(compared.after.server), f" {when}"), "nothing to compare with"
            continue
        origin = target or snapshot.listing.target
        what: Phrase = (Quote(snapshot.server), f" {when}", *((" from ", Quote(origin)) if origin else ()))
        yield (*what, ", as a set"), snapshot.digests.as_set
        yield (*what, ", as sent"), snapshot.digests.as_sent


def names(report: Report) -> frozenset[str]:
    """What strangers are called in this report: servers and tools, before and after."""
    snapshots = [one for pair in report.servers for one in (pair.before, pair.after) if one is not None]
    tools = {tool.name for snapshot in snapshots for tool in snapshot.tools}
    changed = {name for change in report.changes for name in (change.tool, change.tool_before)}
    tallies = [tally for outcome in report.outcomes for tally in (outcome.before, outcome.after)]
    picked = {name for tally in tallies for name, _ in tally.counts}
    expected = {name for outcome in report.outcomes for name in outcome.expected}
    return frozenset(tools | changed | picked | expected | {one.server for one in snapshots}) - {"", NO_TOOL}


def approvals(report: Report) -> tuple[str, ...]:
    """Fingerprints, in hexadecimal, that a person may approve to lift what blocks."""
    unseen = not_seen_whole(report)
    wanted = [reason.subject for reason in report.verdict.reasons if reason.blocks and reason.review]
    return tuple(dict.fromkeys(one for one in wanted if FINGERPRINT.fullmatch(one) and one not in unseen))
