"""URI templates (RFC 6570): one address that a template leads to, and whether an address fits a template."""

import re

_EXPRESSION = re.compile(r"\{[^{}]*\}")
_SPELT = {
    "+": ("", ",", False),
    "#": ("#", ",", False),
    ".": (".", ".", False),
    "/": ("/", "/", False),
    ";": (";", ";", True),
    "?": ("?", "&", True),
    "&": ("&", "&", True),
}
"""By operator: what stands before the first variable, what between two, and whether their names are written."""


def expanded(template: str, value: str) -> str:
    """The address with ``value``, a plain word, for every variable."""
    return _EXPRESSION.sub(lambda found: _spelt(found[0][1:-1], value), template)


def _spelt(expression: str, value: str) -> str:
    first, between, named = _SPELT.get(expression[:1], ("", ",", False))
    names = expression[expression[:1] in _SPELT :].split(",")
    bare = [re.sub(r"\*|:\d+", "", name) for name in names]
    return first + between.join(f"{name}={value}" if named else value for name in bare)


def fits(address: str, template: str) -> bool:
    """Whether a server may take an address for one of a template's; a variable may stand for anything at all."""
    head, *rest = _EXPRESSION.split(template)
    if not rest:
        return address == template
    *middle, tail = rest
    if not address.startswith(head):
        return False
    place = len(head)
    for piece in middle:
        found = address.find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    return address.endswith(tail) and place <= len(address) - len(tail)
