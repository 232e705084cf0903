"""``[servers.NAME]``: what may be said, and what a variant changes."""

from pathlib import Path
from typing import Any

import pytest

from toolwatch.config.servers import ServerSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import ConfigError

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no way": ({}, "servers.x: give exactly one of command, url, file, python"),
    "two ways": ({"command": "a", "url": "b"}, "servers.x: give exactly one of command, url, file, python"),
    "unknown": ({"command": "a", "colour": "b"}, "servers.x.colour: unknown setting"),
    "headers for a command": (
        {"command": "a", "headers": {"A": "b"}},
        "servers.x: headers, bearer, oauth and transport go with a url",
    ),
    "two bearers": ({"url": "a", "bearer": "b", "bearer_file": "c"}, "servers.x: give bearer or bearer_file, not both"),
    "interpreter": ({"command": "a", "interpreter": "b"}, "servers.x: interpreter goes with python"),
    "half of oauth": (
        {"url": "a", "oauth": {"grant": "client_credentials", "client_id": "b"}},
        "servers.x.oauth: client_credentials needs client_id, client_secret and issuer",
    ),
    "a secret for anybody": (
        {"url": "http://h", "oauth": {"client_id": "b", "client_secret": "c"}},
        "servers.x.oauth: client_secret needs issuer, the authorization server that it is for",
    ),
    "other grant": ({"url": "a", "oauth": {"grant": "password"}}, "servers.x.oauth.grant: input should be"),
    "no surfaces": ({"url": "a", "surfaces": []}, "servers.x.surfaces: tuple should have at least 1 item"),
    "bound": ({"url": "a", "bounds": {"connect": 0}}, "servers.x.bounds.connect: input should be greater than 0"),
    "variant": (
        {"command": "a", "variants": {"b": {"headers": {"A": "c"}}}},
        "servers.x: variants.b: headers, bearer, oauth and transport go with a url",
    ),
}


@pytest.mark.parametrize(("server", "reason"), BAD.values(), ids=BAD)
def test_what_makes_no_sense_is_refused_with_its_place(server: dict[str, Any], reason: str) -> None:
    settings = Settings({"servers": {"x": server}}, file=Path("toolwatch.toml"))
    with pytest.raises(ConfigError) as raised:
        settings.check()
    assert str(raised.value).startswith(f"toolwatch.toml: {reason}")


BASE = ServerSettings.model_validate(
    {
        "command": "srv",
        "args": ["a", "b"],
        "env": {"A": "1", "B": "2"},
        "probe": False,
        "bounds": {"connect": 5},
        "variants": {
            "more": {"extra_args": ["--more"], "env": {"B": "3", "C": "4"}},
            "other": {"args": ["c"], "client": {"name": "cursor"}},
            "remote": {"url": "https://h/mcp", "headers": {"A": "b"}},
        },
    }
)


def test_a_variant_adds_and_replaces() -> None:
    more = BASE.variant("more")
    assert (more.command, more.args, more.env) == ("srv", ("a", "b", "--more"), {"A": "1", "B": "3", "C": "4"})
    assert more.probe is False
    assert more.bounds.connect == 5
    other = BASE.variant("other")
    assert (other.args, other.env, other.client and other.client.name) == (("c",), BASE.env, "cursor")


def test_a_variant_may_be_reached_otherwise() -> None:
    remote = BASE.variant("remote")
    assert (remote.url, remote.command, remote.headers) == ("https://h/mcp", None, {"A": "b"})


def test_bounds_of_a_server_stand_over_the_general_ones() -> None:
    settings = Settings(
        {
            "observe": {"bounds": {"connect": 7, "pages": 3}},
            "servers": {"x": {"command": "a", "bounds": {"connect": 9}}},
        }
    )
    limits = settings.observe.limits(settings.servers["x"].bounds)
    assert (limits.connect, limits.pages, limits.items) == (9, 3, 5000)
