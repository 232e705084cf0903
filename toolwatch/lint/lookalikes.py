"""Letters of other scripts that look like Latin ones."""

import re
import unicodedata

_CYRILLIC = dict(zip("асеорхуіјѕһԁԛԝьгпАВЕКМНОРСТХУІЈЅԌҮ", "aceopxyijshdqwbrnABEKMHOPCTXYIJSGY", strict=True))
_GREEK = dict(zip("οανρυικτΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "oavpuiktABEZHIKMNOPTYX", strict=True))
_OTHERS = {"\u0585": "o", "\u0578": "n", "\u057d": "u", "\u0570": "h", "\u0581": "g", "\u0566": "q", "\ua4f3": "O"}
"""Armenian, and one of Lisu."""
_LATIN_TOO = {"\u0251": "a", "\u0261": "g", "\u0131": "i", "\u2113": "l"}
"""Letters of Turkish, of phonetics and of formulas: by Unicode's Scripts.txt Latin, or of no script."""
_FOREIGN = {**_CYRILLIC, **_GREEK, **_OTHERS}
_ALIKE = str.maketrans({**_FOREIGN, **_LATIN_TOO})
_WIDE = "\uff21-\uff3a\uff41-\uff5a"
_STYLED = re.compile(f"[{_WIDE}\U0001d400-\U0001d7ff\u24b6-\u24e9\U0001f130-\U0001f189]")
_FEWEST = 3
"""Letters of a word with styled ones in it: fewer are a variable in a formula."""
_USES_WIDE = re.compile("(?-i:[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff])|full-?\\s?width", re.IGNORECASE)
_WIDE_WORDS = re.compile(rf"(?:[{_WIDE}]{{2,60}}\s{{1,4}}){{2}}[{_WIDE}]{{2,60}}")
_WORD = re.compile(r"[^\W\d_]{2,60}")
_LATIN = re.compile("[A-Za-z]")


def skeleton(name: str) -> str:
    """What a name looks like: lookalikes as Latin letters, styled letters as plain ones, case kept."""
    return unicodedata.normalize("NFKC", name).translate(_ALIKE)


def mixed_words(text: str) -> list[str]:
    """Words that mix Latin letters with lookalikes of another script, or that are set in styled letters.

    Full-width letters are ordinary beside Han, kana and Hangul, as long as they spell abbreviations, not sentences.
    """
    wide_is_usual = bool(_USES_WIDE.search(text)) and not _WIDE_WORDS.search(text)
    return [word for word in _WORD.findall(text) if not word.isascii() and _is_mixed(word, wide_is_usual)]


def _is_mixed(word: str, wide_is_usual: bool) -> bool:
    styled = _STYLED.findall(word)
    if styled:
        wide = all("\uff21" <= sign <= "\uff5a" for sign in styled)
        return len(_LATIN.findall(skeleton(word))) >= _FEWEST and not (wide and wide_is_usual)
    foreign = any(letter in _FOREIGN for letter in word)
    return bool(foreign and _LATIN.search(word)) and skeleton(word).isascii()
