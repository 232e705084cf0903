"""The text of a rule's docstring, as Markdown."""

from inspect import cleandoc

from toolwatch.lint.base import Rule


def manual(rule: type[Rule]) -> str:
    """The whole docstring, unindented."""
    return cleandoc(rule.__doc__ or "")


def summary(rule: type[Rule]) -> str:
    """Its first line, without the full stop."""
    return manual(rule).partition("\n")[0].rstrip(".")
