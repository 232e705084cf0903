"""What became of each edit, as a table with its sums."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass
class Row:
    """What became of one edit."""

    edit: str
    kind: str
    moved: set[str]
    regressed: set[str]
    fixed: set[str]
    first: set[str]
    final: set[str]
    total: int
    bound: float | None
    held: bool
    first_bound: float | None
    first_held: bool
    rounds: int
    solid: set[str] = field(default_factory=set)
    """Regressions on cases that no placebo moves, and that stand up to the controls of this edit."""
    turned: set[str] = field(default_factory=set)
    """Those that a control turns."""
    controls: int = 0
    """Calls for the controls."""
    caused: set[str] = field(default_factory=set)
    """Those that stay when the edit is written in other words."""
    rewritten: bool = False


def table(rows: Sequence[Row]) -> Iterator[str]:
    yield "edit                       moved regr fix       run    caught   widened    caught  bound"
    for row in rows:
        yield (
            f"{row.edit:26} {len(row.moved):5} {len(row.regressed):4} {len(row.fixed):3} "
            f"{len(row.first):4} {len(row.first) / row.total:4.0%} "
            f"{len(row.moved & row.first):4}/{len(row.regressed & row.first):<4} "
            f"{len(row.final):4} {len(row.final) / row.total:4.0%} "
            f"{len(row.moved & row.final):4}/{len(row.regressed & row.final):<4} "
            f"{'-' if row.bound is None else f'{row.bound:.0%}'}{'' if row.held else ' BROKEN'}"
        )


def summary(rows: Sequence[Row]) -> Iterator[str]:
    moved, regressed = sum(len(row.moved) for row in rows), sum(len(row.regressed) for row in rows)

    def caught(what: str, runs: str) -> int:
        return sum(len(getattr(row, what) & getattr(row, runs)) for row in rows)

    asked = sum(row.total for row in rows)
    yield f"edits {len(rows)}; moved {moved}, regressed {regressed}, fixed {sum(len(row.fixed) for row in rows)}"
    for runs, words in (("first", "before widening"), ("final", "after widening")):
        run = sum(len(getattr(row, runs)) for row in rows)
        yield (
            f"{words}: {run / asked:.0%} of the calls of `all`; caught {caught('moved', runs)} of {moved} moved, "
            f"{caught('regressed', runs)} of {regressed} regressions"
        )
    missed = [f"{row.edit}: {', '.join(sorted(lost))}" for row in rows if (lost := row.regressed - row.final)]
    yield from (f"  regressed and not asked: {line}" for line in missed)
    kept = sum(row.held for row in rows)
    first_kept = sum(row.first_held for row in rows)
    yield f"the bound held in {kept} of {len(rows)} edits after widening, in {first_kept} before"
    turned, calls = sum(len(row.turned) for row in rows), sum(row.controls for row in rows)
    share = calls / (2 * asked)
    yield f"controls: {calls} calls ({share:.1%} of `all` at one call a side) turn {turned} regressions"
    tried = [row for row in rows if row.rewritten]
    if tried:
        stay, solid = sum(len(row.caused) for row in tried), sum(len(row.solid) for row in tried)
        yield f"of {solid} regressions that are not fragile {stay} stay when the edit is written in other words"
        gone = [f"{row.edit}: {', '.join(sorted(row.solid - row.caused))}" for row in tried if row.solid - row.caused]
        yield from (f"  gone in other words: {line}" for line in gone)
