"""Holds verdicts against sampled values: ``python -m tests.diff.soundness --pairs 100000``."""

import argparse
import json
import signal
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import Pool
from random import Random
from typing import Any

from jsonschema import Draft6Validator, Draft7Validator, Draft201909Validator, Draft202012Validator
from referencing import Registry

from tests.diff import generators
from tests.diff.excuses import excused
from toolwatch.diff.base import CompatRule
from toolwatch.diff.engine import rules
from toolwatch.diff.judge import Ruling, judge
from toolwatch.diff.schema.contexts import Context, atoms
from toolwatch.diff.schema.documents import Document
from toolwatch.diff.schema.instances import Instances
from toolwatch.model.change import Compat, Side

Json = Any

SAMPLES = 16
"""Values of each kind for a pair."""

PATIENCE = 2.0
"""Seconds for one value: some recursive schemas double jsonschema's work at every level of it."""

CHUNK = 200
"""Draws that one worker does in a row."""


class Unsound(AssertionError):
    """A verdict that a value proves wrong."""


@dataclass
class Tally:
    """What a run of samples saw."""

    pairs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    held: int = 0
    """Values that were held against a verdict of safe or none."""
    witnesses: int = 0
    without: int = 0

    def add(self, other: "Tally") -> None:
        self.pairs += other.pairs
        self.verdicts += other.verdicts
        self.held += other.held
        self.witnesses += other.witnesses
        self.without += other.without


def validator(schema: Json) -> Any:
    """The validator of a whole schema, by its dialect."""
    named = str(schema.get("$schema", "")) if isinstance(schema, dict) else ""
    kind = next((kind for word, kind in _KINDS.items() if word in named), Draft202012Validator)
    return kind(schema, registry=Registry())


_KINDS = {"draft-06": Draft6Validator, "draft-07": Draft7Validator, "2019-09": Draft201909Validator}


class TooLong(Exception):
    """jsonschema took more than ``PATIENCE``."""


def _give_up(*_: object) -> None:
    raise TooLong


def valid(checker: Any, value: Json) -> bool | None:
    """Whether a value is valid; None where jsonschema cannot say (a reference in a circle, say), or not in time."""
    previous = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        return bool(checker.is_valid(value))
    except KeyboardInterrupt:
        raise
    except BaseException:
        # Deep recursion ends as a panic of jsonschema's Rust half, which is no Exception.
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def schema_rules() -> list[CompatRule]:
    """The rules that look at schemas."""
    return [made for rule in rules().values() if isinstance(made := rule(), CompatRule)]


def check(rng: Random, tally: Tally, dialect: str = "") -> None:
    """Draw one pair, in a dialect if one is asked for, and hold both sides' verdicts against sampled values.

    Raises:
        Unsound: a value proves a verdict wrong.
    """
    before = generators.root(rng)
    after = generators.edited(rng, before)
    if dialect and "$schema" not in before and "$schema" not in after:
        before, after = (generators.respelt(one, dialect) for one in (before, after))
    if endless(before) or endless(after):
        return
    for side in (Side.INPUT, Side.OUTPUT):
        rulings = judge(Document.of(before), Document.of(after), side, schema_rules())
        tally.pairs += 1
        hold(before, after, side, rulings, values(rng, before, after, side), tally)


def endless(schema: Json) -> bool:
    """Whether no validator comes to an end on a schema; there is nothing to hold a verdict against then."""
    return bool(Document.of(schema).trouble)


def values(rng: Random, before: Json, after: Json, side: Side) -> list[Json]:
    """Values that try to satisfy the side that gives them, some of which try the other."""
    giver, taker = (before, after) if side is Side.INPUT else (after, before)
    found = [generators.instance(rng, giver, giver) for _ in range(SAMPLES)]
    found += [generators.instance(rng, taker, taker) for _ in range(SAMPLES // 4)]
    given, taken = (Context((Document.of(one).top,)) for one in (giver, taker))
    return [*found, *islice(Instances().draw(given, taken), SAMPLES)]


def hold(before: Json, after: Json, side: Side, rulings: list[Ruling], sampled: list[Json], tally: Tally) -> None:
    """Hold one side's verdicts against values; arguments are objects, where one schema says so."""
    worst = min((compat for _, _, compat, _ in rulings), key=lambda one: one.rank, default=Compat.NONE)
    tally.verdicts[worst.value] += 1
    giver, taker = (before, after) if side is Side.INPUT else (after, before)
    gives, takes = validator(giver), validator(taker)
    for _, difference, compat, witness in rulings:
        if witness is not None and witness.found:
            tally.witnesses += 1
            if not valid(gives, witness.instance) or valid(takes, witness.instance) is not False:
                raise Unsound(_told("a witness proves nothing", before, after, side, witness.instance, difference))
        elif compat is Compat.BREAKING:
            tally.without += 1
    if worst.rank < Compat.SAFE.rank:
        return
    kinds = [atoms(Document.of(one).top) for one in (before, after)]
    arguments = side is Side.INPUT and {"object"} in kinds and all("object" in kind for kind in kinds)
    for value in sampled:
        if not valid(gives, value) or excused(value, giver, taker) or (arguments and not isinstance(value, dict)):
            continue
        tally.held += 1
        if valid(takes, value) is False:
            raise Unsound(_told(f"{worst} is wrong", before, after, side, value, rulings))


def _told(what: str, before: Json, after: Json, side: Side, value: Json, more: object) -> str:
    shown = "\n".join(json.dumps(one) for one in (before, after, value))
    return f"{what} on the {side} side:\n{shown}\n{more}"


def run(job: tuple[int, int]) -> tuple[Tally, list[str]]:
    """So many draws from one seed; what went wrong comes as text."""
    seed, draws = job
    tally, wrong = Tally(), []
    for number in range(draws):
        try:
            check(Random(f"{seed}/{number}"), tally)
        except Unsound as error:
            wrong.append(f"seed {seed}/{number}: {error}")
        except Exception as error:
            wrong.append(f"seed {seed}/{number}: {type(error).__name__}: {error}")
    return tally, wrong


def main() -> int:
    """Run the long form."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    total, wrong = Tally(), list[str]()
    with Pool(asked.jobs) as pool:
        for tally, failed in pool.imap(run, ((asked.seed * 1_000_000 + at, CHUNK) for at in range(asked.pairs))):
            total.add(tally)
            wrong += failed
            print(f"{total.pairs} pairs, {len(wrong)} wrong", file=sys.stderr)
            if total.pairs >= asked.pairs:
                break
    for text in wrong[:5]:
        print(text)
    share = total.verdicts["unclear"] / total.pairs
    print(
        f"{total.pairs} pairs, {len(wrong)} wrong; verdicts {dict(sorted(total.verdicts.items()))}; "
        f"{total.held} values held against safe or none; {total.witnesses} witnesses, all checked; "
        f"{total.without} breaking changes without one; unclear {share:.2%}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
