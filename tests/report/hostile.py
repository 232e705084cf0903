# ruff: noqa: E501
"""Strings that try to break out of a report, and reports with one in every place a stranger's text can reach."""

import random
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from tests.report.everything import EVERYTHING
from toolwatch.model.inert import mended
from toolwatch.model.release import ReleaseLine
from toolwatch.model.report import Report
from toolwatch.model.tool import Tool

SEEDS = (
    "`", "``", "```", "~~~~", "````text", "`` ` ``", "\\`", "|", "\\|", "\\\\|", "||", "a|b|c", "`|`", "$`x`$", "$$x$$",
    "\n", "\n\n", "\r\n", "\r", "\n\n# h1\n", "\n---\n", "\n===\n", "\n- [ ] task", "\n1. one", "\n> quote", "\t", "    code",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</details>", "<details open>", "<!--", "-->", "<![CDATA[", "]]>",
    "<?php ?>", "<a href='javascript:alert(1)'>x</a>", "</td></tr></table>", "</code></pre>", "</script>", "</style>", "<svg/onload=x>",
    "[x](javascript:alert(1))", "![x](https://evil.test/x.png)", "[x]: https://evil.test", "[x][y]", "<https://evil.test>",
    "https://evil.test", "www.evil.test", "evil@evil.test", "mailto:evil@evil.test", "xmpp:a@b.c", "ftp://evil.test", "http://a",
    "@octocat", "#1", "GH-1", "octo/repo#1", "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef", ":tada:", "**b**", "__b__", "*i*", "_i_",
    "~~s~~", "~s~", "[^1]", "[^1]: note", "&lt;b&gt;", "&#60;b&#62;", "&#x3c;", "&amp;", "&nbsp;", "\\<b>", "\\", "\\\\", "'", "\"",
    "''", "'a", "a'", "'<b>'", "\"`\"", "(`", "`)", "x:", "::error::boo", "::set-output name=a::b", " ::warning::x", "\n::error::x",
    "\r::error::x", "\u2028::error::x", "\x0b::error::x", "\x0c::error::x", "\x85::error::x", "##[error]x", "\n##[group]x", "a##[command]b",
    "##\n[error]", "::stop-commands::x", "::add-mask::e", "\x1b[31mred", "\x1b]8;;https://evil.test\x07x\x1b]8;;\x07", "\x1b[2J",
    "\x9b31m", "\x9d0;t\x9c", "\x90", "\x08\x08", "\x07", "\x00", "\x7f", "\u202eevil", "\u2066", "\u200b", "\u200d", "\ufeff", "\u00ad",
    "\U000e0041\U000e0042", "\ufe0f", "\ud800", "\udfff", "\uffff", "\ufffe", "\U0001f600", "é", "e\u0301", "\u0300" * 30, "漢字", "ﷺ",
    "{{ 7*7 }}", "{% raw %}", "{#", "#}", "${{ github.token }}", "$(id)", "%0A::error::x", "%25", "end", "graph TD", "subgraph", "\"]",
    "click t0 href \"https://evil.test\"", "%%{init: {}}%%", "--> x", "&quot;", "#quot;", "];;", "none", "null", "-", "--", "+", "=",
    "/", ".", "..", "../../etc/passwd", "=cmd|' /C calc'!A0", "x" * 3000, "`" * 200, "<" * 200, "[" * 200, "a b " * 300, " ", "   ",
    " `", "` ", "  x  ", "pass", "✅ toolwatch: pass", "](x)", "![", "\"onmouseover=alert(1) x=\"", "' onfocus=x '", "<b", "b>", "/>", "=>",
    "\u3000", "\xa0", "word word", "say 'it's' \"so\"", "it's", "don't 'quote' `me`", "“x”", "‘`’",
)  # fmt: skip
"""Each is an attack or an edge on its own; the strings below are made of one to five of them."""

ALPHABET = "".join(sorted({char for seed in SEEDS for char in seed if len(seed) < 12}))


def strings(count: int, *, seed: int = 20261129) -> Iterator[str]:
    """``count`` different strings, none blank: all seeds first, then combinations, then noise."""
    pick = random.Random(seed)
    for number in range(count):
        tag = f"{number:x}"
        if number < len(SEEDS):
            yield SEEDS[number] + tag
        elif number % 4:
            parts = [pick.choice(SEEDS) for _ in range(pick.randint(1, 5))]
            yield pick.choice(["", " ", "x"]).join([*parts, tag] if number % 2 else [tag, *parts])
        else:
            yield "".join(pick.choice(ALPHABET) for _ in range(pick.randint(1, 60))) + tag


def infect(value: Any, take: Callable[[], str]) -> Any:
    """``value`` with every text that a stranger may have written replaced; enums, digests and our words stay."""
    if isinstance(value, Tool):
        return Tool({"name": take(), "description": take()})
    if isinstance(value, tuple | list | frozenset):
        return type(value)(infect(item, take) for item in value)
    if isinstance(value, dict):
        return {infect(key, take): infect(item, take) for key, item in value.items()}
    if isinstance(value, ReleaseLine):
        texts = {name: mended(take())[:120] for name, old in value if isinstance(old, str) and old}
        return value.model_copy(update=texts)
    if type(value) is str:
        return take() if value else value
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            field.name: infect(getattr(value, field.name), take) for field in fields(value) if field.name not in OURS
        }
        return replace(value, **changed)
    return value


OURS = {"op"}
"""A closed set of words that happens to be plain ``str``; no stored run with another one is read."""


def report(take: Callable[[], str]) -> Report:
    """The report that uses every noun, every text replaced by what ``take`` gives."""
    infected: Report = infect(EVERYTHING, take)
    return infected
