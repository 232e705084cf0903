"""Letters of other scripts that look like Latin ones."""

import re
import unicodedata

_CYRILLIC = dict(zip("асеорхуіјѕһԁԛԝьгпАВЕКМНОРСТХУІЈЅԌҮ", "aceopxyijshdqwbrnABEKMHOPCTXYIJSGY", strict=True))
_GREEK = dict(zip("οανρυικτΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "oavpuiktABEZHIKMNOPTYX", strict=True))
_OTHERS = {"ɑ": "a", "ɡ": "g", "ı": "i", "ℓ": "l", "օ": "o", "ո": "n", "ս": "u", "հ": "h", "ց": "g", "զ": "q", "ꓳ": "O"}
_ALIKE = str.maketrans({**_CYRILLIC, **_GREEK, **_OTHERS})
_STYLED = re.compile("[\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff\u24b6-\u24e9\U0001f130-\U0001f189]")
_WORD = re.compile(r"[^\W\d_]{2,60}")
_LATIN = re.compile("[A-Za-z]")


def skeleton(name: str) -> str:
    """What a name looks like: lookalikes as Latin letters, styled letters as plain ones, case kept."""
    return unicodedata.normalize("NFKC", name).translate(_ALIKE)


def mixed_words(text: str) -> list[str]:
    """Words that mix Latin letters with lookalikes of another script, or that are set in styled letters."""
    return [word for word in _WORD.findall(text) if not word.isascii() and _is_mixed(word)]


def _is_mixed(word: str) -> bool:
    if _STYLED.search(word):
        return bool(_LATIN.search(skeleton(word)))
    foreign = [letter for letter in word if not letter.isascii() and letter.translate(_ALIKE).isascii()]
    return bool(foreign and _LATIN.search(word)) and skeleton(word).isascii()
