"""Secrets go to the server they are for, and nowhere else."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from urllib.parse import urlsplit

from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.tool import Json, Tool
from toolwatch.sources.harmless import is_harmless
from toolwatch.sources.replacing import Replacing, spellings, whole_word

_PARTS = r"token|secret|passw|pass(phrase|code)|credential|private|bearer|cookie|pwd$|dsn$"
_WHOLE = r"(^|[_\s-])(pat|pass|pwd|pin|otp|totp|cvv|dsn)($|[_\s-])|(?<!com)(?<!by)pass$"
_SECRET_NAME = re.compile(rf"{_PARTS}|{_WHOLE}|auth|key", re.IGNORECASE)
_SURE_NAME = re.compile(rf"{_PARTS}|{_WHOLE}|api.?key", re.IGNORECASE)
"""Of those, the names whose values are no words of everyday language (``AUTH_MODE=disabled`` is one)."""
_SECRET_WORD = re.compile(
    r"(?i)(?:authorization:\s*)?(?:bearer|basic)\s+(.+)|authorization:\s*(.+)|((?:sk|ghp|gho|pat|xox[a-z])[-_].{12,})"
)
"""A word that is a secret by its looks: a header's value, or one of the best known token prefixes."""
SHORTEST = 4
"""Characters. What is shorter stands in many a text by chance, so that replacing it would garble them."""
SHORTEST_ANYWHERE = 8
"""Characters. What is shorter is replaced as a whole word only, and left where it may be a word of the language."""
_LONGEST_WORD = 15
"""Letters. No word of everyday language is longer."""


def names_a_secret(name: str) -> bool:
    """Whether a variable, header or flag of that name is likely to hold a secret."""
    return _SECRET_NAME.search(name) is not None


class Reach(StrEnum):
    """How far a value is taken out of tool lists; out of messages it goes in any case."""

    NOWHERE = "nowhere"
    """It is an ordinary setting."""
    TOO_SHORT = "too short"
    """It may be secret, but replacing it would garble what has nothing to do with it; that has to be said."""
    WORDS = "words"
    ANYWHERE = "anywhere"


@dataclass(frozen=True, slots=True)
class Secret:
    """A value that came from outside the configuration file, or stands there under a telling name."""

    name: str
    """What is shown in its place."""
    value: str = field(repr=False)
    sure: bool = False
    """Whether its place says that it is a credential (a header, a password), whatever its name."""
    stated: bool = False
    """Whether it stands in the configuration or on the command line for all to see, and not in the environment."""

    @property
    def known(self) -> bool:
        """Whether its place or its name says that it is a credential."""
        return self.sure or _SURE_NAME.search(self.name) is not None

    @property
    def telling(self) -> bool:
        """Whether place, name or looks say that it is a credential: what counts where a value stands for all to see."""
        return self.known or self._looks_drawn

    @property
    def reach(self) -> Reach:
        """How far it is taken out of tool lists: a word like ``disabled`` may stay there, a password may not."""
        if not self.known and (is_harmless(self.name, self.value) or (self.stated and not self._looks_drawn)):
            return Reach.NOWHERE
        value = self.value.strip()
        word = not self.known and value.isalpha()
        if len(value) < (SHORTEST_ANYWHERE if word else SHORTEST):
            return Reach.TOO_SHORT
        if len(value) < SHORTEST_ANYWHERE or (word and value.isascii() and len(value) <= _LONGEST_WORD):
            return Reach.WORDS
        return Reach.ANYWHERE

    @property
    def _looks_drawn(self) -> bool:
        return (
            " " not in self.value
            and len(self.value) >= SHORTEST_ANYWHERE
            and any(letter.isdigit() for letter in self.value)
        )


class Scrubber:
    """Puts ``[NAME]`` where a secret stands, in any of the spellings in which it may come back."""

    def __init__(self, secrets: Iterable[Secret] = ()) -> None:
        self._messages = Replacing()
        self._lists = Replacing()
        self._numbers: dict[str, str] = {}
        self._short: dict[str, str] = {}
        for secret in secrets:
            self.add(secret)

    def add(self, secret: Secret) -> None:
        """Learn one more secret (an access token, once it is granted)."""
        reach, shown = secret.reach, f"[{secret.name}]"
        for spelling in spellings(secret.value):
            if len(spelling.strip()) >= SHORTEST:
                self._messages.add(spelling, shown)
                if reach in (Reach.WORDS, Reach.ANYWHERE):
                    self._lists.add(spelling, shown, whole=reach is Reach.WORDS, joined=secret.known)
        if reach is Reach.ANYWHERE:
            for spelling in (secret.value.upper(), secret.value.lower()):
                self._lists.add(spelling, shown)
        if reach is Reach.TOO_SHORT and secret.value.strip():
            self._short.setdefault(secret.value.strip(), secret.name)
        elif secret.known and secret.value.isdecimal():
            self._numbers[secret.value] = shown

    def message(self, text: str) -> str:
        """A message without any secret; what has the shape of a vendor's token goes too, whoever's it is."""
        from toolwatch.model.secret import redact

        return redact(self._messages.over(text))

    def listing(self, listing: Listing) -> Listing:
        """A listing without any secret that a server repeated."""
        listing = replace(listing, target=self.message(listing.target), coverage=self._coverage(listing.coverage))
        if not (self._messages or self._short):
            return listing
        said = {
            name: self._json(getattr(listing, name))
            for name in ("instructions", "server_info", "capabilities", "prompts", "resources", "resource_templates")
        }
        tools = tuple(Tool(self._json(tool.raw)) for tool in listing.tools)
        coverage = replace(listing.coverage, in_clear=self._in_clear([*said.values(), *(tool.raw for tool in tools)]))
        return replace(listing, tools=tools, coverage=coverage, **said)

    def _in_clear(self, said: Json) -> tuple[str, ...]:
        """Names of the values that are too short to be taken out, and that ``said`` repeats."""
        texts = list(_texts(said)) if self._short else []
        found = (
            name
            for value, name in self._short.items()
            if any(whole_word(value, joined=True).search(text) for text in texts)
        )
        return tuple(sorted(found))

    def _coverage(self, coverage: Coverage) -> Coverage:
        return replace(
            coverage,
            surfaces=tuple(replace(one, refused=self.message(one.refused)) for one in coverage.surfaces),
            invalid=tuple(replace(one, raw=self._json(one.raw)) for one in coverage.invalid),
            duplicates=tuple(self._lists.over(name) for name in coverage.duplicates),
            noise=tuple(map(self.message, coverage.noise)),
            problems=tuple(map(self.message, coverage.problems)),
            failure=self.message(coverage.failure),
        )

    def _json(self, value: Json) -> Json:
        match value:
            case str():
                return self._lists.over(value)
            case list() | tuple():
                return type(value)(self._json(item) for item in value)
            case Mapping():
                return {self._lists.over(key): self._json(item) for key, item in value.items()}
            case int() | float():
                return self._numbers.get(str(value), value)
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
            yield word, None if flag else _of_header(word)
        secret_next = flag and not equals and names_a_secret(word)


def _of_header(word: str) -> str | None:
    """The value of a header (``X-API-Key: abc``) whose name says that it is a credential, or None."""
    name, _, value = word.partition(":")
    return value.strip() or None if names_a_secret(name) else None


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
            yield Secret(f"the URL's {name}", value, sure=names_a_secret(name), stated=True)


def of_mapping(values: Mapping[str, str], what: str, *, all_secret: bool = False) -> Iterable[Secret]:
    """The values of an environment or of headers whose names tell that they are secret."""
    for name, value in values.items():
        if all_secret or names_a_secret(name):
            yield Secret(f"{what} {name}", value, sure=all_secret, stated=True)
            scheme, _, rest = value.partition(" ")
            if rest and scheme.lower() in ("bearer", "basic", "token"):
                yield Secret(f"{what} {name}", rest.strip(), sure=True)


def _texts(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            yield from (text for pair in value.items() for part in pair for text in _texts(part))
        case list() | tuple():
            yield from (text for part in value for text in _texts(part))
        case int() | float() if not isinstance(value, bool):
            yield str(value)
