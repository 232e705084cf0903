"""A stranger's text as these rules quote it: inert, cut, and with secrets masked."""

from toolwatch.lint import base
from toolwatch.lint.secrets import masked

_LONGEST_SECRET = 300


def quote(text: str, limit: int = 80) -> str:
    """As ``base.quote``, of a text in which no secret is whole; masked before it is cut, so that no half is left."""
    return base.quote(masked(text[: limit + _LONGEST_SECRET]), limit)
