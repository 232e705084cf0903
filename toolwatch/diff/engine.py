"""Two snapshots become changes: tools are paired, rules look at each pair, and schemas are judged with proofs."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from toolwatch import registry
from toolwatch.diff.base import CompatRule, CovenantRule, Rule, ServerPair, ServerRule, ToolPair, ToolRule
from toolwatch.diff.change import change_of, ordered
from toolwatch.diff.judge import judge
from toolwatch.diff.matching import match
from toolwatch.diff.net import unclaimed_fields
from toolwatch.diff.schema.documents import Document, deep_hash
from toolwatch.diff.volatile import settled
from toolwatch.model.change import Change, Compat, Side
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.tool import Json, Schema

GROUP = "toolwatch.compat"


@cache
def rules() -> Mapping[str, type[Rule]]:
    """Every rule by its code."""
    return registry.load("toolwatch.diff.rules", Rule, key="code", group=GROUP)


def compare(before: Snapshot, after: Snapshot) -> tuple[Change, ...]:
    """Everything that differs between two snapshots of one server, sorted; the same input gives the same changes."""
    before, after = settled(before, after)
    pair = match(before, after)
    changes = [*_server(pair), *(change for tools in pair.tools for change in _tool(pair, tools))]
    found = ordered(changes)
    return ordered((*found, *_covenants(pair, found)))


def _of_kind(kind: type[Rule]) -> list[Rule]:
    return [rule() for rule in rules().values() if issubclass(rule, kind)]


def _server(pair: ServerPair) -> Iterator[Change]:
    for rule in _of_kind(ServerRule):
        assert isinstance(rule, ServerRule)
        for difference in rule.compare(pair):
            yield change_of(rule, difference, pair.after.server, rule.compat, rule.side, difference.tool)


def _covenants(pair: ServerPair, changes: tuple[Change, ...]) -> Iterator[Change]:
    for rule in _of_kind(CovenantRule):
        assert isinstance(rule, CovenantRule)
        for difference in rule.compare(pair, changes):
            yield change_of(rule, difference, pair.after.server, rule.compat, Side.SERVER, "")


def _tool(pair: ServerPair, tools: ToolPair) -> Iterator[Change]:
    if _same(pair, tools):
        return
    server, name = pair.after.server, tools.after.name
    for rule in _of_kind(ToolRule):
        assert isinstance(rule, ToolRule)
        for difference in rule.compare(tools):
            yield change_of(rule, difference, server, rule.compat, rule.side, name)
    claimed = {field for rule in _of_kind(ToolRule) if isinstance(rule, ToolRule) for field in rule.fields}
    net = rules()["TW300"]()
    for difference in unclaimed_fields(tools, claimed):
        yield change_of(net, difference, server, Compat.UNCLEAR, Side.TOOL, name)
    yield from _schemas(server, tools)


def _same(pair: ServerPair, tools: ToolPair) -> bool:
    """Whether a tool is unchanged to the letter; digests settle it early where they differ, and tell 1 from true."""
    own, other = pair.before.tool_digests.get(tools.before.name), pair.after.tool_digests.get(tools.after.name)
    if own is not None and other is not None and own.whole != other.whole:
        return False
    if own is not None and other is not None and _equal(tools.before.raw, tools.after.raw):
        return True
    return deep_hash(dict(tools.before.raw)) == deep_hash(dict(tools.after.raw))


def _equal(before: Json, after: Json) -> bool:
    """Python's own comparison, which is fast, takes ``1`` for ``true``, and cannot look at any depth."""
    try:
        return bool(before == after)
    except RecursionError:
        return False


def _schemas(server: str, tools: ToolPair) -> Iterator[Change]:
    sides: list[tuple[Side, str, Schema | None, Schema | None]] = [
        (Side.INPUT, "/inputSchema", tools.before.input_schema, tools.after.input_schema),
        (Side.OUTPUT, "/outputSchema", tools.before.output_schema, tools.after.output_schema),
    ]
    schema_rules = [rule for rule in _of_kind(CompatRule) if isinstance(rule, CompatRule)]
    for side, path, before, after in sides:
        if before is None or after is None or _alike(before, after):
            continue
        for rule, difference, compat, witness in judge(Document.of(before), Document.of(after), side, schema_rules):
            yield change_of(rule, difference, server, compat, side, tools.after.name, witness=witness, base=path)


def _alike(before: Schema, after: Schema) -> bool:
    return deep_hash(before) == deep_hash(after)


def manual(code: str) -> str:
    """The docstring of a rule, which is its manual."""
    return (rules()[code].__doc__ or "").strip()


def all_codes() -> Iterable[str]:
    """Every code of this room, sorted."""
    return rules().keys()
