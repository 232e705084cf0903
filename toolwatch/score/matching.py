"""Whether a value is what was expected."""

import re
from collections.abc import Mapping
from typing import Any

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call, GoldenCall

MISSING: Any = object()
"""Stands for an argument that was not given."""


def matches(matcher: Mapping[str, Json], value: Json, *, strict: bool = False) -> bool:
    """Whether ``value`` (MISSING where it was not given) satisfies a matcher, an object with one operator.

    Operators: ``equal``, ``one_of``, ``regex`` (found anywhere in a text), ``contains`` (in a text, or an item of a
    list), ``present``, ``absent``, ``any`` (given or not, whatever it is). A leading ``$`` is allowed.

    Raises:
        ValueError: the matcher is no single known operator.
    """
    if len(matcher) != 1:
        raise ValueError(f"a matcher has exactly one operator, this one has {sorted(matcher)}")
    operator, wanted = next(iter(matcher.items()))
    given = value is not MISSING
    match operator.removeprefix("$"):
        case "any":
            return True
        case "present":
            return given
        case "absent":
            return not given
        case "equal":
            return given and same(wanted, value, strict=strict)
        case "one_of":
            return given and isinstance(wanted, list) and any(same(one, value, strict=strict) for one in wanted)
        case "regex":
            return isinstance(value, str) and re.search(str(wanted), value) is not None
        case "contains":
            return _contains(value, wanted)
    raise ValueError(f"unknown operator {operator!r}")


def same(wanted: Json, value: Json, *, strict: bool = False) -> bool:
    """Deep equality. Lenient: 1 is 1.0 and texts are trimmed; strict: neither. A boolean is never a number."""
    if isinstance(wanted, bool) or isinstance(value, bool):
        return wanted is value
    if isinstance(wanted, int | float) and isinstance(value, int | float):
        return wanted == value and (not strict or type(wanted) is type(value))
    if isinstance(wanted, str) and isinstance(value, str):
        return wanted == value if strict else wanted.strip() == value.strip()
    if isinstance(wanted, list) and isinstance(value, list):
        return len(wanted) == len(value) and all(same(a, b, strict=strict) for a, b in zip(wanted, value, strict=True))
    if isinstance(wanted, dict) and isinstance(value, dict):
        return wanted.keys() == value.keys() and all(same(wanted[key], value[key], strict=strict) for key in wanted)
    return type(wanted) is type(value) and wanted == value


def right_arguments(golden: GoldenCall, call: Call, *, strict: bool = False, keys_only: bool = False) -> int:
    """How many of the golden call's arguments the call got right; 0 where they are not checked."""
    return sum(
        (name in call.arguments) if keys_only else matches(matcher, call.arguments.get(name, MISSING), strict=strict)
        for name, matcher in (golden.arguments or {}).items()
    )


def pair_up(golden: tuple[GoldenCall, ...], calls: tuple[Call, ...], *, strict: bool = False) -> dict[int, int]:
    """Pair golden calls with calls of the same tool, one to one: as many as there can be, arguments as right as can be.

    Returns indexes of ``golden`` to indexes of ``calls``. Solved exactly per tool as an assignment problem by
    successive shortest augmenting paths (the Hungarian method), so that the result does not depend on luck.
    """
    pairs: dict[int, int] = {}
    for tool in sorted({call.tool for call in golden}):
        rows = [index for index, call in enumerate(golden) if call.tool == tool]
        columns = [index for index, call in enumerate(calls) if call.tool == tool]
        gain = [[_gain(golden[row], calls[column], strict=strict) for column in columns] for row in rows]
        for row, column in _assign(gain):
            pairs[rows[row]] = columns[column]
    return pairs


def _gain(golden: GoldenCall, call: Call, *, strict: bool) -> int:
    """What a pair is worth: right arguments first, and among equals the fewest given, which is the best precision."""
    if golden.arguments is None:
        return 0
    return right_arguments(golden, call, strict=strict) * 1000 - min(len(call.arguments), 999)


def _assign(gain: list[list[int]]) -> list[tuple[int, int]]:
    """Maximum-weight assignment that uses min(rows, columns) pairs (Kuhn 1955; Munkres 1957), in O(n^2 m)."""
    if not gain or not gain[0]:
        return []
    if len(gain) > len(gain[0]):
        flipped = _assign([list(column) for column in zip(*gain, strict=True)])
        return sorted((row, column) for column, row in flipped)
    rows, columns = len(gain), len(gain[0])
    row_price, column_price = [0] * (rows + 1), [0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        _augment(row, gain, row_price, column_price, owner)
    return sorted((owner[column] - 1, column - 1) for column in range(1, columns + 1) if owner[column])


def _augment(row: int, gain: list[list[int]], row_price: list[int], column_price: list[int], owner: list[int]) -> None:
    """Give ``row`` a column along the cheapest alternating path; indexes count from 1, 0 is the free end."""
    columns = len(owner) - 1
    slack, back, done = [float("inf")] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1)
    owner[0], here = row, 0
    while owner[here]:
        done[here] = True
        step, following = float("inf"), 0
        for column in range(1, columns + 1):
            if done[column]:
                continue
            cost = -gain[owner[here] - 1][column - 1] - row_price[owner[here]] - column_price[column]
            if cost < slack[column]:
                slack[column], back[column] = cost, here
            if slack[column] < step:
                step, following = slack[column], column
        for column in range(columns + 1):
            if done[column]:
                row_price[owner[column]] += int(step)
                column_price[column] -= int(step)
            else:
                slack[column] -= step
        here = following
    while here:
        owner[here] = owner[back[here]]
        here = back[here]


def _contains(value: Json, wanted: Json) -> bool:
    if isinstance(value, str):
        return isinstance(wanted, str) and wanted in value
    return isinstance(value, list) and any(same(wanted, item) for item in value)
