"""Strategies: any JSON value that may come over the wire, lone surrogates, infinities and huge numbers included."""

import json
from typing import Any

from hypothesis import strategies as st

from toolwatch.model.tool import Json


def _as_parsed(text: str) -> str:
    """JSON joins a surrogate pair; a str that holds one unjoined cannot come from a parser."""
    parsed: str = json.loads(json.dumps(text))
    return parsed


texts = st.text(st.characters(), max_size=12).map(_as_parsed)
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), texts)
values: st.SearchStrategy[Json] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
objects: st.SearchStrategy[dict[str, Any]] = st.dictionaries(texts, values, max_size=5)
tools: st.SearchStrategy[dict[str, Any]] = st.builds(
    lambda known, others: {**others, **known},
    st.fixed_dictionaries(
        {"name": st.sampled_from(("a", "b", "search", "é")) | texts},
        optional={"description": texts | values, "inputSchema": values, "outputSchema": values, "annotations": objects},
    ),
    objects,
)


def reordered(value: Json) -> Json:
    """The same value with the keys of every object the other way round."""
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return [reordered(item) for item in value] if isinstance(value, list) else value
