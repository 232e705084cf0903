"""What can be read of an MCP server's tools in Python source, without running it."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.model.tool import Json

_SIMPLE: dict[str, dict[str, Any]] = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "dict": {"type": "object"},
    "list": {"type": "array"},
    "tuple": {"type": "array"},
    "set": {"type": "array", "uniqueItems": True},
    "None": {"type": "null"},
}
_CONTAINERS = ("list", "List", "Sequence", "Iterable", "tuple", "Tuple", "set", "Set", "frozenset")
_SKIPPED = ("Context", "self", "cls")
_SERVERS = ("FastMCP", "MCPServer", "Server")
_UNREADABLE = object()


def tools_of(text: str) -> list[dict[str, Any]]:
    """The tools of a Python file in the order of the source.

    Raises:
        SyntaxError: it is no Python.
    """
    nodes = sorted(ast.walk(ast.parse(text)), key=lambda node: getattr(node, "lineno", 0))
    return [tool for node in nodes for tool in _of_node(node)]


def server_info(text: str) -> dict[str, str]:
    """The name that the first server of the file is given, where it is a literal."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and _last(node.func) in _SERVERS:
            name = _literal(node.args[0]) if node.args else _keyword(node, "name")
            return {"name": name} if isinstance(name, str) else {}
    return {}


def _of_node(node: ast.AST) -> Iterator[dict[str, Any]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for decorator in node.decorator_list:
            call = decorator if isinstance(decorator, ast.Call) else None
            if _last(call.func if call else decorator) == "tool":
                yield _decorated(node, call)
    elif isinstance(node, ast.Call) and _last(node.func) == "Tool":
        given = {word.arg: _literal(word.value) for word in node.keywords if word.arg}
        renamed = {"input_schema": "inputSchema", "output_schema": "outputSchema"}
        tool = {renamed.get(key, key): value for key, value in given.items() if value is not _UNREADABLE}
        if isinstance(tool.get("name"), str):
            yield tool


def _decorated(node: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call | None) -> dict[str, Any]:
    name = _keyword(call, "name") if call else None
    if not isinstance(name, str) and call and call.args:
        name = _literal(call.args[0])
    description = _keyword(call, "description") if call else None
    title = _keyword(call, "title") if call else None
    tool: dict[str, Any] = {"name": name if isinstance(name, str) else node.name}
    if isinstance(title, str):
        tool["title"] = title
    text = description if isinstance(description, str) else ast.get_docstring(node)
    if text is not None:
        tool["description"] = text
    return {**tool, "inputSchema": _schema(node.args)}


def _schema(arguments: ast.arguments) -> dict[str, Any]:
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults)) + [*arguments.defaults]
    pairs = [*zip(positional, defaults, strict=True), *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    properties: dict[str, Any] = {}
    required: list[str] = []
    for argument, default in pairs:
        if argument.arg in _SKIPPED or _is_context(argument.annotation):
            continue
        schema, has_default = _property(argument.annotation, default)
        properties[argument.arg] = schema
        if not has_default:
            required.append(argument.arg)
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


def _is_context(annotation: ast.expr | None) -> bool:
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return annotation is not None and _last(annotation) == "Context"


def _property(annotation: ast.expr | None, default: ast.expr | None) -> tuple[dict[str, Any], bool]:
    schema = _type(annotation)
    if isinstance(default, ast.Call) and _last(default.func) == "Field":
        schema |= _field(default)
        default = (
            default.args[0]
            if default.args
            else next((word.value for word in default.keywords if word.arg == "default"), None)
        )
    if default is None or (isinstance(default, ast.Constant) and default.value is ...):
        return schema, False
    value = _literal(default)
    return (schema if value is _UNREADABLE else {**schema, "default": value}), True


def _type(annotation: ast.expr | None) -> dict[str, Any]:
    match annotation:
        case ast.Constant(value=None):
            return dict(_SIMPLE["None"])
        case ast.Constant(value=str() as text):
            return _quoted(text)
        case ast.BinOp(op=ast.BitOr()):
            return _any_of([annotation.left, annotation.right])
        case ast.Subscript():
            return _subscript(annotation)
        case ast.Name() | ast.Attribute():
            return dict(_SIMPLE.get(_last(annotation), {}))
        case _:
            return {}


def _quoted(text: str) -> dict[str, Any]:
    """The type of an annotation that is written as text."""
    try:
        return _type(ast.parse(text, mode="eval").body)
    except SyntaxError:
        return {}


def _subscript(annotation: ast.Subscript) -> dict[str, Any]:
    name = _last(annotation.value)
    inner = [*annotation.slice.elts] if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if name == "Literal":
        return {"enum": [value for item in inner if (value := _literal(item)) is not _UNREADABLE]}
    if name == "Annotated":
        schema = _type(inner[0])
        for item in inner[1:]:
            schema |= _field(item) if isinstance(item, ast.Call) else _described(_literal(item))
        return schema
    if name == "Optional":
        return _any_of([inner[0], ast.Constant(None)])
    if name == "Union":
        return _any_of(inner)
    if name in _CONTAINERS:
        items = _type(inner[0])
        return {"type": "array", **({"items": items} if items else {})}
    return {"type": "object"} if name in ("dict", "Dict", "Mapping") else {}


def _any_of(parts: list[ast.expr]) -> dict[str, Any]:
    return {"anyOf": [_type(part) for part in parts]}


def _field(call: ast.Call) -> dict[str, Any]:
    """The keywords of pydantic's ``Field`` that have a counterpart in JSON Schema."""
    names = {
        "description": "description",
        "title": "title",
        "ge": "minimum",
        "le": "maximum",
        "gt": "exclusiveMinimum",
        "lt": "exclusiveMaximum",
        "min_length": "minLength",
        "max_length": "maxLength",
        "pattern": "pattern",
    }
    given = {word.arg: _literal(word.value) for word in call.keywords if word.arg in names}
    return {names[key]: value for key, value in given.items() if key and value is not _UNREADABLE}


def _described(text: Json) -> dict[str, Any]:
    return {"description": text} if isinstance(text, str) else {}


def _keyword(call: ast.Call, name: str) -> Json:
    return next((_literal(word.value) for word in call.keywords if word.arg == name), None)


def _literal(node: ast.expr) -> Json:
    """The value of a literal expression; ``_UNREADABLE`` for anything that would have to be run."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return _UNREADABLE
    return value if _is_json(value) else _UNREADABLE


def _is_json(value: Json) -> bool:
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and _is_json(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(_is_json, value))
    return value is None or isinstance(value, str | int | float)


def _last(node: ast.expr) -> str:
    """The last part of a dotted name, or an empty string."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
