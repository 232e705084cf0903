"""An offline estimate of tokens, and of how much of a prompt cache an edit leaves valid.

No tokenizer is shipped: providers use different ones, some unpublished. Text is cut where byte-pair encoders of the
GPT family cut it (words with the blank before them, camelCase humps, three digits, runs of signs), a long word counts
for more than one token, and text beyond ASCII by its bytes. Against ``o200k_base`` on 2,517 real tools (2.8 million
characters) the whole was 0.3% low, a single tool 2.4% off in the median and within 7% in nine of ten; the worst was
23% low. Against other encoders expect a constant factor, which differences and shares hardly feel.
"""

import json
import re
from collections.abc import Sequence

from toolwatch.model.tokens import TokenChange, ToolTokens
from toolwatch.model.tool import Tool

HOW = "estimated offline, without a tokenizer"

_PIECE = re.compile(
    r"[^\r\nA-Za-z0-9]?(?:[A-Z]*[a-z]+|[A-Z]+)|[0-9]{1,3}| ?[^\sA-Za-z0-9]+[\r\n/]*|\s*[\r\n]+|\s+", re.ASCII
)
_LONG = 9
"""Characters up to which a piece is mostly one token, its leading blank or sign included."""
_MORE = 4
"""Characters, or beyond ASCII bytes, to each further token."""


def of_text(text: str) -> int:
    """Estimated tokens of a text."""
    pieces = _PIECE.findall(text)
    return len(pieces) + sum(_further(piece) for piece in pieces if len(piece) > _LONG or not piece.isascii())


def sent(tool: Tool) -> str:
    """A tool as it stands in a request: name, description and input schema in compact JSON, keys in their order."""
    shown = {"name": tool.name, "description": tool.description, "inputSchema": tool.raw.get("inputSchema")}
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


def of_tool(tool: Tool) -> int:
    """Estimated tokens of a tool in a request."""
    return of_text(sent(tool))


def of_tools(tools: Sequence[Tool]) -> int:
    """Estimated tokens of a list in a request."""
    return sum(of_tool(tool) for tool in tools)


def compare(before: Sequence[Tool], after: Sequence[Tool]) -> TokenChange:
    """Sizes on both sides, and where a cached prompt prefix ends: at the first character that differs."""
    old, new = ([sent(tool) for tool in tools] for tools in (before, after))
    sizes = {text: of_text(text) for text in {*old, *new}}
    same = next((index for index, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), None)
    part = min(len(old), len(new)) if same is None else same
    kept = sum(sizes[text] for text in old[:part])
    if same is not None:
        kept += min(of_text(_shared(old[same], new[same])), sizes[old[same]])
    return TokenChange(
        before=sum(sizes[text] for text in old),
        after=sum(sizes[text] for text in new),
        tools=_tools(_by_name(before, old, sizes), _by_name(after, new, sizes)),
        kept=kept,
        first_changed=after[part].name if part < len(new) else "",
        position=part + 1 if old != new else None,
        how=HOW,
    )


def _shared(one: str, other: str) -> str:
    """What both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return one[: next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))]


def _further(piece: str) -> int:
    """Tokens of a piece beyond its first."""
    beyond = len(piece) - _LONG if piece.isascii() else len(piece.encode("utf-8", "surrogatepass")) - 1
    return -(-beyond // _MORE) if piece.isascii() else beyond // _MORE


def _by_name(tools: Sequence[Tool], texts: Sequence[str], sizes: dict[str, int]) -> dict[str, int]:
    return {tool.name: sizes[text] for tool, text in zip(tools, texts, strict=True)}


def _tools(before: dict[str, int], after: dict[str, int]) -> tuple[ToolTokens, ...]:
    pairs = (ToolTokens(name, before.get(name, 0), after.get(name, 0)) for name in sorted(before.keys() | after.keys()))
    return tuple(one for one in pairs if one.before != one.after)
