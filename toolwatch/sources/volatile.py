"""Which stretches of text differ between two starts of the same server."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from toolwatch.model.listing import Listing
from toolwatch.model.snapshot import Volatile
from toolwatch.model.tool import Json

Span = tuple[int, int]

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_WORD = re.compile(r"\w+")
_ITEM = r"[\w./:+~@-]*[\w/+~@-]"
_LIST_BEFORE = re.compile(rf"(?:{_ITEM}['\"]?\s*[,|]\s*['\"]?)+$")
_LIST_AFTER = re.compile(rf"^(?:['\"]?\s*[,|]\s*['\"]?{_ITEM})+")
_MOST = 40
"""Differences that one list in another order may make."""
_NEAR = 12
"""Characters between two stretches below which they are taken for one."""
_SHAPE_WIDTH = 120


def compare(first: Listing, others: Sequence[Listing]) -> tuple[Volatile, ...]:
    """The volatile stretches of ``first``, sorted; what differs in more than the text of a string is none."""
    there = dict(_strings(first))
    elsewhere = [dict(_strings(other)) for other in others]
    found: list[Volatile] = []
    for path, text in sorted(there.items()):
        samples = [strings[path] for strings in elsewhere if strings.get(path, text) != text]
        if samples:
            spans = spans_of(text, samples)
            groups = _groups(text, spans, samples[0])
            found += [
                Volatile(path, start, end, (_shape(text[start:end]), _shape(group)))
                for (start, end), group in zip(spans, groups, strict=True)
            ]
    return tuple(found)


def spans_of(text: str, samples: Sequence[str]) -> list[Span]:
    """Stretches of ``text``, the text around which is the same in every sample."""
    spans = _merged([span for sample in samples for span in _differing(text, sample)], text)
    if all(_template(text, spans).fullmatch(sample) for sample in samples):
        return spans
    start = min(_common(text, sample) for sample in samples)
    tail = min(min(_common(text[::-1], sample[::-1]), min(len(text), len(sample)) - start) for sample in samples)
    return [(start, len(text) - tail)]


def _differing(text: str, sample: str) -> Iterator[Span]:
    mine, other = _TOKEN.findall(text), _TOKEN.findall(sample)
    offsets = [0]
    for token in mine:
        offsets.append(offsets[-1] + len(token))
    matcher = SequenceMatcher(None, mine, other, autojunk=False)
    blocks = [block for block in matcher.get_opcodes() if block[0] != "equal"]
    spans = [(offsets[start], offsets[end]) for _, start, end, _, _ in blocks]
    first = 0
    while first < len(blocks):
        last = _end_of_shuffle(text, spans, [other[blocks[first][3] : block[4]] for block in blocks], first)
        if last is None:
            yield spans[first]
            first += 1
        else:
            yield _whole_list(text, (spans[first][0], spans[last][1]))
            first = last + 1


def _end_of_shuffle(text: str, spans: Sequence[Span], theirs: Sequence[Sequence[str]], first: int) -> int | None:
    """The last of the differences that, from ``first`` on, are one list in another order; None where they are not."""
    for last in range(min(len(spans), first + _MOST) - 1, first - 1, -1):
        if _is_shuffled(text[spans[first][0] : spans[last][1]], "".join(theirs[last])):
            return last
    return None


def _is_shuffled(mine: str, theirs: str) -> bool:
    """Whether the same words stand in another order: a set that was written out."""
    words = _WORD.findall(mine)
    return len(words) > 1 and sorted(words) == sorted(_WORD.findall(theirs))


def _whole_list(text: str, span: Span) -> Span:
    """The span with the neighbouring items of the same list, which stood in place by chance."""
    before = _LIST_BEFORE.search(text[: span[0]])
    after = _LIST_AFTER.match(text[span[1] :])
    return (before.start() if before else span[0], span[1] + (after.end() if after else 0))


def _merged(spans: Iterable[Span], text: str) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and (start <= merged[-1][1] or _belong_together(text[merged[-1][1] : start])):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _belong_together(between: str) -> bool:
    return len(between) <= _NEAR and not re.search(r"\s", between)


def _template(text: str, spans: Sequence[Span]) -> re.Pattern[str]:
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    pieces = [re.escape(text[edges[i] : edges[i + 1]]) for i in range(0, len(edges), 2)]
    return re.compile("(.*?)".join(pieces), re.DOTALL)


def _groups(text: str, spans: Sequence[Span], sample: str) -> tuple[str, ...]:
    match = _template(text, spans).fullmatch(sample)
    assert match is not None
    return match.groups()


def _common(first: str, second: str) -> int:
    length = 0
    for mine, other in zip(first, second, strict=False):
        if mine != other:
            break
        length += 1
    return length


def _shape(text: str) -> str:
    shape = "".join("a" if letter.isalpha() else "0" if letter.isdigit() else letter for letter in text)
    return shape[:_SHAPE_WIDTH]


def _strings(listing: Listing) -> Iterator[tuple[str, str]]:
    """Every string of the tools and the instructions by its pointer; of tools that share a name, the first's."""
    if listing.instructions is not None:
        yield "/instructions", listing.instructions
    for name in dict.fromkeys(tool.name for tool in listing.tools):
        tool = listing.tool(name)
        assert tool is not None
        yield from _below(f"/tools/{_escaped(name)}", tool.raw)


def _below(path: str, value: Json) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _below(f"{path}/{_escaped(key)}", item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _below(f"{path}/{index}", item)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
