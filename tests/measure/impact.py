"""``make impact``: how well the selection finds what an edit moves, for how many calls, and whether its bound holds.

Every edit is asked in full (all cases, before and after) once; the selection is then replayed against those answers.
Run it as ``python -m tests.measure.impact``; ``--help`` tells how another model is asked.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from tests.measure.rows import Row, summary, table
from toolwatch import affected, runner, similarity, suites
from toolwatch.model.listing import Listing
from toolwatch.model.outcome import Outcome, Status, Tally
from toolwatch.model.selection import Selection
from toolwatch.model.similarity import Neighbours
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import NO_TOOL, Suite
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Ask, Choice, Edition, Trial
from toolwatch.pipeline.rerun import knowledge
from toolwatch.runner.providers.openai import OpenAI
from toolwatch.snapshot import take
from toolwatch.suites import importing, writing

ROOT = Path(__file__).parents[2]
EDITS = Path(__file__).parent / "edits"


@dataclass(frozen=True)
class Bench:
    """One list with its suite and its edits."""

    name: str
    suite: Suite
    listing: Listing
    edits: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Answers:
    """What one model chose for every case of a list, and how probable that was."""

    chosen: Mapping[str, str]
    trials: Mapping[str, Trial]


class Scored(OpenAI):
    """The local server's ``/score`` alone: how probable each tool's name is as the call; a tenth of a call's time."""

    name = "scored"

    async def choose(self, ask: Ask) -> Choice:
        chances = await self._scores(ask)
        return Choice(max(chances, key=lambda tool: (chances[tool], tool)), probabilities=chances)


class Model:
    """Asks one model, each question once; answers are kept in a file."""

    def __init__(self, provider: runner.Provider, store: runner.AnswerStore, concurrency: int, *, blind: bool) -> None:
        self.provider, self.store, self.options = provider, store, runner.Options(concurrency=concurrency)
        self.blind = blind
        """Whether the probabilities that it gives are hidden from the ranking, as with a model that gives none."""

    def answers(self, bench: Bench, listing: Listing, cases: Sequence[str] = (), *, repeat: int = 0) -> Answers:
        wanted = [case for case in bench.suite.cases if not cases or case.id in cases]
        jobs = [
            runner.Job(bench.suite.name, case.id, Edition.AFTER, repeat, replace(ask, repeat=repeat))
            for case in wanted
            for ask in [runner.ask_of(bench.suite, case, listing)]
        ]
        trials = runner.run(jobs, self.provider, self.store, options=self.options)
        failed = [trial for trial in trials if trial.choice is None]
        if failed:
            raise SystemExit(f"{len(failed)} questions were not answered: {failed[0].error}")
        chosen = {trial.case: trial.choice.tool or NO_TOOL for trial in trials if trial.choice}
        return Answers(chosen, {trial.case: self._seen(trial) for trial in trials})

    def _seen(self, trial: Trial) -> Trial:
        if trial.choice is None or not self.blind:
            return trial
        return replace(trial, choice=replace(trial.choice, probabilities={}))


def helpdesk() -> Bench:
    folder = ROOT / "suites" / "helpdesk"
    tools = json.loads((folder / "tools.json").read_text(encoding="utf-8"))["tools"]
    suite = suites.read(folder / "suite.yaml")
    return Bench("helpdesk", suite, Listing("helpdesk", tuple(map(Tool, tools))), _edits("helpdesk"))


def apify(shared: Path, build: Path) -> Bench:
    imported = importing.read(shared / "data" / "cases" / "apify_mcp.json")
    folder = build / "apify"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "suite.yaml").write_text("server: apify\n", encoding="utf-8")
    (folder / "cases").mkdir(exist_ok=True)
    (folder / "cases" / "imported.yaml").write_text(writing.cases_text(imported.cases), encoding="utf-8")
    suite = suites.read(folder / "suite.yaml")
    return Bench("apify", suite, Listing("apify", tuple(map(Tool, imported.tools))), _edits("apify"))


def _edits(name: str) -> Sequence[Mapping[str, Any]]:
    edits: list[Mapping[str, Any]] = yaml.safe_load((EDITS / f"{name}.yaml").read_text(encoding="utf-8"))
    return edits


def edited(listing: Listing, tool: str, do: Mapping[str, Any]) -> Listing:
    """The list with one tool's text changed."""
    assert listing.tool(tool) is not None, tool
    return replace(
        listing, tools=tuple(Tool(_changed(each.raw, do)) if each.name == tool else each for each in listing.tools)
    )


def _changed(raw: Mapping[str, Any], do: Mapping[str, Any]) -> dict[str, Any]:
    text = str(raw.get("description", ""))
    if "parameter" in do:
        schema = json.loads(json.dumps(raw["inputSchema"]))
        schema["properties"][do["parameter"]]["description"] = do["text"]
        return {**raw, "inputSchema": schema}
    makers: dict[str, Callable[[Any], str]] = {
        "append": lambda value: f"{text.rstrip()} {value}",
        "whole": str,
        "words": lambda value: " ".join(text.split()[:value]),
        "lines": lambda value: "\n".join(text.strip().splitlines()[:value]),
        "sentences": lambda value: " ".join(re.split(r"(?<=\.)\s+", text.strip())[:value]),
    }
    (how, value), *_ = do.items()
    return {**raw, "description": makers[how](value)}


def right(bench: Bench, case: str, tool: str) -> bool:
    known = bench.suite.case(case)
    assert known is not None
    return tool in (known.expected or (NO_TOOL,))


def moves(bench: Bench, before: Answers, after: Answers) -> tuple[set[str], set[str], set[str]]:
    """Cases that moved, those of them that were right and are not, and those that became right."""
    moved = {case for case, tool in before.chosen.items() if after.chosen[case] != tool}
    regressed = {
        case for case in moved if right(bench, case, before.chosen[case]) and not right(bench, case, after.chosen[case])
    }
    fixed = {
        case for case in moved if not right(bench, case, before.chosen[case]) and right(bench, case, after.chosen[case])
    }
    return moved, regressed, fixed


def noise(bench: Bench, model: Model, before: Answers) -> tuple[dict[str, float], int, dict[str, tuple[int, int]]]:
    """How often each case moves under the placebos, how many there were, and what each moved and broke."""
    counts: dict[str, int] = {}
    each: dict[str, tuple[int, int]] = {}
    made = affected.placebos(bench.listing, (bench.suite,), most=PLACEBOS)
    for placebo in made:
        answers = model.answers(bench, placebo.listing, repeat=1 if placebo.again else 0)
        moved, regressed, _ = moves(bench, before, answers)
        each[placebo.name] = (len(moved), len(regressed))
        for case in moved:
            counts[case] = counts.get(case, 0) + 1
    return {case: count / len(made) for case, count in counts.items()}, len(made), each


PLACEBOS = 0


HINTS = False


def measured(bench: Bench, model: Model, *, only: Sequence[str], again: bool, salt: str) -> Iterator[Row | str]:
    """Yield the noise as a line of text, then what became of each edit."""
    before = model.answers(bench, bench.listing)
    rates, number, each = noise(bench, model, before)
    hit = sum(right(bench, case, tool) for case, tool in before.chosen.items())
    yield f"{bench.name}: {hit} of {len(before.chosen)} right before; fragile under {number} placebos: " + (
        f"{len(rates)} ({len(rates) / len(before.chosen):.0%})"
    )
    for name, (moved, broken) in each.items():
        yield f"  {name}: {moved} moved, {broken} regressed"
    named = {edit["id"]: edit for edit in bench.edits}
    for name in only or named:
        if name in named:
            yield _row(bench, model, named[name], before, rates, again=again, salt=salt)


def _row(
    bench: Bench,
    model: Model,
    edit: Mapping[str, Any],
    before: Answers,
    rates: Mapping[str, float],
    *,
    again: bool,
    salt: str,
) -> Row:
    listing = edited(bench.listing, edit["tool"], edit["do"])
    after = model.answers(bench, listing)
    moved, regressed, fixed = moves(bench, before, after)
    first, final = chosen(bench, before, rates, listing, moved, salt=salt)
    hidden = {case for _, case in final.left_out} & moved
    first_hidden = {case for _, case in first.left_out} & moved
    row = Row(
        edit=edit["id"],
        kind=edit["kind"],
        moved=moved,
        regressed=regressed,
        fixed=fixed,
        first={item.case for item in first.picked},
        final={item.case for item in final.picked},
        total=len(before.chosen),
        bound=final.bound,
        held=final.bound is None or len(hidden) <= final.bound * len(final.left_out) + 1e-9,
        first_bound=first.bound,
        first_held=first.bound is None or len(first_hidden) <= first.bound * len(first.left_out) + 1e-9,
        rounds=final.round,
    )
    solid = {case for case in regressed if case not in rates}
    if again:
        row.controls, row.turned = controlled(bench, model, listing, after, solid)
        solid -= row.turned
    if again and solid and "again" in edit:
        other = model.answers(bench, edited(bench.listing, edit["tool"], edit["again"]), sorted(solid))
        row.caused = {case for case in solid if not right(bench, case, other.chosen[case])}
        row.solid, row.rewritten = solid, True
    return row


def controlled(bench: Bench, model: Model, listing: Listing, after: Answers, cases: set[str]) -> tuple[int, set[str]]:
    """The controls that a check asks for these regressions: how many calls, and which cases they turn."""
    calls, turned = 0, set()
    instead = affected.in_place(bench.listing, listing)
    if instead is not None and cases:
        under = model.answers(bench, instead.listing, sorted(cases))
        calls, turned = len(cases), {case for case in cases if not right(bench, case, under.chosen[case])}
    for case in sorted(cases):
        known = bench.suite.case(case)
        assert known is not None
        tools = (after.chosen[case], *known.expected)
        tool = next((name for name in tools if listing.tool(name) is not None), "")
        for control in affected.on_top(listing, tool):
            calls += 1
            if right(bench, case, model.answers(bench, control.listing, [case]).chosen[case]):
                turned.add(case)
    return calls, turned


def chosen(
    bench: Bench, before: Answers, rates: Mapping[str, float], listing: Listing, moved: set[str], *, salt: str = ""
) -> tuple[Selection, Selection]:
    """What would have been run: before widening, and in the end."""
    old, new = take(bench.listing), take(listing)
    options = affected.Options(salt=salt, fragile={(bench.suite.name, case): rate for case, rate in rates.items()})
    if HINTS:
        suites = (bench.suite,)
        old_likely, new_likely = knowledge.likely(bench.listing, suites), knowledge.likely(listing, suites)
        options = replace(options, likely_before=old_likely, likely_after=new_likely)
    selection = first = affected.select(
        old,
        new,
        (),
        (bench.suite,),
        before_neighbours=_neighbours(old),
        after_neighbours=_neighbours(new),
        earlier=_earlier(bench, before),
        options=options,
    )
    seen = {(bench.suite.name, case) for case in moved}
    while (wider := affected.widen(selection, seen, options=options)) is not selection:
        selection = wider
    asked = {(item.suite, item.case) for item in selection.picked}
    return first, affected.partners(selection, seen & asked, (bench.suite,), options=options)


def _neighbours(snapshot: Snapshot) -> Neighbours:
    return similarity.neighbours(snapshot.tools)


def _earlier(bench: Bench, before: Answers) -> tuple[Outcome, ...]:
    """The stored answers to the list before the edit, which cost nothing."""
    return tuple(
        Outcome(
            suite=bench.suite.name,
            case=case.id,
            request=case.request,
            expected=case.expected,
            model="",
            before=Tally(((before.chosen[case.id], 1),)),
            after=Tally(),
            status=Status.SAME,
            right_before=right(bench, case.id, before.chosen[case.id]),
            right_after=False,
            trials=(before.trials[case.id],),
        )
        for case in bench.suite.cases
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--provider", default="embedded")
    parser.add_argument("--model", default="")
    parser.add_argument("--url", default="")
    parser.add_argument("--bench", choices=("helpdesk", "apify", "both"), default="both")
    parser.add_argument("--only", default="", help="ids of edits, with commas")
    parser.add_argument("--placebos", type=int, default=0, help="most placebos; 0 is all")
    parser.add_argument("--salts", type=int, default=1, help="draws of sentinels, to measure the bound")
    parser.add_argument("--no-again", action="store_true", help="ask neither the controls nor the rewritten edits")
    parser.add_argument("--blind", action="store_true", help="hide the model's probabilities from the ranking")
    parser.add_argument("--hints", action="store_true", help="let the offline scorer order the cases")
    parser.add_argument("--tool-choice", choices=[str(one) for one in runner.ToolChoice], default="")
    parser.add_argument("--extra", default="{}", help="further fields of each request, as JSON")
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "impact")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    chosen = parser.parse_args(arguments)
    global HINTS, PLACEBOS
    HINTS, PLACEBOS = chosen.hints, chosen.placebos
    chosen.build.mkdir(parents=True, exist_ok=True)
    setup = runner.Setup(
        model=chosen.model,
        url=chosen.url,
        tool_choice=runner.ToolChoice(chosen.tool_choice or ("required" if chosen.provider == "openai" else "auto")),
        extra=json.loads(chosen.extra),
        timeout=900.0,
        score_url=chosen.url.removesuffix("/v1") + "/score" if chosen.provider == "scored" else "",
    )
    provider = Scored(setup) if chosen.provider == "scored" else runner.load_provider(chosen.provider, setup=setup)
    with closing(runner.AnswerStore(chosen.build / "answers.sqlite")) as store:
        model = Model(provider, store, chosen.concurrency, blind=chosen.blind)
        for bench in _benches(chosen):
            only = [name for name in chosen.only.split(",") if name]
            for number in range(chosen.salts):
                again = not chosen.no_again and number == 0
                _print(list(measured(bench, model, only=only, again=again, salt=str(number))), brief=number > 0)
    return 0


def _benches(chosen: argparse.Namespace) -> Iterator[Bench]:
    if chosen.bench in ("helpdesk", "both"):
        yield helpdesk()
    if chosen.bench in ("apify", "both"):
        if not (chosen.shared / "data" / "cases" / "apify_mcp.json").is_file():
            print("apify: skipped, the shared data is not here", file=sys.stderr)
            return
        yield apify(chosen.shared, chosen.build)


def _print(found: Sequence[Row | str], *, brief: bool) -> None:
    rows = [item for item in found if isinstance(item, Row)]
    if not brief:
        print("\n".join(item for item in found if isinstance(item, str)))
        print("\n".join(table(rows)))
    print("\n".join(summary(rows)), end="\n\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
