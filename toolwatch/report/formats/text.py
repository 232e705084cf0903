"""The report for a terminal, or for any log that takes plain lines."""

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from toolwatch.model.inert import one_line
from toolwatch.model.report import Report
from toolwatch.model.verdict import Decision
from toolwatch.report import facts
from toolwatch.report.base import Format, Part, Style
from toolwatch.report.escape import unlogged
from toolwatch.report.moves import moved
from toolwatch.report.phrase import Phrase, Quote, Said
from toolwatch.report.story import Story, blind, tell

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

COLOURS = {Decision.PASS: "green", Decision.REVIEW: "yellow", Decision.FAIL: "red", Decision.UNKNOWN: "yellow"}


class TextFormat(Format):
    """What a person reads in a terminal; without colours it is plain text for any log."""

    name, suffix = "text", ".txt"
    parts: ClassVar[frozenset[Part]] = frozenset(Part)

    def render(self, report: Report, style: Style) -> str:
        """The verdict first, then what moved, changes, findings, and what was compared."""
        console = _console(style)
        if style.part is Part.CHECK:
            _verdict(console, tell(report))
            _cases(console, report)
        if style.part is Part.DIFF:
            _lines(console, "Not seen", blind(report))
        if style.part is not Part.LINT:
            _changes(console, report)
        if style.part is not Part.DIFF:
            _findings(console, report)
        if style.part is Part.CHECK:
            _rest(console, report)
        if style.part is Part.DIFF and not facts.shown(report) and not any(True for _ in blind(report)):
            console.print("no change that means anything")
        if style.part is Part.LINT and not report.findings:
            console.print("no finding")
        written: io.StringIO = console.file  # type: ignore[assignment]
        return unlogged("\n".join(line.rstrip() for line in written.getvalue().strip("\n").splitlines()) + "\n")


def _console(style: Style) -> "Console":
    from rich.console import Console

    return Console(
        file=io.StringIO(),
        width=style.width,
        force_terminal=style.colour,
        color_system="standard" if style.colour else None,
        legacy_windows=False,
        no_color=not style.colour,
        highlight=False,
        markup=False,
        emoji=False,
        _environ={},
    )


def _verdict(console: "Console", story: Story) -> None:
    from rich.text import Text

    head = Text(f"{story.word.upper()}: ", style=f"bold {COLOURS[story.decision]}")
    console.print(head.append_text(_text(story.headline)))
    _lines(console, "Not seen", story.blind)
    _lines(console, "", story.moves)
    _lines(console, "Why", story.why)
    _lines(console, "Changed beside the tools", story.beside)
    _lines(console, "What to do", story.todo)
    _lines(console, "Note", story.notes)


def _lines(console: "Console", title: str, lines: Iterable[Phrase]) -> None:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 0))
    grid.add_column(width=4)
    grid.add_column(overflow="fold")
    for line in lines:
        grid.add_row("  - ", _text(line))
    if grid.row_count:
        console.print(Text(f"\n{title}" if title else "", style="bold"))
        console.print(grid)


def _table(console: "Console", title: str, columns: tuple[str, ...], rows: list[tuple[Phrase, ...]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    if not rows:
        return
    console.print(Text(f"\n{title}", style="bold"))
    table = Table(box=SIMPLE_HEAD, pad_edge=False, expand=False)
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(_text(value) for value in row))
    console.print(table)


def _cases(console: "Console", report: Report) -> None:
    many, suites = len(report.models) > 1, len({outcome.suite for outcome in report.outcomes})
    rows: list[tuple[Phrase, ...]] = []
    for row in moved(report):
        outcome = row.outcome
        if row.case is not None:
            blank: tuple[Phrase, ...] = (("not asked",), ("not asked",), *(((),) if many else ()))
            fact: Phrase = ("differs in ", Quote(row.case.fact)) if row.case.fact else ()
            rows.append((("  pair",), (Quote(row.case.request),), facts.right(row.case), *blank, fact))
            continue
        status = "  pair" if row.mate else outcome.status.value.replace("_", " ")
        model: tuple[Phrase, ...] = ((Quote(outcome.model),),) if many else ()
        tools = (facts.right(outcome), facts.chosen(outcome.before), facts.chosen(outcome.after))
        rows.append(((status,), (Quote(outcome.request),), *tools, *model, facts.note(outcome, suites=suites)))
    columns = ("", "Request", "Right", "Before", "After", *(("Model",) if many else ()), "Note")
    _table(console, "Requests that moved", columns, rows)


def _changes(console: "Console", report: Report) -> None:
    servers = len(report.servers)
    rows: list[tuple[Phrase, ...]] = [
        (
            (change.compat.value,),
            facts.place(change.server, change.tool, change.path, servers=servers),
            (*facts.change_note(change), " (", Quote(change.code), ")"),
        )
        for change in facts.shown(report)
    ]
    _table(console, "Changes", ("", "Where", "What"), rows)
    reworded = [change for change in facts.shown(report) if change.words]
    wording: list[Phrase] = [
        (*facts.place(change.server, change.tool, change.path, servers=servers), ": ", Quote(facts.spelt(change.words)))
        for change in reworded
    ]
    _lines(console, "Wording", wording)
    _lines(console, "Still used", list(facts.users(report)))
    _lines(console, "Prompt size", list(facts.weights(report)))


def _findings(console: "Console", report: Report) -> None:
    servers = len(report.servers)
    rows: list[tuple[Phrase, ...]] = [
        (
            (finding.severity.value,),
            facts.place(finding.server, finding.tool, finding.path, servers=servers),
            (Said(finding.message), " (", Quote(finding.code), ")"),
        )
        for finding in facts.serious(report.findings)
    ]
    _table(console, "Findings", ("", "Where", "What"), rows)


def _rest(console: "Console", report: Report) -> None:
    _lines(console, "Asked again", [facts.rerun(report), facts.untouched(report), *facts.trust(report)])
    _lines(console, "Compared", [(*what, ": ", Quote(value)) for what, value in facts.provenance(report)])


def _text(phrase: Phrase) -> "Text":
    from rich.text import Text

    text = Text()
    for part in phrase:
        match part:
            case Quote():
                text.append(one_line(part.text), style="cyan")
            case Said():
                text.append(one_line(part.text))
            case _:
                text.append(part)
    return text
