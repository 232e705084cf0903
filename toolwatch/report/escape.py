r"""Makes a stranger's text inert for each kind of reader; every format goes through here.

What no reader would see is spelt out first (``model.inert.visible``); then each reader has its own rule, measured
against cmark-gfm, an HTML5 parser, terminals and the GitHub runner's log.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from toolwatch.model.inert import one_line, visible

_PLAIN = re.compile(r"""[("]?[A-Za-z]{1,24}(?:'[a-z]{1,2})?[)"]?[,.;:!?]?|[0-9]{1,6}[,.;:)]?|[-/=+]""")
_HEX = re.compile(r"[0-9a-fA-F]{7,}")
_QUOTED = re.compile(r"(?:'[^']+'|\"[^\"]+\"|`[^`]+`|‘[^’]+’|“[^”]+”)(?=[\s,.;:!?)]|$)[,.;:!?)]*|\S+")
_ENDS = ",.;:!?)"
_QUOTES = {"'": "'", '"': '"', "`": "`", "‘": "’", "“": "”"}
_COMMAND = re.compile(r"^((?:\s|\x1b\[[0-9;]*m)*):(?=:)", re.MULTILINE)


@lru_cache(maxsize=8192)
def code(text: str, limit: int = 0) -> str:
    """Markdown: a code span that no text can leave."""
    line = _tamed(one_line(text, limit))
    if not line:
        return '`""`'
    fence = "`" * (_longest_run(line) + 1)
    pad = " " if line[0] in "` " or line[-1] in "` " else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def cell(text: str, limit: int = 0) -> str:
    """Markdown: a code span inside a table, where a bar would end the cell."""
    return code(text, limit).replace("|", "\\|")


def block(text: str, info: str = "text") -> str:
    """Markdown: a fenced block that no text can leave; ``info`` is ours."""
    lines = [unlogged(visible(line)) for line in text.replace("\r\n", "\n").split("\n")]
    body = _tamed("\n".join(lines))
    fence = "`" * max(3, _longest_run(body) + 1)
    return f"{fence}{info}\n{body}\n{fence}"


@lru_cache(maxsize=8192)
def prose(text: str, limit: int = 0, names: frozenset[str] = frozenset()) -> str:
    """Markdown: a sentence of ours that may quote strangers; plain words stay words, all else goes into code spans.

    A quoted stretch becomes one span without its quotes, and so does each of ``names``: what strangers are known to
    be called. A first piece that would open a list or a heading at the start of a line goes into a span too.
    """
    spans: list[tuple[str, str]] = []
    for kind, piece in _pieces(one_line(text, limit), names):
        if not spans and kind == "plain" and not (piece[0].isalpha() or piece.isdigit()):
            kind = "odd"
        if spans and kind == spans[-1][0] == "odd":
            spans[-1] = ("odd", f"{spans[-1][1]} {piece}")
        else:
            spans.append((kind, piece))
    return " ".join(_span(kind, piece) for kind, piece in spans)


def _pieces(line: str, names: frozenset[str]) -> Iterator[tuple[str, str]]:
    known = _known(names)
    start = 0
    for match in _QUOTED.finditer(line):
        if match.start() < start:
            continue
        found = known.match(line, match.start()) if known else None
        if found:
            start = found.end()
            yield "name", found.group()
        else:
            yield _kind(match.group()), match.group()


@cache
def _known(names: frozenset[str]) -> re.Pattern[str] | None:
    """Known names, longest first, where they stand as words of their own; words too short to say anything are left."""
    shown = sorted({name for raw in names if len(name := one_line(raw)) > 2}, key=lambda name: (-len(name), name))
    return re.compile(rf"(?:{'|'.join(map(re.escape, shown))})[,.;:!?)]*(?!\S)") if shown else None


def _kind(piece: str) -> str:
    if _PLAIN.fullmatch(piece) and not _HEX.search(piece):
        return "plain"
    bare = piece.rstrip(_ENDS)
    return "quoted" if len(bare) > 2 and _QUOTES.get(bare[0]) == bare[-1] else "odd"


def _span(kind: str, piece: str) -> str:
    if kind == "plain":
        return piece
    bare = piece.rstrip(_ENDS)
    tail = piece[len(bare) :]
    if not bare or len(tail) > 1:
        return code(piece)
    return code(bare[1:-1] if kind == "quoted" else bare) + tail


def prose_cell(text: str, limit: int = 0, names: frozenset[str] = frozenset()) -> str:
    """``prose`` inside a table."""
    return prose(text, limit, names).replace("|", "\\|")


def mermaid(text: str, limit: int = 60) -> str:
    """A Mermaid label: all but letters, digits and a few signs as character codes."""
    line = one_line(text, limit)
    return "".join(char if char.isascii() and (char.isalnum() or char in " _-.") else f"#{ord(char)};" for char in line)


def markup(text: str) -> str:
    """HTML and XML, before their own escaping: hidden characters and those that XML cannot hold are spelt out."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(re.sub("[￾￿]", lambda char: f"\\u{{{ord(char.group()):x}}}", visible(line)) for line in lines)


def unlogged(text: str) -> str:
    """Text of which no line is a command to the GitHub runner, whatever else it holds."""
    return _COMMAND.sub(r"\1\\u{3a}", text).replace("##[", "##\\u{5b}")


def line(ours: str, text: str, limit: int = 500) -> str:
    """One line for a terminal or a log: ``ours``, then a stranger's text made inert."""
    return unlogged(ours + one_line(text, limit))


def json_text(text: str) -> str:
    """A JSON text in ASCII that no log or terminal obeys; it reads back as the same value."""
    return text.replace("##[", "#\\u0023[").replace("\x7f", "\\u007f")


def _tamed(text: str) -> str:
    """Spell long runs of backticks out: cmark knows code spans up to 80 of them, and fences up to 255."""
    return re.sub("`{33,}", lambda run: f"\\u{{60}}×{len(run.group())}", text)


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
