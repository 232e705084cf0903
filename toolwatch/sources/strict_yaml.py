"""Reads YAML as if it were JSON: the same types, no words that turn into booleans or dates, nothing lost in silence."""

import re
from typing import Any

import yaml

from toolwatch.errors import ObservationError
from toolwatch.model.tool import Json
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.strict import Parsed, deeper_than

_LARGEST = 2_000_000
"""Values in a document with its aliases written out; more is an attack."""
_RESOLVERS = {
    "tag:yaml.org,2002:bool": (r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    "tag:yaml.org,2002:int": (r"^[-+]?[0-9]+$", "-+0123456789"),
    "tag:yaml.org,2002:float": (r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789"),
    "tag:yaml.org,2002:null": (r"^(?:~|null|Null|NULL|)$", "~nN\0"),
    "tag:yaml.org,2002:merge": (r"^<<$", "<"),
}


class _Loader(yaml.SafeLoader):
    """YAML 1.2's core types; ``on``, ``no`` and dates stay text, numbers stay numbers."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML's own way to be told

    losses: list[str]

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        """With every key as text, and a word on keys that stand twice."""
        self.flatten_mapping(node)
        made: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            text = key if isinstance(key, str) else str(key_node.value)
            if text in made:
                line = key_node.start_mark.line + 1
                self.losses.append(f"line {line} gives the key {text!r} a second time; the last counts")
            made[text] = self.construct_object(value_node, deep=deep)
        return made


for _tag, (_pattern, _first) in _RESOLVERS.items():
    _Loader.add_implicit_resolver(
        _tag, re.compile(_pattern), [*_first.replace("\0", ""), *([""] if "\0" in _first else [])]
    )
_Loader.add_constructor("tag:yaml.org,2002:int", lambda _, node: int(node.value))
_Loader.add_constructor("tag:yaml.org,2002:float", lambda _, node: float(node.value))


def parse_yaml(raw: bytes | str, bounds: Bounds, *, where: str) -> Parsed:
    """Parse one YAML document.

    Raises:
        ObservationError: it is no YAML, or larger than the bounds allow; the text names the line.
    """
    text = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw
    loader = _Loader(_without_forbidden(text))
    loader.losses = []
    try:
        value = loader.get_single_data()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ObservationError(f"{where}:{line}: is no YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise ObservationError(f"{where}: is no YAML: {error}") from None
    except RecursionError:
        raise ObservationError(f"{where}: nested deeper than {bounds.nesting} levels") from None
    finally:
        loader.dispose()
    try:
        size = _size(value, {})
    except RecursionError:
        raise ObservationError(f"{where}: nested deeper than {bounds.nesting} levels") from None
    if size > _LARGEST:
        raise ObservationError(f"{where}: holds more than {_LARGEST} values once its aliases are written out")
    if deeper_than(value, bounds.nesting):
        raise ObservationError(f"{where}: nested deeper than {bounds.nesting} levels")
    return Parsed(value, tuple(loader.losses))


def _without_forbidden(text: str) -> str:
    """PyYAML refuses a whole document for one control character; JSON's readers would keep it."""
    return yaml.SafeLoader.NON_PRINTABLE.sub("\ufffd", text)


def _size(value: Json, known: dict[int, int]) -> int:
    """Values in a document, an alias counted each time it is used; a document that holds itself is endless."""
    if not isinstance(value, dict | list):
        return 1
    if id(value) in known:
        return known[id(value)]
    known[id(value)] = _LARGEST + 1
    children = value.values() if isinstance(value, dict) else value
    known[id(value)] = 1 + sum(_size(child, known) for child in children)
    return known[id(value)]
