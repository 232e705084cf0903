"""Finds the line of every value in a JSON or YAML text."""

from collections.abc import Mapping
from typing import Any

import yaml

Place = tuple[str | int, ...]
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BLANK = {ord(sign): " " for sign in "\t\x85\u2028\u2029"}
_MOST = 500_000
_DEEPEST = 100
"""Levels. A YAML document may hold itself."""


def places_of(text: str) -> Mapping[Place, tuple[int, int]]:
    """Line and column of every value by its place; empty where the text cannot be taken apart.

    JSON is read as YAML, which keeps the marks that ``json`` throws away; a tab is blank space in JSON alone, and YAML
    ends lines where editors do not.
    """
    loader = _LOADER(text.translate(_BLANK))
    try:
        node = loader.get_single_node()
    except (yaml.YAMLError, RecursionError):
        return {}
    finally:
        loader.dispose()
    places: dict[Place, tuple[int, int]] = {}
    waiting: list[tuple[Place, yaml.Node]] = [((), node)] if node is not None else []
    while waiting and len(places) < _MOST:
        place, value = waiting.pop()
        if len(place) > _DEEPEST:
            continue
        places[place] = (value.start_mark.line + 1, value.start_mark.column + 1)
        if isinstance(value, yaml.MappingNode):
            waiting += [((*place, key.value), child) for key, child in value.value if isinstance(key.value, str)]
        elif isinstance(value, yaml.SequenceNode):
            waiting += [((*place, index), child) for index, child in enumerate(value.value)]
    return places
