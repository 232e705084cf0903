"""Which tools of two lists belong together: by name, and by likeness where a name is gone."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from toolwatch.diff.base import ServerPair, ToolPair
from toolwatch.diff.properties import overlap
from toolwatch.diff.schema.values import identity
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.tool import Tool

SURE = 0.6
"""The least score at which a tool counts as renamed."""

NEAREST = 12
"""New tools that each lost one is compared with; they are found by the words and parameters they share."""


def match(before: Snapshot, after: Snapshot) -> ServerPair:
    """Pair the tools of two snapshots; of tools that share a name the last counts, as in the digests."""
    own = {tool.name: tool for tool in before.tools}
    other = {tool.name: tool for tool in after.tools}
    gone = [own[name] for name in sorted(own.keys() - other.keys())]
    new = [other[name] for name in sorted(other.keys() - own.keys())]
    renamed = renames(gone, new)
    origin = {name: (own[old], score) for old, (name, score) in renamed.items()}
    pairs = []
    for name, tool in other.items():
        if name in own:
            pairs.append(ToolPair(own[name], tool))
        elif name in origin:
            pairs.append(ToolPair(origin[name][0], tool, origin[name][1]))
    return ServerPair(
        before,
        after,
        tuple(pairs),
        tuple(tool for tool in new if tool.name not in origin),
        tuple(tool for tool in gone if tool.name not in renamed),
    )


def orders(pair: ServerPair) -> tuple[list[str], list[str]]:
    """The tools that both lists have in the order of each, by their names in the after list."""
    called = {tools.before.name: tools.after.name for tools in pair.tools}
    names = {tools.after.name for tools in pair.tools}
    before = dict.fromkeys(called[tool.name] for tool in pair.before.tools if tool.name in called)
    after = dict.fromkeys(tool.name for tool in pair.after.tools if tool.name in names)
    return list(before), list(after)


def renames(gone: Sequence[Tool], new: Sequence[Tool]) -> Mapping[str, tuple[str, float]]:
    """Old name to new name and score, best pairs first, each tool once."""
    found: dict[str, tuple[str, float]] = {}
    taken: set[str] = set()
    for score, old, name in sorted(_scores(gone, new), key=lambda one: (-one[0], one[1], one[2])):
        if score >= SURE and old not in found and name not in taken:
            found[old] = (name, round(score, 2))
            taken.add(name)
    return found


def _scores(gone: Sequence[Tool], new: Sequence[Tool]) -> Iterator[tuple[float, str, str]]:
    holders: dict[str, list[int]] = defaultdict(list)
    for index, tool in enumerate(new):
        for mark in _marks(tool):
            holders[mark].append(index)
    for tool in gone:
        shared: dict[int, float] = defaultdict(float)
        for mark in _marks(tool):
            if len(holders.get(mark, ())) <= 200:
                for index in holders.get(mark, ()):
                    shared[index] += 1 / len(holders[mark])
        for index in sorted(shared, key=lambda one: (-shared[one], new[one].name))[:NEAREST]:
            yield likeness(tool, new[index]), tool.name, new[index].name


def _marks(tool: Tool) -> set[str]:
    words = {f"word {word}" for word in tool.description.lower().split()}
    return words | {f"parameter {name}" for name in tool.parameters} | {f"text {tool.description}"}


def likeness(before: Tool, after: Tool) -> float:
    """How alike two tools of different names are, from 0 to 1: text, parameters, name."""
    text = overlap(before.description, after.description) if before.description and after.description else 0.0
    own, other = before.parameters, after.parameters
    same = [name for name in own if name in other]
    names = len(same) / len({*own, *other}) if own or other else 0.5
    shapes = sum(identity(own[name]) == identity(other[name]) for name in same) / len(same) if same else names
    called = SequenceMatcher(None, before.name.lower(), after.name.lower(), autojunk=False).ratio()
    return 0.5 * text + 0.2 * names + 0.1 * shapes + 0.2 * called
