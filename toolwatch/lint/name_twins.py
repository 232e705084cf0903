"""Names that only look like another name (a small part of Unicode TR39's confusables)."""

import unicodedata

_TWINS = str.maketrans(
    {
        **dict(zip("аеорсухіјѕԁһԛԝѵкмтнвгп", "aeopcyxijsdhqwvkmthbrn", strict=True)),
        **dict(zip("АВЕЗІЈКМНОРСТХУЅ", "ABE3IJKMHOPCTXYS", strict=True)),
        **dict(zip("αοενικρτυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aoevikptuxwABEZHIKMNOPTYX", strict=True)),
        **dict(zip("օսոհցքԼՕՍ", "ouohgpLOS", strict=True)),
        **dict(zip("ıɡɩɑʋ", "igiav", strict=True)),
        "‐": "-",
        "‑": "-",
        "–": "-",
        "＿": "_",
    }
)
_DIGITS = str.maketrans("01", "ol")


def twin_key(name: str) -> str:
    """What a name looks like: accents off, look-alikes as ASCII, ``0`` and ``1`` as letters."""
    plain = unicodedata.normalize("NFKD", name.translate(_TWINS))
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return bare.translate(_TWINS).translate(_DIGITS)


def is_mixed(name: str) -> bool:
    """Whether a name has ASCII letters beside look-alikes of another script, or characters that nobody sees.

    Letters that look like no ASCII one are honest: ``größe``, ``get_ユーザー``.
    """
    return any(letter.isascii() and letter.isalpha() for letter in name) and any(
        ord(letter) in _TWINS or unicodedata.category(letter) == "Cf" for letter in name
    )
