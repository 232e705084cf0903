"""A client's entry as a table of toolwatch.toml: that file is committed, so what may be secret is named, not copied."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from toolwatch.config.interpolation import references
from toolwatch.config.servers import ServerSettings
from toolwatch.sources.secrets import Secret, names_a_secret, of_command

_VALUE = re.compile(
    r"(?P<scheme>(?:bearer|basic|token)\s+)?(?:\$\{(?P<name>[a-z_]\w*)(?::-[^}]*)?\}|.*)", re.IGNORECASE | re.DOTALL
)
_USER = re.compile(r"(?<=://)(?P<user>[^/?#@:\s]*)(?P<colon>:?)(?P<password>[^/?#\s]*)(?=@)")
_PAIR = re.compile(r"(?<=[?&#])(?P<name>[^=&#\s]+)=(?P<value>[^&#\s]+)")


def committable(name: str, server: ServerSettings, root: Path) -> dict[str, object]:
    """All that ``server`` sets, under the name that it gets; secrets as ``${VARIABLE}``, places below ``root``."""
    table = server.model_dump(exclude_defaults=True)
    if server.command is not None:
        command, *args = _words(name, (server.command, *(server.args or ())))
        table |= {"command": command, "args": tuple(args)}
    if server.url is not None:
        table["url"] = _url(name, server.url)
    if server.bearer is not None:
        table["bearer"] = _named(server.bearer, _variable(name, "bearer"))
    table["headers"] = {key: _named(value, _variable(name, key)) for key, value in server.headers.items()}
    table["env"] = {key: _named(value, _variable(key, case=False)) for key, value in server.env.items()}
    table |= {key: _below(root, table[key]) for key in ("cwd", "env_file") if key in table}
    return {key: value for key, value in table.items() if value not in (None, {}, ())}


def variables(value: object) -> list[str]:
    """The environment variables that a table refers to, each once, in order."""
    return list(dict.fromkeys(_references(value)))


def _references(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from references(value)
    elif isinstance(value, Mapping | list | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _references(item)


def _words(server: str, words: Iterable[str]) -> Iterator[str]:
    flag = ""
    for word in words:
        changed = _url(server, word)
        for secret in of_command((flag, changed)):
            what, equals, value = changed.partition("=")
            what = what if equals and secret.value == value else flag or "secret"
            changed = changed.replace(secret.value, _named(secret.value, _variable(server, what)))
        yield changed
        flag = word if word.startswith("-") and "=" not in word else ""


def _url(server: str, text: str) -> str:
    """A text in which the passwords, and the values of a query that may be secret, are named; any other as it is."""

    def user(match: re.Match[str]) -> str:
        if match["password"]:
            return f"{match['user']}:{_named(match['password'], _variable(server, 'password'))}"
        telling = Secret("user", match["user"]).telling
        return _named(match["user"], _variable(server, "user")) + match["colon"] if telling else match[0]

    def pair(match: re.Match[str]) -> str:
        name, value = match["name"], match["value"]
        secret = names_a_secret(name) or Secret(name, value).telling
        return f"{name}={_named(value, _variable(server, name))}" if secret else match[0]

    return _PAIR.sub(pair, _USER.sub(user, text)) if "://" in text else text


def _named(value: str, variable: str) -> str:
    """A reference in place of a value; one that is there is kept, without its default, and so is ``Bearer``."""
    match = _VALUE.fullmatch(value)
    assert match is not None, "any text matches"
    return f"{match['scheme'] or ''}${{{match['name'] or variable}}}"


def _variable(*words: str, case: bool = True) -> str:
    name = "_".join(filter(None, (re.sub(r"[^A-Za-z0-9_]+", "_", word).strip("_" if case else "") for word in words)))
    name = name if re.match("[A-Za-z_]", name) else f"_{name}"
    return name.upper() if case else name


def _below(root: Path, place: str) -> str:
    return Path(place).relative_to(root).as_posix() if Path(place).is_relative_to(root) else place
