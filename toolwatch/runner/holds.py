"""How large a call may turn out that has not been made yet."""

from dataclasses import dataclass

from toolwatch.model.trial import Ask

_FRAME = 1_024
"""Tokens that a provider's own template may add to a request (Anthropic's tool prompt is the largest known)."""
_SEAM = 32
"""Tokens by which two requests with the same beginning may differ besides their messages' own text."""


@dataclass(frozen=True, slots=True)
class Hold:
    """What one call under way may cost at most."""

    tokens_in: int
    tokens_out: int
    calls: int = 1


FREE = Hold(0, 0, 0)


class Sizes:
    """An upper bound on the tokens of a call that has not been made yet.

    A token is at least one byte of text, so a request has at most as many tokens as bytes, and what the provider's
    template adds. Once one answer for the same tools has told its count, only the messages are unknown.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], int] = {}
        self._lists: dict[int, object] = {}
        self._bytes: dict[int, int] = {}

    def hold(self, ask: Ask, most_out: int, *, calls: int = 1) -> Hold:
        """What the call may cost at most."""
        known = self._known.get((id(ask.tools), ask.system))
        if known is not None:
            return Hold(known + _said(ask) + _SEAM, most_out, calls)
        return Hold(
            self._listed(ask) + len(ask.system.encode("utf-8", "replace")) + _said(ask) + _FRAME, most_out, calls
        )

    def learn(self, ask: Ask, tokens_in: int) -> None:
        """Remember what a call of this list turned out to cost."""
        if tokens_in:
            place = (id(ask.tools), ask.system)
            self._known[place] = min(tokens_in, self._known.get(place, tokens_in))
            self._lists[id(ask.tools)] = ask.tools

    def _listed(self, ask: Ask) -> int:
        if id(ask.tools) not in self._bytes:
            self._bytes[id(ask.tools)] = sum(len(str(tool.raw).encode("utf-8", "replace")) for tool in ask.tools)
            self._lists[id(ask.tools)] = ask.tools
        return self._bytes[id(ask.tools)]


def _said(ask: Ask) -> int:
    return sum(
        len(f"{turn.role}{turn.content}{turn.tool}{turn.arguments}".encode("utf-8", "replace")) for turn in ask.messages
    )
