"""What a client does not take in a tool's input schema."""

from collections.abc import Callable, Iterator
from functools import cache

from toolwatch.lint.base import quote
from toolwatch.lint.clients.client import NO_LIMITS, Client, Verb, clients, whole
from toolwatch.lint.schema import fits, label, resolve
from toolwatch.lint.view import Node, ToolView

Found = tuple[str, Verb, str, str, str]
"""Kind, verb, path, what, effect."""

REFERENCES = frozenset(("$ref", "$defs", "definitions", "$dynamicRef"))


def troubles(view: ToolView, client: Client) -> Iterator[Found]:
    """Everything in the input schema that ``client`` refuses or strips."""
    limits = client.schema
    if limits is NO_LIMITS or not view.nodes or view.nodes[0].side != "input":
        return
    root = view.nodes[0]
    used = view.in_input.keys()
    if not used.isdisjoint(limits.root_refused):
        yield from _at_root(root, client)
    if not used.isdisjoint(limits.gates):
        yield from _keywords(view, client)
    if limits.needs_items and view.arrays_without_items:
        yield from _without_items(view, client)
    if limits.needs_properties and not isinstance(root.schema.get("properties"), dict):
        effect = "refuses the request"
        yield "properties_missing", Verb.REFUSED, root.path, "the input schema has no properties", effect
    if limits.property_pattern:
        yield from _property_names(view, client)
    for found in _checks(client.name):
        yield from found(view, client)


def _inputs(view: ToolView, keyword: str) -> list[Node]:
    return view.in_input.get(keyword, [])


def _at_root(root: Node, client: Client) -> Iterator[Found]:
    for keyword in client.schema.root_refused:
        if keyword in root.schema:
            what = f"the input schema has {keyword} at its root"
            yield "root_combinator", Verb.REFUSED, f"{root.path}/{keyword}", what, "refuses the request"


def _keywords(view: ToolView, client: Client) -> Iterator[Found]:
    for keywords, verb in ((client.schema.refused, Verb.REFUSED), (client.schema.stripped, Verb.STRIPPED)):
        places = {keyword: nodes for keyword in keywords if (nodes := _inputs(view, keyword))}
        for references in (False, True):
            mine = [keyword for keyword in places if (keyword in REFERENCES) is references]
            if not mine:
                continue
            kind = (
                "keyword_stripped"
                if verb is Verb.STRIPPED
                else "reference_refused"
                if references
                else "keyword_refused"
            )
            act = "strips them" if verb is Verb.STRIPPED else "refuses the request"
            yield (
                kind,
                verb,
                places[mine[0]][0].path,
                f"the input schema uses {', '.join(mine)}",
                f"{act}",
            )


def _without_items(view: ToolView, client: Client) -> Iterator[Found]:
    for node in view.arrays_without_items:
        what = f"{label(node)} is an array without items"
        yield "array_items_missing", Verb.REFUSED, node.path, what, "refuses the request"


def _property_names(view: ToolView, client: Client) -> Iterator[Found]:
    limits = client.schema
    allowed = whole(limits.property_pattern)
    if allowed.fullmatch(view.input_names) and len(view.input_names) <= limits.property_most:
        return
    for node in view.inputs:
        if not allowed.fullmatch(node.name) or len(node.name) > limits.property_most:
            what = f"the parameter's name {quote(node.name, 70)} has other characters than letters, digits and _"
            if allowed.fullmatch(node.name):
                what = f"the parameter's name {quote(node.name, 70)} has {len(node.name)} characters"
            yield "property_name_refused", Verb.REFUSED, node.path, what, "refuses the request"


def _without_type(view: ToolView, client: Client) -> Iterator[Found]:
    shaped = ("type", "anyOf", "$ref")
    if len(view.by_keyword.get("type", ())) == len(view.nodes):
        return
    for node in view.nodes:
        if node.side == "input" and node.depth and node.schema.keys().isdisjoint(shaped) and node.via != "$defs":
            yield (
                "type_missing",
                Verb.REFUSED,
                node.path,
                f"{label(node)} has no type",
                "refuses the request",
            )


def _undeclared_required(view: ToolView, client: Client) -> Iterator[Found]:
    for node in _inputs(view, "required"):
        names, known = node.schema["required"], node.schema.get("properties")
        if isinstance(names, list) and isinstance(known, dict):
            missing = [name for name in names if isinstance(name, str) and name not in known]
            if missing:
                what = f"{label(node)} requires {quote(missing[0], 40)}, which it does not describe"
                yield "required_undeclared", Verb.REFUSED, node.path, what, "refuses the request"


def _type_lists(view: ToolView, client: Client) -> Iterator[Found]:
    found = [node for node in _inputs(view, "type") if isinstance(node.schema["type"], list)]
    if found:
        what = f"{label(found[0])} has a list of types"
        yield "type_list_refused", Verb.REFUSED, f"{found[0].path}/type", what, "refuses the request"


def _enums_not_text(view: ToolView, client: Client) -> Iterator[Found]:
    for node in _inputs(view, "enum"):
        values = node.schema["enum"]
        if isinstance(values, list) and not all(fits(value, ("string",)) for value in values):
            what = f"enum of {label(node)} holds other values than strings"
            yield "enum_not_text", Verb.REFUSED, f"{node.path}/enum", what, "refuses the request"


def _booleans(view: ToolView, client: Client) -> Iterator[Found]:
    for one in view.booleans:
        if one.path.startswith("/inputSchema") and one.via not in ("additionalProperties", "unevaluatedProperties"):
            what = f"a boolean schema stands under {one.via or 'inputSchema'}"
            yield "boolean_schema_refused", Verb.REFUSED, one.path, what, "refuses the request"


def _recursion(view: ToolView, client: Client) -> Iterator[Found]:
    for node in _inputs(view, "$ref"):
        reference = node.schema["$ref"]
        if isinstance(reference, str) and reference.startswith("#") and _is_above(node, reference):
            what = f"{label(node)} refers to a schema that contains it"
            yield "recursion_refused", Verb.REFUSED, f"{node.path}/$ref", what, "refuses the request"


def _is_above(node: Node, reference: str) -> bool:
    top = node
    while top.parent is not None:
        top = top.parent
    found, target = resolve(top.schema, reference)
    place: Node | None = node.parent
    while found and place is not None:
        if place.schema is target:
            return True
        place = place.parent
    return False


def _objects(view: ToolView) -> Iterator[Node]:
    for node in view.nodes:
        kind = node.schema.get("type")
        is_object = kind == "object" or (isinstance(kind, list) and "object" in kind) or "properties" in node.schema
        if is_object and node.side == "input":
            yield node


def _optional(view: ToolView, client: Client) -> Iterator[Found]:
    for node in _objects(view):
        known, required = node.schema.get("properties"), node.schema.get("required")
        names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
        missing = [name for name in known if name not in names] if isinstance(known, dict) else []
        if missing:
            what = f"{label(node)} does not require {quote(missing[0], 40)}"
            more = f"{what} and {len(missing) - 1} more" if len(missing) > 1 else what
            yield (
                "strict_optional_parameter",
                Verb.REFUSED,
                node.path,
                more,
                "wants every parameter required",
            )


def _open(view: ToolView, client: Client) -> Iterator[Found]:
    for node in _objects(view):
        if node.schema.get("additionalProperties") is not False:
            what = f"{label(node)} takes other properties"
            yield (
                "strict_open_object",
                Verb.REFUSED,
                node.path,
                what,
                "wants additionalProperties false",
            )


def _formats(view: ToolView, client: Client) -> Iterator[Found]:
    for node in _inputs(view, "format"):
        used = node.schema["format"]
        if isinstance(used, str) and used not in client.schema.formats:
            what = f"{label(node)} has the format {quote(used, 40)}"
            yield "strict_format", Verb.REFUSED, f"{node.path}/format", what, "refuses the request"


def _depth(view: ToolView, client: Client) -> Iterator[Found]:
    deepest = max((node for node in view.nodes if node.side == "input"), key=_level, default=None)
    if deepest is not None and _level(deepest) > client.schema.depth:
        what = f"arguments are nested {_level(deepest)} levels deep"
        yield (
            "strict_too_deep",
            Verb.REFUSED,
            deepest.path,
            what,
            f"refuses more than {client.schema.depth}",
        )


def _level(node: Node) -> int:
    return node.depth if node.depth < 3 else sum(step in ("properties", "items") for step in node.path.split("/"))


def _count(view: ToolView, client: Client) -> Iterator[Found]:
    count = sum(bool(node.name) and node.side == "input" for node in view.nodes)
    if count > client.schema.properties:
        what = f"the input schema has {count} properties"
        effect = f"refuses more than {client.schema.properties}"
        yield "strict_too_many_properties", Verb.REFUSED, "/inputSchema", what, effect


_CHECKS = {
    "needs_type": _without_type,
    "needs_declared_required": _undeclared_required,
    "one_type": _type_lists,
    "text_enums": _enums_not_text,
    "no_booleans": _booleans,
    "no_recursion": _recursion,
    "all_required": _optional,
    "closed": _open,
    "formats": _formats,
    "depth": _depth,
    "properties": _count,
}
"""By the flag that asks for it."""


@cache
def _checks(name: str) -> tuple[Callable[[ToolView, Client], Iterator[Found]], ...]:
    """The checks that a client's flags ask for."""
    limits = clients()[name].schema
    return tuple(found for flag, found in _CHECKS.items() if getattr(limits, flag))
