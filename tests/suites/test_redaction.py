"""Personal data is replaced by stand-ins that read alike; what only looks like it stays."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.suites.redaction import Redactor, found


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("write to anna.berg@berg-mail.net please", "e-mail", "anna.berg@berg-mail.net"),
        ("it's J.O'Neil+shop@mail.co.uk.", "e-mail", "Neil+shop@mail.co.uk"),
        ("card 4111 1111 1111 1111 was charged", "card number", "4111 1111 1111 1111"),
        ("card 5500000000000004", "card number", "5500000000000004"),
        ("IBAN DE89 3704 0044 0532 0130 00", "IBAN", "DE89 3704 0044 0532 0130 00"),
        ("from 84.112.9.17 again", "IP address", "84.112.9.17"),
        ("from 2a02:8071:b5::1 again", "IP address", "2a02:8071:b5::1"),
        ("my SSN is 536-22-8876", "social security number", "536-22-8876"),
        ("call +49 170 1234567", "telephone number", "+49 170 1234567"),
        ("call 0170 123 45 67", "telephone number", "0170 123 45 67"),
        ("call (415) 555-2671", "telephone number", "(415) 555-2671"),
        ("my key sk-live-a1b2c3d4e5f6g7h8i9", "secret", "sk-live-a1b2c3d4e5f6g7h8i9"),
        ("My name is Anna-Lena Berg and", "name", "Anna-Lena Berg"),
        ("Kind regards,\nAnna Berg", "name", "Anna Berg"),
        ("Mrs. Berg ordered it", "name", "Berg"),
    ],
)
def test_what_is_replaced(text: str, kind: str, value: str) -> None:
    assert (kind, value) in list(found(text))
    redactor = Redactor()
    cleaned = redactor.clean(text)
    assert value not in cleaned
    assert list(found(cleaned)) == []
    assert redactor.clean(text) == cleaned


@pytest.mark.parametrize(
    "text",
    [
        "Order KB204417 of 2026-11-05 at 10:15, 3 pieces at 59.90",
        "article 4006381333931 in 12 x 30 x 45",
        "between 2019 and 2024 I bought 15 lamps",
        "version 1.2.3 and 10.4",
        "kim@example.com and 192.0.2.17 and +1 202 555 0143",
        "4242 4242 4242 4242",
        "tracking 00340434161094042557",
        "Thanks, that was quick",
        "my name is on the parcel",
        "#dwaynejohnson @apify/instagram-scraper",
        "https://docs.apify.com/platform/integrations/mcp",
        "12:30:45",
    ],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert Redactor().clean(text) == text


def test_the_same_value_gets_the_same_stand_in_and_others_get_others() -> None:
    redactor = Redactor()
    one, two = redactor.clean("a@b.org c@d.org a@b.org").split()[:2]
    assert redactor.clean("again a@b.org") == f"again {one}"
    assert one != two
    assert [(each.kind, each.value) for each in redactor.replaced] == [("e-mail", "a@b.org"), ("e-mail", "c@d.org")]


def test_given_words_are_replaced_as_whole_words() -> None:
    assert "Larkfield" not in Redactor(["Larkfield"]).clean("Larkfield's van")
    assert Redactor(["ann"]).clean("annual") == "annual"


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("My name is Bob Smith. Tell Bob Smith", "My name is Sam Taylor. Tell Sam Taylor"),
        ("Mrs. Berg ordered; Berg pays", "Mrs. Sam Taylor ordered; Sam Taylor pays"),
        ("My name is Bob. Bobsleigh", "My name is Sam Taylor. Bobsleigh"),
        ("Thanks, Where is it? Where?", "Thanks, Sam Taylor is it? Where?"),
        ("Mr. Bob and Mr. Ann and Ann", "Mr. Sam Taylor and Mr. Robin Novak and Robin Novak"),
    ],
)
def test_a_name_goes_without_its_cue_too(text: str, cleaned: str) -> None:
    assert Redactor().clean(text) == cleaned


@pytest.mark.parametrize(
    "secret",
    ["SG." + "a1" * 11 + "." + "b2" * 20, "npm_" + "aB3" * 12, "AIza" + "x9_-y" * 7, "postgres://app:tiger@db/shop"],
    ids=["SendGrid", "npm", "Google", "password"],
)
def test_what_lint_calls_a_credential_is_replaced(secret: str) -> None:
    redactor = Redactor()
    cleaned = redactor.clean(f"it is {secret} and")
    assert "example-secret-1" in cleaned
    assert list(found(cleaned)) == []
    assert Redactor().clean(cleaned) == cleaned


@given(st.text(alphabet="0123456789 .-+()@aAbB:", max_size=60))
@settings(deadline=None, derandomize=True, max_examples=300)
def test_cleaning_is_final(text: str) -> None:
    redactor = Redactor()
    cleaned = redactor.clean(text)
    assert Redactor().clean(cleaned) == cleaned
