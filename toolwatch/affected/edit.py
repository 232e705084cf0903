"""What a model reads differently after an edit, tool by tool; what it does not read is no matter here."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolwatch.model.change import Change
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.tool import Json, Tool
from toolwatch.model.words import stems

SEEN = ("name", "description", "inputSchema")
"""What reaches a model of a tool; titles, annotations and output schemas are for clients."""

_SPOKEN = {"name": "name", "description": "description", "inputSchema": "parameters"}


@dataclass(frozen=True, slots=True)
class Touched:
    """One tool that a model reads differently."""

    tool: str
    how: str
    """In words that follow the tool's name: ``whose description changed``."""
    gained: frozenset[str] = frozenset()
    """Stems of the words that its text gained, all of them for a new tool."""
    lost: frozenset[str] = frozenset()
    drop: float = 0.0
    """Share of its words that it lost: of its description or of all its text, whichever lost more."""
    before: bool = True
    after: bool = True
    """Whether the list has it."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Everything that a model reads differently between two lists."""

    touched: tuple[Touched, ...] = ()
    moved: frozenset[str] = frozenset()
    """Tools that stand elsewhere among those that both lists have."""
    instructions: bool = False
    """The server's instructions, which go before every request, changed."""

    def __bool__(self) -> bool:
        return bool(self.touched or self.moved or self.instructions)


def between(before: Snapshot, after: Snapshot, changes: Sequence[Change] = ()) -> Edit:
    """Compare what a model is sent; ``changes`` tell which tools are the same under another name."""
    renamed = {change.tool: change.tool_before for change in changes if change.tool_before}
    return Edit(
        touched=tuple(_touched(_by_name(before.tools), _by_name(after.tools), renamed)),
        moved=_moved([tool.name for tool in before.tools], [tool.name for tool in after.tools]),
        instructions=(before.listing.instructions or "") != (after.listing.instructions or ""),
    )


def _by_name(tools: Sequence[Tool]) -> dict[str, list[Mapping[str, Any]]]:
    """What a model is sent under each name; a name that comes twice keeps both."""
    named: dict[str, list[Mapping[str, Any]]] = {}
    for tool in tools:
        named.setdefault(tool.name, []).append({field: tool.raw.get(field) for field in SEEN})
    return named


def _touched(
    before: Mapping[str, list[Mapping[str, Any]]],
    after: Mapping[str, list[Mapping[str, Any]]],
    renamed: Mapping[str, str],
) -> Iterator[Touched]:
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name, []), after.get(name, [])
        if old == new:
            continue
        origin = renamed.get(name, "")
        how = f"which was called {origin}" if origin and not old else _how(old, new)
        was = old or before.get(origin, [])
        had, has = _words(was), _words(new)
        gained, lost = frozenset((has - had).keys()), frozenset((had - has).keys())
        drop = max(_share_lost(had, has), _share_lost(_described(was), _described(new)))
        yield Touched(name, how, gained, lost, drop, before=bool(old), after=bool(new))


def _how(old: list[Mapping[str, Any]], new: list[Mapping[str, Any]]) -> str:
    if not old:
        return "which is new"
    if not new:
        return "which is gone"
    if len(old) != len(new):
        return "which comes in another number"
    fields = [_SPOKEN[field] for field in SEEN if any(a[field] != b[field] for a, b in zip(old, new, strict=True))]
    return f"whose {' and '.join(fields)} changed"


def _words(sent: list[Mapping[str, Any]]) -> Counter[str]:
    return Counter(stem for tool in sent for text in _texts(tool) for stem in stems(text))


def _described(sent: list[Mapping[str, Any]]) -> Counter[str]:
    return Counter(stem for tool in sent for stem in stems(str(tool["description"] or "")))


def _share_lost(had: Counter[str], has: Counter[str]) -> float:
    """Share of the different stems that are gone or rarer."""
    return len(had - has) / len(had) if had else 0.0


def _texts(value: Json) -> Iterator[str]:
    """Every text in a value, keys included: parameter names are read too."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Mapping):
            stack += [*item.keys(), *item.values()]
        elif isinstance(item, list):
            stack += item


def _moved(before: list[str], after: list[str]) -> frozenset[str]:
    """Tools that both lists have and that stand at another place among those."""
    old = [name for name in before if name in set(after)]
    new = [name for name in after if name in set(before)]
    return frozenset(name for was, name in zip(old, new, strict=False) if was != name)
