"""A report of any size, for what must stay small or smooth."""

from dataclasses import replace

from tests.report.cases import outcome, trials
from tests.report.everything import EVERYTHING
from tests.report.lists import change
from toolwatch.model.change import Change, Compat, Word
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.outcome import Outcome, Status, Tally
from toolwatch.model.report import Compared, Report
from toolwatch.model.selection import Pick, Picked, Selection
from toolwatch.model.similarity import Neighbour, Neighbours
from toolwatch.model.snapshot import ServerDigests, Snapshot, ToolDigests
from toolwatch.model.suite import Cost
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Edition

STATUSES = (Status.SAME, Status.REGRESSED, Status.FIXED, Status.MOVED, Status.UNSTABLE, Status.SAME, Status.SAME)


def crowd(cases: int = 1000, tools: int = 500) -> Report:
    """``cases`` cases in pairs over ``tools`` tools, a fifth of them reworded."""
    names = [f"{verb}_{noun}_{number}" for number in range(tools) for verb, noun in [_words(number)]]
    reworded = names[::5]
    return replace(
        EVERYTHING,
        servers=(Compared(_snapshot(names, "a"), _snapshot(names, "b"), "shop@main", "shop"),),
        changes=tuple(_change(name, number) for number, name in enumerate(reworded)),
        findings=tuple(_finding(name, number) for number, name in enumerate(names)),
        outcomes=tuple(_outcome(number, names) for number in range(cases)),
        selection=Selection(
            picked=tuple(
                Picked(
                    "helpdesk", f"case-{number}", Pick.AFFECTED, (f"expects '{names[number % tools]}', which changed",)
                )
                for number in range(cases)
            ),
            total=cases,
        ),
        neighbours={"shop": Neighbours({name: _near(number, names) for number, name in enumerate(names)})},
    )


def _words(number: int) -> tuple[str, str]:
    verbs, nouns = (
        ("get", "list", "make", "drop", "send"),
        ("order", "refund", "parcel", "label", "customer", "invoice"),
    )
    return verbs[number % 5], nouns[number % 6]


def _snapshot(names: list[str], letter: str) -> Snapshot:
    base = EVERYTHING.servers[0].after
    digest = "sha256:" + letter * 64
    listing = replace(base.listing, server="shop", tools=tuple(Tool.of(name, f"Does {name}.") for name in names))
    return Snapshot(listing, ServerDigests(digest, digest), {name: ToolDigests(*[digest] * 6) for name in names})


def _change(name: str, number: int) -> Change:
    compat = Compat.BREAKING if number % 10 == 0 else Compat.SAFE
    words = (
        Word("same", f"Does {name}"),
        Word("gone", "slowly"),
        Word("new", "for anything that a customer may want."),
    )
    return change(server="shop", tool=name, compat=compat, words=words, fingerprint=f"{number:016x}")


def _finding(name: str, number: int) -> Finding:
    return Finding(
        "TW131", "vague", "text", list(Severity)[number % 3], "shop", name, "/description", f"'{name}' is vague"
    )


def _outcome(number: int, names: list[str]) -> Outcome:
    status = STATUSES[number % len(STATUSES)]
    before, after = names[number % len(names)], names[(number * 7 + 3) % len(names)]
    return outcome(
        f"case-{number}",
        status,
        request=f"Customer {number} asks for something about an order that has not come, and for money back.",
        expected=(before,),
        before=Tally(((before, 3),)),
        after=Tally(((before if status is Status.SAME else after, 3),)),
        pair=f"pair-{number // 2}",
        fact="whether the parcel came",
        cost=Cost.HIGH if status is Status.REGRESSED else None,
        right_after=status in (Status.SAME, Status.FIXED),
        margin_before=0.4,
        margin_after=0.4 - (number % 9) / 10,
        trials=trials(f"case-{number}", Edition.BEFORE, *[before] * 3),
    )


def _near(number: int, names: list[str]) -> tuple[Neighbour, ...]:
    return tuple(Neighbour(names[(number + step) % len(names)], 1 - step / 10) for step in range(1, 7))
