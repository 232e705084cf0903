"""Puts stand-ins in the place of given texts, in any of the spellings in which they may come back."""

import base64
import json
import re
from urllib.parse import quote


class Replacing:
    """Texts and what stands in for them, put in place in one pass, so that no stand-in is replaced in turn."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._patterns: dict[str, str] = {}
        self._compiled: re.Pattern[str] | None = None

    def __bool__(self) -> bool:
        return bool(self._shown)

    def add(self, text: str, shown: str, *, whole: bool = False, joined: bool = False) -> None:
        """Replace ``text``; for ``whole`` and ``joined`` see ``whole_word``."""
        self._shown[text] = shown
        self._patterns[text] = whole_word(text, joined=joined).pattern if whole else re.escape(text)
        self._compiled = None

    def over(self, text: str) -> str:
        """``text`` with the stand-ins; of two that begin at one place the longer goes."""
        if not self._shown:
            return text
        if self._compiled is None:
            longest_first = sorted(self._patterns, key=lambda one: (-len(one), one))
            self._compiled = re.compile("|".join(self._patterns[one] for one in longest_first))
        return self._compiled.sub(lambda match: self._shown[match.group()], text)


def whole_word(text: str, *, joined: bool) -> re.Pattern[str]:
    """Finds ``text`` where no letter or digit goes on before or after it, nor an underscore unless ``joined``."""
    sign = r"[^\W_]" if joined else r"\w"
    return re.compile(rf"(?<!{sign}){re.escape(text)}(?!{sign})")


def spellings(value: str) -> set[str]:
    """The value as it stands in texts, URLs, JSON, hexadecimal and base64, padded or not."""
    encoded = value.encode("utf-8", "surrogatepass")
    in_json = json.dumps(value)[1:-1]
    in_base64 = {base64.b64encode(encoded).decode(), base64.urlsafe_b64encode(encoded).decode()}
    return {
        value,
        value.strip(),
        quote(encoded, safe=""),
        in_json,
        json.dumps(value, ensure_ascii=False)[1:-1],
        encoded.hex(),
        *in_base64,
        *(spelling.rstrip("=") for spelling in in_base64),
    }
