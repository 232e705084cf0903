"""From findings to a mended text: one change a finding, the whole read back before it counts."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolwatch.lint.fixes import strings
from toolwatch.lint.fixes.edits import Edit, apply, compatible
from toolwatch.lint.fixes.writing import Unwritable, Writer, swapped, writer_of
from toolwatch.lint.pointer import split
from toolwatch.lint.positions import Source
from toolwatch.lint.positions.tree import Tree, descend
from toolwatch.model.finding import Finding
from toolwatch.model.tool import Tool

TEXTS: Mapping[str, Callable[[str], str]] = {
    "TW258": strings.without_indentation,
    "TW262": strings.without_waste,
    **dict.fromkeys(("TW219", "TW220", "TW221", "TW222", "TW224"), strings.without_hidden),
}
"""By rule: what becomes of the text that it complains of."""
LISTS = frozenset(("TW113", "TW116"))
"""Rules that complain of a list entry that stands twice."""
FIXABLE = frozenset((*TEXTS, *LISTS, "TW275", "TW1028"))


@dataclass(frozen=True, slots=True)
class Mended:
    """A file's text after the changes, what was changed, and what could not be."""

    text: str
    changed: tuple[Finding, ...] = ()
    left: tuple[tuple[Finding, str], ...] = ()
    """Findings that a fix exists for and that stay, each with the reason."""


def mend(source: Source, findings: Sequence[Finding], tools: Sequence[Tool]) -> Mended:
    """Mend what ``findings`` complain of, where that is mechanical; the rest is passed over.

    Of two mends that touch the same stretch the first is made; mend the result again for the second.
    """
    wanted = [finding for finding in findings if finding.code in FIXABLE]
    if source.tree is None or source.places is None:
        return Mended(source.content, (), tuple((finding, "the file is no JSON or YAML") for finding in wanted))
    mender = _Mender(source, source.tree, writer_of(source.tree, source.content), tools)
    edits: list[Edit] = []
    changed: list[Finding] = []
    left: list[tuple[Finding, str]] = []
    for node, group in mender.by_node(wanted):
        try:
            made = list(mender.edits(node, group)) if node is not None else []
        except Unwritable as reason:
            left.extend((finding, str(reason)) for finding in group)
            continue
        if not made:
            left += [(finding, "its place in the file was not found") for finding in group]
        elif compatible(made, edits):
            edits += made
            changed += group
    text = apply(source.content, edits)
    if edits and not _reads_back(source, text):
        return Mended(source.content, (), tuple((finding, "the file would not read back") for finding in wanted))
    return Mended(text, tuple(changed), tuple(left))


class _Mender:
    """Finds nodes and writes the change that a group of findings about one of them asks for."""

    def __init__(self, source: Source, tree: Tree, writer: Writer, tools: Sequence[Tool]) -> None:
        self._source = source
        self._tree = tree
        self._writer = writer
        self._tools = tools

    def by_node(self, findings: Sequence[Finding]) -> Iterator[tuple[object | None, list[Finding]]]:
        """Findings about the same value together, in the order of the first."""
        groups: dict[tuple[int, str, bool], list[Finding]] = {}
        for finding in findings:
            place = finding.path.rpartition("/")[0] if finding.code in LISTS else finding.path
            groups.setdefault((finding.index, place, finding.code in TEXTS), []).append(finding)
        for (index, path, _), group in groups.items():
            yield self._node(index, path), group

    def edits(self, node: object, group: Sequence[Finding]) -> Iterator[Edit]:
        """The change for one value."""
        code = group[0].code
        if code in TEXTS:
            before = self._tree.text(node)
            after = before or ""
            for finding in group:
                after = TEXTS[finding.code](after)
            if before is not None and after != before:
                yield from self._writer.string(node, after)
        elif code in LISTS:
            numbers = sorted({int(finding.path.rpartition("/")[2]) for finding in group})
            if numbers[-1] < len(self._tree.members(node)):
                yield from self._writer.without(node, numbers)
        elif code == "TW275":
            yield from self._writer.with_empty_map(node, "properties")
        else:
            yield from swapped(self._tree, self._source.content, node, self._order(group[0]))

    def _order(self, finding: Finding) -> list[int]:
        """The entries of ``required`` in the order of the properties."""
        schema = self._tools[finding.index].raw
        for token in split(finding.path)[:-1]:
            schema = schema[token] if isinstance(schema, Mapping) else schema[int(token)]
        rank = {name: number for number, name in enumerate(schema["properties"])}
        names = schema["required"]
        return sorted(range(len(names)), key=lambda at: rank.get(names[at], len(rank)))

    def _node(self, index: int, path: str) -> object | None:
        tokens = split(path)
        places = self._source.places
        if index < 0 or places is None:
            followed, node, _ = descend(self._tree, self._tree.root, tokens)
            return node if followed == len(tokens) else None
        name = self._tools[index].name
        occurrence = sum(tool.name == name for tool in self._tools[:index])
        tool = places.tool(name, occurrence=occurrence, index=index)
        if tool is None:
            return None
        spelt = places.tokens(tool, tokens if name else tokens[2:])
        followed, node, _ = descend(self._tree, tool, spelt)
        return node if followed == len(spelt) else None


def _reads_back(source: Source, text: str) -> bool:
    after = Source(source.name, text)
    if source.name.endswith(".json"):
        try:
            json.loads(source.content)
        except (ValueError, RecursionError):
            return after.tree is not None
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return False
    return after.tree is not None
