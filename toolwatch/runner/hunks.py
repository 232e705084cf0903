"""An edit of a tool list, cut into the smallest pieces that can be taken or left: tool, field, sentence."""

import difflib
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from toolwatch.model.hunk import Hunk
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Json, Tool

_SENTENCE = re.compile(r".+?(?:[.!?][\"')\]]*(?=\s)|\n|\Z)\s*", re.DOTALL)
_ABSENT: Any = object()
_PROSE = ("description", "title")
_READ = ("description", "inputSchema")
"""The fields of a tool that a model is sent, beside its name."""


def hunks(before: Listing, after: Listing) -> tuple[Hunk, ...]:
    """Cut the edit into pieces, in the order of the after list; what no model is sent is left out."""
    return tuple(_walk(before, after))


def apply(before: Listing, after: Listing, chosen: Collection[Hunk]) -> Listing:
    """``before`` with the chosen pieces of the edit; all of them give ``after`` as far as a model reads it."""
    taken = frozenset(chosen)
    old, new = _by_name(before.tools), _by_name(after.tools)
    tools = {name: _merged_tool(name, old.get(name), new.get(name), taken) for name in (*old, *new)}
    kept = {name: tool for name, tool in tools.items() if tool is not None}
    order = _order(list(old), list(new), kept, Hunk("", "/order", 0, *_orders(old, new)) in taken)
    said = _merged(before.instructions or "", after.instructions or "", "", "/instructions", taken)
    return replace(before, tools=tuple(kept[name] for name in order), instructions=said or None)


def sentences(text: str) -> list[str]:
    """Text as sentences and lines, each with the white space behind it; joined they are the text."""
    return _SENTENCE.findall(text)


def _walk(before: Listing, after: Listing) -> Iterator[Hunk]:
    yield from _pieces(before.instructions or "", after.instructions or "", "", "/instructions")
    old, new = _by_name(before.tools), _by_name(after.tools)
    for name in dict.fromkeys((*new, *old)):
        if name in old and name in new:
            for field in _READ:
                yield from _pieces(_field(old[name], field), _field(new[name], field), name, f"/{field}")
        else:
            yield _whole(name, old.get(name), new.get(name))
    one, other = _orders(old, new)
    if one != other:
        yield Hunk("", "/order", 0, one, other)


def _pieces(before: Json, after: Json, tool: str, path: str) -> Iterator[Hunk]:
    if _same(before, after):
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys((*after, *before)):
            yield from _pieces(before.get(key, _ABSENT), after.get(key, _ABSENT), tool, f"{path}/{_escaped(key)}")
    elif _prose(path) and _text(before) is not None and _text(after) is not None:
        one, other = _text(before) or "", _text(after) or ""
        found = [pair for same, *pair in _aligned(one, other) if not same]
        if not found and one != other:
            # Only white space between or behind the sentences: even that moves a fragile case.
            found = [[_shown(one), _shown(other)]]
        for number, (old, new) in enumerate(found):
            yield Hunk(tool, path, number, old, new)
    else:
        yield Hunk(tool, path, 0, _shown(before), _shown(after))


def _merged(before: Json, after: Json, tool: str, path: str, taken: frozenset[Hunk]) -> Json:
    if _same(before, after):
        return after
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        parts = {
            key: _merged(before.get(key, _ABSENT), after.get(key, _ABSENT), tool, f"{path}/{_escaped(key)}", taken)
            for key in _joined_keys(list(before), list(after))
        }
        return {key: value for key, value in parts.items() if value is not _ABSENT}
    if _prose(path) and _text(before) is not None and _text(after) is not None:
        found = list(_pieces(before, after, tool, path))
        if all(hunk in taken for hunk in found):
            return after
        if not any(hunk in taken for hunk in found):
            return before
        return _rebuilt(_text(before) or "", _text(after) or "", tool, path, taken)
    return after if Hunk(tool, path, 0, _shown(before), _shown(after)) in taken else before


def _rebuilt(before: str, after: str, tool: str, path: str, taken: frozenset[Hunk]) -> str:
    text, number = "", 0
    for same, one, other in _aligned(before, after):
        if same:
            text += max(one, other, key=len)
            continue
        text += other if Hunk(tool, path, number, one, other) in taken else one
        number += 1
    # The space that ends a sentence in the middle of a text must not end the text: even that moves fragile cases.
    return text.rstrip() + after[len(after.rstrip()) :]


def _aligned(before: str, after: str) -> Iterator[tuple[bool, str, str]]:
    """The two texts in step: stretches that are the same, and pieces that differ, a sentence for a sentence."""
    old, new = sentences(before), sentences(after)
    # Compared without the space behind them, for a sentence that is added behind the last one adds a space there too.
    matcher = difflib.SequenceMatcher(None, [one.strip() for one in old], [one.strip() for one in new], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            yield True, "".join(old[a:b]), "".join(new[c:d])
            continue
        pairs = max(b - a, d - c)
        for step in range(pairs):
            yield False, "".join(old[a:b][step : step + 1]), "".join(new[c:d][step : step + 1])


def _whole(name: str, old: Tool | None, new: Tool | None) -> Hunk:
    return Hunk(name, "/", 0, old.description if old else "", new.description if new else "")


def _merged_tool(name: str, old: Tool | None, new: Tool | None, taken: frozenset[Hunk]) -> Tool | None:
    if old is None or new is None:
        return new if _whole(name, old, new) in taken else old
    raw = dict(new.raw)
    for field in _READ:
        value = _merged(_field(old, field), _field(new, field), name, f"/{field}", taken)
        raw.pop(field, None)
        if value is not _ABSENT:
            raw[field] = value
    return Tool(raw)


def _field(tool: Tool, name: str) -> Json:
    return tool.raw.get(name, _ABSENT)


def _by_name(tools: Sequence[Tool]) -> dict[str, Tool]:
    """Tools by name; of several of one name the later ones are told apart by their number."""
    found: dict[str, Tool] = {}
    for tool in tools:
        name, number = tool.name, 1
        while name in found:
            number += 1
            name = f"{tool.name}\0{number}"
        found[name] = tool
    return found


def _orders(old: Mapping[str, Tool], new: Mapping[str, Tool]) -> tuple[str, str]:
    return ", ".join(name for name in old if name in new), ", ".join(name for name in new if name in old)


def _order(old: list[str], new: list[str], kept: Collection[str], moved: bool) -> list[str]:
    """The names that are kept: those of both lists in the chosen order, each other one behind its predecessor."""
    order = [name for name in (new if moved else old) if name in old and name in new]
    for names in (old, new):
        _insert(order, names)
    return [name for name in order if name in kept]


def _insert(order: list[str], names: Sequence[str]) -> None:
    for place, name in enumerate(names):
        if name not in order:
            order.insert(order.index(names[place - 1]) + 1 if place else 0, name)


def _joined_keys(old: list[str], new: list[str]) -> list[str]:
    order = list(new)
    _insert(order, old)
    return order


def _same(before: Json, after: Json) -> bool:
    return before is after or (type(before) is type(after) and before == after)


def _prose(path: str) -> bool:
    return path == "/instructions" or path.rsplit("/", 1)[-1] in _PROSE


def _text(value: Json) -> str | None:
    return "" if value is _ABSENT else value if isinstance(value, str) else None


def _shown(value: Json) -> str:
    return "" if value is _ABSENT else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
