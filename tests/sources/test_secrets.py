"""A secret stays out of everything, in whatever spelling it comes back."""

import base64
from urllib.parse import quote

import pytest

from toolwatch.config.interpolation import Expander
from toolwatch.model.listing import Coverage, InvalidEntry, Listing, Surface, SurfaceCoverage
from toolwatch.model.tool import Tool
from toolwatch.sources.secrets import Scrubber, Secret, of_command, of_mapping, of_url, shown_url, without_values

CANARY = 'canary/9f"7+3e'


@pytest.mark.parametrize(
    "spelling",
    [CANARY, quote(CANARY, safe=""), 'canary/9f\\"7+3e', base64.b64encode(CANARY.encode()).decode()],
    ids=["plain", "url", "json", "base64"],
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


@pytest.mark.parametrize(
    ("name", "value", "gone"),
    [
        ("MODE", "read-only", False),
        ("LEVEL", "info", False),
        ("API_KEY", "read-only", True),
        ("API_KEY", "short", False),
        ("AUTH_MODE", "disabled", False),
        ("KEY_LAYOUT", "colemakdh", False),
        ("AUTH_MODE", "disabled-4711", True),
        ("DB_PASSWORD", "swordfish", True),
        ("WHAT", "a1b2c3d4e5", True),
        ("TEXT", "a sentence with 2 words", False),
    ],
)
def test_a_word_of_everyday_language_may_stay_in_a_description(name: str, value: str, gone: bool) -> None:
    listing = Listing("s", (Tool.of("a", f"Runs in {value} mode."),))
    scrubbed = Scrubber([Secret(name, value)]).listing(listing)
    assert (value not in scrubbed.tools[0].description) is gone
    assert value not in Scrubber([Secret(name, value)]).message(f"level {value}")


def test_what_stands_in_a_header_is_a_secret_whatever_its_name() -> None:
    listing = Listing("s", (Tool.of("a", "Runs as swordfish."),))
    assert "swordfish" in Scrubber([Secret("WHO", "swordfish")]).listing(listing).tools[0].description
    assert "swordfish" not in Scrubber([Secret("WHO", "swordfish", sure=True)]).listing(listing).tools[0].description
    expander = Expander({"WHO": "swordfish"})
    expander.text("${WHO}", "env.WHO")
    expander.text("Basic ${WHO}", "headers.Authorization")
    assert [one.telling for one in expander.secrets] == [False, True]


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
        (["srv", "sk-abcdefghijklmnop"], "srv …"),
        (["srv", "https://u:p@h.example/x?key=abc&q=1#f"], "srv https://h.example/x?key=…&q=…"),
        (["srv", "--tokenizer-file", "a"], "srv --tokenizer-file …"),
        (["srv", "--keys"], "srv --keys"),
    ],
    ids=["flag", "equals", "header", "prefix", "url", "near", "last"],
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
