"""A stranger's text inside Markdown and XML; the rules were measured against cmark-gfm and the GitHub runner."""

import re

from toolwatch.model.inert import one_line

_LONE = re.compile("[\ufffe\uffff\ud800-\udfff]")


def span(text: str, limit: int = 0) -> str:
    """A Markdown code span that no text can leave, in a table cell or outside one."""
    line = unlogged(one_line(text, limit)).replace("|", "\\|")
    if not line:
        return "`-`"
    fence = "`" * (max((len(run) for run in re.findall("`+", line)), default=0) + 1)
    pad = " " if line[0] in "` " or line[-1] in "` " else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def plain(text: str) -> str:
    """Text on one line for XML, before its own escaping: what nobody sees or XML cannot hold is spelt out."""
    return unlogged(_LONE.sub(lambda found: f"\\u{{{ord(found.group()):x}}}", one_line(text)))


def unlogged(line: str) -> str:
    """A line of ours that quotes strangers, without the mark that the GitHub runner obeys anywhere in a line."""
    return line.replace("##[", "##\\u{5b}")
