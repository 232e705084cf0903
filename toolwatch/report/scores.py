"""Scored traces and stored runs as text and as JSON."""

import json
from collections.abc import Iterator, Sequence

from toolwatch.model.inert import one_line
from toolwatch.model.score import EffectVerdict, Judged, ReleaseScore, Scorecard, Scored
from toolwatch.report.escape import json_text, unlogged
from toolwatch.report.run_scores import run_scores_text


def scores_text(scored: Scored) -> str:
    """What ``toolwatch score`` prints: what was not answered, a line a task, the three numbers; then stored runs."""
    lines = [f"no trace for the task {one_line(task, 80)}" for task in scored.missing]
    for card, source in zip(scored.cards, scored.sources, strict=True):
        lines += _card(card, source)
    if scored.judged:
        lines.append(_judge(scored.judged))
    if scored.release:
        lines += ["", _release(scored.release)]
    if scored.release or scored.missing:
        lines.append("failed" if scored.failed else "passed" if scored.answered else "no verdict")
    blocks = [list(_blind(scored)), lines, *(run_scores_text(run) for run in scored.runs)]
    return unlogged("\n\n".join("\n".join(block) for block in blocks if block) + "\n")


def _blind(scored: Scored) -> Iterator[str]:
    """What the stored runs say nothing about."""
    for source in scored.unasked:
        yield f"{one_line(source, 120)}: no case was asked in this run"
    for run in scored.runs:
        for one in run.editions:
            if one.unanswered:
                cases = one.unanswered + (one.selection.cases if one.selection else 0)
                where = f"{one_line(run.source, 120)}: {one_line(run.suite, 60)} under {one_line(run.model, 80)}"
                yield f"{where}, {one.edition.value}: {one.unanswered} of {cases} cases have no answer"


def scores_json(scored: Scored) -> str:
    """The document of ``score_documents`` as text."""
    from toolwatch.report.score_documents import document

    return json_text(json.dumps(document(scored), indent=2)) + "\n"


def _judge(judged: Judged) -> str:
    return (
        f"judge {one_line(judged.model, 80)}, prompt {judged.prompt_version} ({judged.prompt_digest[:19]}): "
        f"{judged.equal} of {judged.asked} differing texts mean the same, {judged.unread} without verdict"
    )


def _release(release: ReleaseScore) -> str:
    return (
        f"right tool {release.right_tool}/{release.tasks} ({release.right_tool_percent:.1f} %), "
        f"right arguments {release.right_arguments}/{release.tasks} ({release.right_arguments_percent:.1f} %), "
        f"{release.calls_per_task:.2f} calls a task"
    )


def _card(card: Scorecard, source: str) -> list[str]:
    process, trace = card.process, card.trace
    lines = [
        f"{'pass' if card.passed else 'FAIL'}  {one_line(card.task, 60)}  ({one_line(source, 120)})",
        f"      process {process.overall:.2f} (precision {process.precision:.2f} jaccard, "
        f"{card.process_of_selected.precision:.2f} of selected; arguments {process.arguments:.2f}, "
        f"sequence {process.sequence:.2f}, efficiency {process.efficiency:.2f})",
        f"      trace {trace.composite:.2f} (selection {trace.selection_accuracy:.2f}, argument F1 "
        f"{trace.argument_f1:.2f}, sequence {trace.sequence_accuracy:.2f}, redundant {trace.redundant_rate:.2f})",
        f"      side effects {card.side_effects.success_rate:.2f} ({_stated(card.side_effects.effects)})",
    ]
    if not card.order_kept:
        lines.append("      the golden calls were not made in the order that is asked")
    if not card.right_arguments:
        lines.append("      a golden call is missing, failed or needless, or has wrong arguments")
    lines += [f"      UNSAFE: {one_line(tool, 80)} may destroy, and was not expected" for tool in card.unsafe]
    lines += [
        f"      FORBIDDEN: call {violation.index + 1}, {one_line(violation.tool, 80)}: {one_line(violation.why, 120)}"
        for violation in card.forbidden
    ]
    lines += [f"      {_broken(effect)}" for effect in card.side_effects.effects if not effect.held]
    lines += [
        f"      SECRET: call {leak.index + 1}, {one_line(leak.tool, 80)}{one_line(leak.argument, 80)} "
        f"holds a credential ({leak.kind})"
        for leak in card.secrets
    ]
    return lines


def _stated(effects: Sequence[EffectVerdict]) -> str:
    return f"{sum(one.held for one in effects)} of {len(effects)} as stated" if effects else "none stated"


def _broken(effect: EffectVerdict) -> str:
    """Why an effect is not as stated: which calls made it, how often it was wanted, what could not be decided."""
    made = f"made by {_calls(effect.made_by)}" if effect.made_by else "made by no call"
    doubt = f"; {_calls(effect.undecided)}: the trace holds no result that would decide" if effect.undecided else ""
    name = one_line(effect.name, 80)
    if effect.forbidden:
        return f"FORBIDDEN EFFECT: {name}: {made}{doubt}"
    most = "" if effect.at_most is None else f", at most {effect.at_most}"
    return f"SIDE EFFECT: {name}: {made}, wanted at least {effect.at_least}{most}{doubt}"


def _calls(indexes: Sequence[int]) -> str:
    return f"call{'' if len(indexes) == 1 else 's'} {', '.join(str(index + 1) for index in indexes)}"
