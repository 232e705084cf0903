"""Secrets go to the server they are for, and nowhere else."""

import base64
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import quote, urlsplit

from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.tool import Json, Tool

_SECRET_NAME = re.compile(
    r"token|secret|passw|credential|auth|bearer|cookie|private|(^|[_-])pat($|[_-])|key", re.IGNORECASE
)
_SURE_NAME = re.compile(
    r"token|secret|passw|credential|api.?key|private|bearer|cookie|(^|[_-])pat($|[_-])", re.IGNORECASE
)
"""Of those, the names whose values are no words of everyday language (``AUTH_MODE=disabled`` is one)."""
_SECRET_WORD = re.compile(
    r"(?i)(?:authorization:\s*)?(?:bearer|basic)\s+(.+)|authorization:\s*(.+)|((?:sk|ghp|gho|pat|xox[a-z])[-_].{12,})"
)
"""A word that is a secret by its looks: a header's value, or one of the best known token prefixes."""
_SHORTEST_IN_MESSAGES = 4
_SHORTEST_IN_LISTS = 8


def names_a_secret(name: str) -> bool:
    """Whether a variable, header or flag of that name is likely to hold a secret."""
    return _SECRET_NAME.search(name) is not None


@dataclass(frozen=True, slots=True)
class Secret:
    """A value that came from outside the configuration file, or stands there under a telling name."""

    name: str
    """What is shown in its place."""
    value: str = field(repr=False)
    sure: bool = False
    """Whether its place says that it is a credential (a header, a password), whatever its name."""

    @property
    def telling(self) -> bool:
        """Whether it is taken out of tool lists too, not only of messages: a word like ``disabled`` may stay there."""
        if len(self.value) < _SHORTEST_IN_LISTS:
            return False
        if self.sure or _SURE_NAME.search(self.name):
            return True
        return " " not in self.value and any(letter.isdigit() for letter in self.value)


class Scrubber:
    """Puts ``[NAME]`` where a secret stands, in any of the spellings in which it may come back."""

    def __init__(self, secrets: Iterable[Secret] = ()) -> None:
        self._everywhere: dict[str, str] = {}
        self._messages: dict[str, str] = {}
        for secret in secrets:
            self.add(secret)

    def add(self, secret: Secret) -> None:
        """Learn one more secret (an access token, once it is granted)."""
        for spelling in _spellings(secret.value):
            if len(spelling) >= _SHORTEST_IN_MESSAGES:
                self._messages[spelling] = f"[{secret.name}]"
            if secret.telling and len(spelling) >= _SHORTEST_IN_LISTS:
                self._everywhere[spelling] = f"[{secret.name}]"

    def message(self, text: str) -> str:
        """A message without any secret; what has the shape of a vendor's token goes too, whoever's it is."""
        from toolwatch.model.secret import redact

        return redact(_replace(text, self._messages))

    def listing(self, listing: Listing) -> Listing:
        """A listing without any secret that a server repeated."""
        listing = replace(listing, target=self.message(listing.target), coverage=self._coverage(listing.coverage))
        if not self._messages:
            return listing
        said = {
            name: self._json(getattr(listing, name))
            for name in ("instructions", "server_info", "capabilities", "prompts", "resources", "resource_templates")
        }
        tools = tuple(Tool(self._json(tool.raw)) for tool in listing.tools)
        return replace(listing, tools=tools, **said)

    def _coverage(self, coverage: Coverage) -> Coverage:
        return replace(
            coverage,
            surfaces=tuple(replace(one, refused=self.message(one.refused)) for one in coverage.surfaces),
            invalid=tuple(replace(one, raw=self._json(one.raw)) for one in coverage.invalid),
            duplicates=tuple(_replace(name, self._everywhere) for name in coverage.duplicates),
            noise=tuple(map(self.message, coverage.noise)),
            problems=tuple(map(self.message, coverage.problems)),
            failure=self.message(coverage.failure),
        )

    def _json(self, value: Json) -> Json:
        match value:
            case str():
                return _replace(value, self._everywhere)
            case list() | tuple():
                return type(value)(self._json(item) for item in value)
            case Mapping():
                return {_replace(key, self._everywhere): self._json(item) for key, item in value.items()}
            case _:
                return value


def without_values(command: Iterable[str]) -> tuple[str, ...]:
    """A command line fit for a report: values behind telling flags, and those of ``NAME=value``, as ``…``."""
    return tuple(word if secret is None else word.replace(secret, "…") for word, secret in _judged(command))


def of_command(command: Iterable[str]) -> Iterable[Secret]:
    """What on a command line is likely to be secret."""
    return (Secret("an argument", secret, sure=True) for _, secret in _judged(command) if secret)


def _judged(command: Iterable[str]) -> Iterable[tuple[str, str | None]]:
    """Each word with the part of it that is likely to be secret, or None."""
    secret_next = False
    for word in command:
        name, equals, value = word.partition("=")
        flag = word.startswith("-")
        if "://" in word:
            yield shown_url(word), None
        elif secret_next and not flag:
            yield word, word
        elif equals and value and names_a_secret(name):
            yield word, value
        elif match := _SECRET_WORD.fullmatch(word):
            yield word, match[match.lastindex or 0]
        else:
            yield word, None
        secret_next = flag and not equals and names_a_secret(word)


def shown_url(url: str) -> str:
    """A URL without user, password, fragment and the values of its query, fit for a report."""
    parts = urlsplit(url)
    query = re.sub(r"=[^&]*", "=…", parts.query)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query=query, fragment="").geturl()


def of_url(url: str) -> Iterable[Secret]:
    """What in a URL may be secret: its password, and every value of its query."""
    parts = urlsplit(url)
    if parts.password:
        yield Secret("the URL's password", parts.password, sure=True)
    for pair in filter(None, parts.query.split("&")):
        name, _, value = pair.partition("=")
        if value:
            yield Secret(f"the URL's {name}", value, sure=names_a_secret(name))


def of_mapping(values: Mapping[str, str], what: str, *, all_secret: bool = False) -> Iterable[Secret]:
    """The values of an environment or of headers whose names tell that they are secret."""
    for name, value in values.items():
        if all_secret or names_a_secret(name):
            yield Secret(f"{what} {name}", value, sure=all_secret)
            scheme, _, rest = value.partition(" ")
            if rest and scheme.lower() in ("bearer", "basic", "token"):
                yield Secret(f"{what} {name}", rest.strip(), sure=True)


def _spellings(value: str) -> set[str]:
    encoded = value.encode("utf-8", "surrogatepass")
    in_json = json.dumps(value)[1:-1]
    return {value, quote(value, safe=""), in_json, base64.b64encode(encoded).decode(), value.strip()}


def _replace(text: str, table: Mapping[str, str]) -> str:
    for secret in sorted(table, key=len, reverse=True):
        if secret in text:
            text = text.replace(secret, table[secret])
    return text
