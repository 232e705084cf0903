"""Scored traces as text and as JSON."""

import json
from dataclasses import asdict

from toolwatch.model.inert import one_line
from toolwatch.model.score import Scorecard, Scored
from toolwatch.model.tool import Json


def scores_document(scored: Scored) -> dict[str, Json]:
    """The JSON document of ``toolwatch score``; names of agents' tools are as they wrote them."""
    return {
        "schema_version": 1,
        "passed": scored.passed,
        "tasks": [
            {"source": source, "format": name, **asdict(card)}
            for card, source, name in zip(scored.cards, scored.sources, scored.formats, strict=True)
        ],
        "missing": list(scored.missing),
        "judge": asdict(scored.judged) if scored.judged else None,
        "release": {
            "tasks": scored.release.tasks,
            "right_tool": scored.release.right_tool,
            "right_arguments": scored.release.right_arguments,
            "calls": scored.release.calls,
            "right_tool_percent": round(scored.release.right_tool_percent, 2),
            "right_arguments_percent": round(scored.release.right_arguments_percent, 2),
            "calls_per_task": round(scored.release.calls_per_task, 2),
        },
    }


def scores_text(scored: Scored) -> str:
    """What ``toolwatch score`` prints: a line a task, what is wrong under it, the three numbers last."""
    lines = [f"no trace for the task {one_line(task, 80)}" for task in scored.missing]
    for card, source in zip(scored.cards, scored.sources, strict=True):
        lines += _card(card, source)
    release = scored.release
    if scored.judged:
        judged = scored.judged
        lines.append(
            f"judge {one_line(judged.model, 80)}, prompt {judged.prompt_version} ({judged.prompt_digest[:19]}): "
            f"{judged.equal} of {judged.asked} differing texts mean the same, {judged.unread} without verdict"
        )
    lines += [
        "",
        f"right tool {release.right_tool}/{release.tasks} ({release.right_tool_percent:.1f} %), "
        f"right arguments {release.right_arguments}/{release.tasks} ({release.right_arguments_percent:.1f} %), "
        f"{release.calls_per_task:.2f} calls a task",
        "passed" if scored.passed else "failed",
    ]
    return "\n".join(lines) + "\n"


def scores_json(scored: Scored) -> str:
    """The document as text."""
    return json.dumps(scores_document(scored), indent=2, ensure_ascii=True) + "\n"


def _card(card: Scorecard, source: str) -> list[str]:
    process, trace = card.process, card.trace
    lines = [
        f"{'pass' if card.passed else 'FAIL'}  {one_line(card.task, 60)}  ({one_line(source, 120)})",
        f"      process {process.overall:.2f} (precision {process.precision:.2f} jaccard, "
        f"{card.process_of_selected.precision:.2f} of selected; arguments {process.arguments:.2f}, "
        f"sequence {process.sequence:.2f}, efficiency {process.efficiency:.2f})",
        f"      trace {trace.composite:.2f} (selection {trace.selection_accuracy:.2f}, argument F1 "
        f"{trace.argument_f1:.2f}, sequence {trace.sequence_accuracy:.2f}, redundant {trace.redundant_rate:.2f})",
    ]
    if not card.order_kept:
        lines.append("      the golden calls were not made in the order that is asked")
    if not card.right_arguments:
        lines.append("      a golden call is missing, or has wrong arguments")
    lines += [f"      UNSAFE: {one_line(tool, 80)} may destroy, and was not expected" for tool in card.unsafe]
    lines += [
        f"      FORBIDDEN: call {violation.index + 1}, {one_line(violation.tool, 80)}: {one_line(violation.why, 120)}"
        for violation in card.forbidden
    ]
    lines += [
        f"      SECRET: call {leak.index + 1}, {one_line(leak.tool, 80)}{one_line(leak.argument, 80)} "
        f"holds a credential ({leak.kind})"
        for leak in card.secrets
    ]
    return lines
