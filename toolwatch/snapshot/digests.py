"""Digests of tools and of tool lists.

Per tool, and for the list as a set, digests are over the meaning (see ``meaning``). The list as sent is over what a
model is sent of it: name, description and input schema of each tool, in order, text as typed. An absent description is
the same as an empty one, and an absent input schema the same as one without parameters, because provider formats spell
them differently; so the digest of a list as sent is the same in every provider's format. Key order never counts.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from toolwatch.model.snapshot import ServerDigests, ToolDigests
from toolwatch.model.tool import Tool
from toolwatch.snapshot import canonical, meaning

_ESCAPE = re.compile(r"\\[fnrtu]")
_NO_PARAMETERS = frozenset({"null", "{}", '{"type":"object"}'})
_EMPTY_SCHEMA = '{"properties":{},"type":"object"}'

Spelt = Mapping[str, str]
"""The canonical spelling of each top-level field of a tool, null ones left out."""


def of_tool(tool: Tool) -> ToolDigests:
    """The digests of one tool; a field that is absent or null has the digest of null."""
    return _digests(tool.raw, _spell(tool.raw))


def of_tools(tools: Sequence[Tool]) -> tuple[ServerDigests, tuple[ToolDigests, ...]]:
    """The digests of a list, and those of its tools in its order."""
    spelt = [_spell(tool.raw) for tool in tools]
    each = tuple(_digests(tool.raw, own) for tool, own in zip(tools, spelt, strict=True))
    return ServerDigests(as_set=as_set(one.whole for one in each), as_sent=_as_sent(spelt)), each


def as_set(wholes: Iterable[str]) -> str:
    """The order-free digest of a list whose tools have the whole digests ``wholes``; a tool sent twice counts twice."""
    return canonical.digest(sorted(wholes))


def as_sent(tools: Iterable[Mapping[str, Any]]) -> str:
    """The digest of a list as a model is sent it; ``tools`` are raw MCP tools in order."""
    return _as_sent(_spell(tool) for tool in tools)


def _spell(raw: Mapping[str, Any]) -> Spelt:
    return {name: canonical.encode(value) for name, value in raw.items() if value is not None}


def _as_sent(tools: Iterable[Spelt]) -> str:
    return canonical.digest_text("[" + ",".join(_sent(spelt) for spelt in tools) + "]")


def _sent(spelt: Spelt) -> str:
    schema = spelt.get("inputSchema", "null")
    parts = (
        spelt.get("name", "null"),
        spelt.get("description", '""'),
        _EMPTY_SCHEMA if schema in _NO_PARAMETERS else schema,
    )
    return "[" + ",".join(parts) + "]"


def _digests(raw: Mapping[str, Any], spelt: Spelt) -> ToolDigests:
    meant = {
        name: canonical.encode(meaning.of_field(name, raw[name])) if _may_be_retyped(text) else text
        for name, text in spelt.items()
    }
    whole = "{" + ",".join(f"{_key(name)}:{meant[name]}" for name in sorted(meant)) + "}"
    return ToolDigests(
        name=_field(meant, "name"),
        description=_field(meant, "description"),
        input_schema=_field(meant, "inputSchema"),
        output_schema=_field(meant, "outputSchema"),
        annotations=_field(meant, "annotations"),
        whole=canonical.digest_text(whole),
    )


def _may_be_retyped(text: str) -> bool:
    """Whether a canonical spelling holds anything that prose in its normal form cannot hold."""
    return "  " in text or '" ' in text or ' "' in text or ("\\" in text and _ESCAPE.search(text) is not None)


def _field(spelt: Spelt, name: str) -> str:
    return canonical.digest_text(spelt[name]) if name in spelt else _ABSENT


_key = lru_cache(maxsize=256)(canonical.encode)
_ABSENT = canonical.digest(None)
