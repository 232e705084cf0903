"""A secret stays out of everything, in whatever spelling it comes back."""

import base64
from urllib.parse import quote

import pytest

from toolwatch.config.interpolation import Expander
from toolwatch.model.listing import Coverage, InvalidEntry, Listing, Surface, SurfaceCoverage
from toolwatch.model.tool import Tool
from toolwatch.sources.secrets import (
    Reach,
    Scrubber,
    Secret,
    of_command,
    of_mapping,
    of_url,
    shown_url,
    without_values,
)

CANARY = 'canary/9f"7+3e'


@pytest.mark.parametrize(
    "spelling",
    [
        CANARY,
        quote(CANARY, safe=""),
        'canary/9f\\"7+3e',
        base64.b64encode(CANARY.encode()).decode(),
        base64.b64encode(CANARY.encode()).decode().rstrip("="),
        CANARY.encode().hex(),
    ],
    ids=["plain", "url", "json", "base64", "unpadded", "hex"],
)
def test_messages_are_scrubbed_in_every_spelling(spelling: str) -> None:
    assert Scrubber([Secret("TOKEN", CANARY)]).message(f"got {spelling} back") == "got [TOKEN] back"


def test_a_listing_is_scrubbed_everywhere() -> None:
    said = f"key {CANARY}"
    listing = Listing(
        "s",
        (Tool({"name": "a", "description": said, "inputSchema": {"enum": [said], CANARY: 1}}),),
        prompts=({"name": said},),
        resources=({"uri": said},),
        resource_templates=({"uriTemplate": said},),
        instructions=said,
        server_info={"name": said},
        capabilities={"x": {"y": said}},
        coverage=Coverage(
            surfaces=(SurfaceCoverage(Surface.PROMPTS, declared=True, listed=False, refused=said),),
            invalid=(InvalidEntry(Surface.TOOLS, 0, "x", said),),
            duplicates=(said,),
            noise=(said,),
            problems=(said,),
            failure=said,
        ),
        target=said,
    )
    assert CANARY in repr(listing).replace('\\"', '"') or "canary/9f" in repr(listing)
    assert "canary/9f" not in repr(Scrubber([Secret("API_TOKEN", CANARY)]).listing(listing))


GONE = [
    ("API_KEY", "read-only"),
    ("API_KEY", "short"),
    ("AUTH_MODE", "disabled-4711"),
    ("DB_PASSWORD", "swordfish"),
    ("DB_PASS", "swordfish-blue"),
    ("DBPASS", "production"),
    ("MYSQL_PWD", "tiger"),
    ("PASSPHRASE", "correct horse battery staple"),
    ("SENTRY_DSN", "https://4711abc@sentry.example/1"),
    ("PIN", "4711"),
    ("LICENSE", "alphabravocharlie"),
    ("WHAT", "a1b2c3d4e5"),
    ("WHAT", "a1b2"),
    ("TEXT", "a sentence with 2 words"),
    ("HOOK", "https://hooks.example/services/T0123/B4567/x8Yz7Qw6Er5T"),
    ("DATABASE_URL", "postgres://app:tiger@db/shop"),
    ("DATA_DIR", "/home/kim/shop data"),
    ("ACCOUNT", "12345678"),
    ("HOST", "db7.corp.internal"),
    ("LICENSE", "swordfish-blue7"),
    ("LICENSE", "Sword/Fish"),
    ("SMS_OTP", "48151"),
    ("DOOR", "1-2-3-4"),
]
STAY = [
    ("MODE", "read-only"),
    ("MODE", "production"),
    ("LEVEL", "info"),
    ("AUTH_MODE", "disabled"),
    ("KEY_LAYOUT", "colemakdh"),
    ("LANG", "de_AT.UTF-8"),
    ("WHERE", "de_DE.UTF-8"),
    ("TZ", "Europe/Vienna"),
    ("DEBUG", "true"),
    ("HTTP_PORT", "8080"),
    ("LIMIT", "1000000"),
    ("SINCE", "2025-06-18"),
    ("RELEASE", "v1.20.3"),
    ("WAIT", "1500ms"),
    ("CLOUD", "eu-central-1"),
    ("CLOUD", "europe-west4"),
    ("API", "https://api.example.com/v2/items"),
    ("KIND", "customers"),
    ("FIELD", "inputSchema"),
    ("STORE", "books"),
]


@pytest.mark.parametrize(("name", "value"), GONE)
def test_what_comes_from_the_environment_is_taken_out_of_a_list(name: str, value: str) -> None:
    listing = Listing("s", (Tool.of("a", f"Runs with {value}; ok."),))
    shown = Scrubber([Secret(name, value)]).listing(listing).tools[0].description
    assert shown == f"Runs with [{name}]; ok."


@pytest.mark.parametrize(("name", "value"), STAY)
def test_an_ordinary_setting_may_stay_in_a_description(name: str, value: str) -> None:
    listing = Listing("s", (Tool.of("a", f"Runs in {value} mode."),))
    assert value in Scrubber([Secret(name, value)]).listing(listing).tools[0].description
    if len(value) >= 4:
        assert value not in Scrubber([Secret(name, value)]).message(f"level {value}")


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("PIN", "4711", "order 47110 of 14711"),
        ("WHAT", "a1b2", "xa1b2 a1b2c a1b2_c"),
        ("TEAM", "alligators", "two_alligators alligatorsx"),
        ("MODE", "Production", "production servers"),
    ],
)
def test_a_value_is_not_taken_out_of_longer_words(name: str, value: str, text: str) -> None:
    listing = Listing("s", (Tool.of("a", text),))
    assert Scrubber([Secret(name, value)]).listing(listing).tools[0].description == text


@pytest.mark.parametrize(
    ("name", "value", "said", "told"),
    [
        ("PIN", "47", "pin 47", ["PIN"]),
        ("PIN", "47", "order 4711", []),
        ("PIN", "4711", "pin 4711", []),
        ("STORE", "books", "sells books", ["STORE"]),
        ("STORE", "books", "sells lamps", []),
        ("LEVEL", "info", "level info", []),
    ],
)
def test_a_value_that_is_too_short_to_be_taken_out_is_named(name: str, value: str, said: str, told: list[str]) -> None:
    listing = Scrubber([Secret(name, value)]).listing(Listing("s", (Tool.of("a", said),)))
    assert list(listing.coverage.in_clear) == told


def test_a_known_number_is_taken_out_where_it_is_no_text() -> None:
    tool = Tool({"name": "a", "inputSchema": {"default": 4711, "maximum": 1000000}})
    scrubbed = Scrubber([Secret("PIN", "4711"), Secret("LIMIT", "1000000")]).listing(Listing("s", (tool,)))
    assert scrubbed.tools[0].raw["inputSchema"] == {"default": "[PIN]", "maximum": 1000000}


def test_a_stand_in_is_not_replaced_in_turn() -> None:
    scrubber = Scrubber([Secret("API_TOKEN", "swordfish-blue"), Secret("OTHER", "API_TOKEN")])
    assert scrubber.listing(Listing("s", (Tool.of("a", "swordfish-blue"),))).tools[0].description == "[API_TOKEN]"


def test_what_is_stated_in_the_configuration_is_secret_by_its_look_or_its_place_only() -> None:
    (query,) = of_url("https://h/x?toolset=repository-search")
    listing = Listing("s", (Tool.of("a", "A repository-search."),))
    assert Scrubber([query]).listing(listing).tools[0].description == "A repository-search."
    expander = Expander({"WHO": "production"})
    expander.text("${WHO}", "env.WHO")
    expander.text("Basic ${WHO}", "headers.Authorization")
    assert [one.reach for one in expander.secrets] == [Reach.NOWHERE, Reach.ANYWHERE]


def test_a_listing_without_secrets_stays_as_it_is() -> None:
    listing = Listing("s", (Tool.of("a", "text"),), coverage=Coverage(failure="gone"))
    assert Scrubber().listing(listing) == listing


def test_a_strangers_token_in_a_message_goes_too() -> None:
    token = "ghp_" + "a1" * 18
    listing = Scrubber().listing(Listing("s", coverage=Coverage(failure=f"cannot use {token}", noise=(token,))))
    assert token not in repr(listing)
    assert listing.coverage.failure.startswith("cannot use [redacted ")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["srv", "--api-key", "abc123", "--mode", "x"], "srv --api-key … --mode x"),
        (["srv", "--token=abc123", "API_KEY=q", "MODE=x"], "srv --token=… API_KEY=… MODE=x"),
        (["srv", "--header", "Authorization: Bearer abc123"], "srv --header Authorization: Bearer …"),
        (["srv", "--header", "X-API-Key: abc123", "-H", "Accept: text"], "srv --header X-API-Key: … -H Accept: text"),
        (["srv", "sk-abcdefghijklmnop"], "srv …"),
        (["srv", "https://u:p@h.example/x?key=abc&q=1#f"], "srv https://h.example/x?key=…&q=…"),
        (["srv", "--tokenizer-file", "a"], "srv --tokenizer-file …"),
        (["srv", "--keys"], "srv --keys"),
        (
            ["srv", "--pin", "4711", "--pass", "x", "--pinned", "y", "--bypass", "z"],
            "srv --pin … --pass … --pinned y --bypass z",
        ),
    ],
    ids=["flag", "equals", "header", "another header", "prefix", "url", "near", "last", "short"],
)
def test_command_lines_are_shown_without_values(words: list[str], shown: str) -> None:
    assert " ".join(without_values(words)) == shown


def test_secrets_of_a_command_line() -> None:
    assert [one.value for one in of_command(["s", "--token", "abc", "K=v", "Bearer xyz"])] == ["abc", "xyz"]


def test_secrets_of_a_url_and_of_headers() -> None:
    assert [one.value for one in of_url("https://u:pw@h/x?key=abc&flag")] == ["pw", "abc"]
    assert [one.value for one in of_mapping({"X": "Bearer abc"}, "header", all_secret=True)] == ["Bearer abc", "abc"]
    assert [one.value for one in of_mapping({"MODE": "x", "MY_TOKEN": "y"}, "env")] == ["y"]
    assert shown_url("https://h/x") == "https://h/x"


def test_a_secret_does_not_show_itself() -> None:
    assert CANARY not in repr(Secret("TOKEN", CANARY))
