"""Names that only look alike."""

import pytest

from toolwatch.lint.name_twins import is_mixed, twin_key


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        ("get_usеr", "get_user"),
        ("gеt_fіlе", "get_file"),
        ("ｇｅｔ_user", "get_user"),
        ("getꓴser", "getꓴser"),
        ("l0gin", "login"),
    ],
    ids=["one Cyrillic letter", "several", "full width", "a script that is not in the table", "zero for o"],
)
def test_twin_key(name: str, looks: str) -> None:
    assert twin_key(name) == looks


@pytest.mark.parametrize("name", ["get_usеr", "αdmin", "get\u200b_user"], ids=["Cyrillic", "Greek", "zero width"])
def test_a_mixed_name(name: str) -> None:
    assert is_mixed(name)


@pytest.mark.parametrize("name", ["größe", "get_ユーザー", "получить", "get_user", "café"])
def test_an_honest_name(name: str) -> None:
    assert not is_mixed(name)
