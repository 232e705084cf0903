import pytest

from toolwatch.model.words import stem, stems, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("getUserByID", ["get", "user", "by", "id"]),
        ("list_pull-requests.v2", ["list", "pull", "requests", "v2"]),
        ("HTTPServer", ["http", "server"]),
        ("Café crème", ["café", "crème"]),
        ("検索する", ["検索", "索す", "する"]),
        ("id検索", ["id", "検索"]),
        ("", []),
        ("--- !!", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_composed_and_decomposed_letters_are_the_same_words() -> None:
    assert words("cafe\u0301") == words("caf\u00e9")


@pytest.mark.parametrize(
    "forms",
    [
        ("file", "files"),
        ("create", "creates", "creating", "created"),
        ("copy", "copies", "copied"),
        ("stop", "stops", "stopping", "stopped"),
        ("box", "boxes"),
        ("process", "processes", "processing"),
        ("list", "lists", "listing", "listed"),
    ],
    ids=lambda forms: forms[0],
)
def test_inflections_share_a_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(("one", "other"), [("status", "state"), ("user", "use"), ("string", "str"), ("red", "ring")])
def test_other_words_keep_their_own_stem(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_stems_leave_out_stop_words() -> None:
    assert stems("Use this tool to search for the files") == ["search", "fil"]
