"""Finds tools in Python source: decorated functions, and calls that name a tool."""

import ast
from collections.abc import Iterator, Sequence


class PythonPlaces:
    """The nodes that define tools, by tool name."""

    def __init__(self, text: str) -> None:
        """Parse ``text``; nothing of it is run.

        Raises:
            ValueError: it is no Python that this interpreter reads.
        """
        try:
            tree = ast.parse(text)
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise ValueError(str(error)) from None
        self._named: dict[str, list[ast.AST]] = {}
        for node in ast.walk(tree):
            for name in _names(node):
                self._named.setdefault(name, []).append(node)

    def place(self, name: str, tokens: Sequence[str], *, occurrence: int = 0) -> tuple[int, int] | None:
        """Line and column, from 1, of a field of a tool; of the tool where the source does not tell."""
        same = self._named.get(name, [])
        if not same:
            return None
        node = same[min(occurrence, len(same) - 1)]
        inner = next(_inside(node, tokens), node)
        line = getattr(inner, "lineno", 1)
        return line, getattr(inner, "col_offset", 0) + 1


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        given = [name for one in node.decorator_list if isinstance(one, ast.Call) if (name := _given(one))]
        if node.decorator_list:
            yield given[0] if given else node.name
    elif isinstance(node, ast.Call) and _callee(node).endswith("Tool") and (name := _given(node)):
        yield name


def _given(call: ast.Call) -> str:
    """The tool name that a call states: ``name=...``, or its first argument."""
    named = [one.value for one in call.keywords if one.arg == "name"]
    first = named or call.args[:1]
    return first[0].value if first and isinstance(first[0], ast.Constant) and isinstance(first[0].value, str) else ""


def _callee(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _inside(node: ast.AST, tokens: Sequence[str]) -> Iterator[ast.AST]:
    """The nodes that hold the field, best first."""
    calls = [node] if isinstance(node, ast.Call) else getattr(node, "decorator_list", [])
    stated = (
        [word for call in calls if isinstance(call, ast.Call) for word in call.keywords if word.arg == tokens[0]]
        if tokens
        else []
    )
    yield from (word.value for word in stated)
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not tokens:
        return
    if tokens[0] == "description" and node.body and ast.get_docstring(node, clean=False) is not None:
        yield node.body[0]
    if tokens[0] == "inputSchema" and "properties" in tokens:
        wanted = tokens[tokens.index("properties") + 1 :][:1]
        arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        yield from (one for one in arguments if [one.arg] == wanted)
