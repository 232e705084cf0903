"""Replaces personal data by stand-ins that read alike, so that a request keeps what makes a model choose.

A stand-in keeps its kind (an address stays an address), the same value always gets the same one, and all of them come
from ranges that are reserved for examples. What no pattern can see (a name in the middle of a sentence, an illness)
stays: that is why every replacement is shown and the result is read by a person before it is committed.
"""

import ipaddress
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from toolwatch.model.secret import find_secrets

_FIRST = ("Alex", "Sam", "Robin", "Kim", "Jo", "Chris", "Toni", "Lee")
_SECRET = "example-secret-"
_CLOSING = re.compile(r"(?i)regards|thanks|cheers")
_LAST = ("Miller", "Taylor", "Novak", "Silva", "Larsen", "Meyer", "Rossi", "Kowal")


@dataclass(frozen=True, slots=True)
class Replaced:
    """One value that was replaced."""

    kind: str
    value: str
    stand_in: str


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of personal data: how it looks, whether a match really is one, and what stands in for it."""

    name: str
    pattern: re.Pattern[str]
    """The whole match is the value, or its group ``value`` where a cue goes before it."""
    stand_in: Callable[[int], str]
    is_one: Callable[[str], bool] = lambda _: True


def _luhn(text: str) -> bool:
    digits = [int(sign) for sign in text if sign.isdecimal()]
    doubled = [digit if at % 2 else sum(divmod(2 * digit, 10)) for at, digit in enumerate(reversed(digits), 1)]
    return 13 <= len(digits) <= 19 and sum(doubled) % 10 == 0 and len(set(digits)) > 1


def _iban(text: str) -> bool:
    plain = re.sub(r"\s", "", text).upper()
    moved = plain[4:] + plain[:4]
    return 15 <= len(plain) <= 34 and int("".join(str(int(sign, 36)) for sign in moved)) % 97 == 1


def _address(text: str) -> bool:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return False
    return not (found.is_loopback or found.is_unspecified)


def _telephone(text: str) -> bool:
    return 8 <= sum(sign.isdigit() for sign in text) <= 15


KINDS = (
    Kind(
        "secret",
        re.compile(
            r"\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|hf)[-_][A-Za-z0-9_-]{16,}\b|\bAKIA[0-9A-Z]{16}\b"
            r"|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}"
        ),
        lambda number: f"{_SECRET}{number}",
    ),
    Kind(
        "e-mail",
        re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,5}[A-Za-z]{2,24}\b"),
        lambda number: f"{_FIRST[number % 8].lower()}{number}@example.com",
        lambda text: not re.search(r"@(?:[\w-]+\.)*example\.(?:com|org|net)$", text, re.IGNORECASE),
    ),
    Kind(
        "IBAN",
        re.compile(r"\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b"),
        lambda number: "GB33 BUKB 2020 1555 5555 55",
        lambda text: _iban(text) and "BUKB20201555555555" not in text.replace(" ", ""),
    ),
    Kind(
        "card number",
        re.compile(r"(?<![\w-])[0-9](?:[ -]?[0-9]){12,18}(?![\w-])"),
        lambda number: "4242 4242 4242 4242",
        lambda text: _luhn(text) and "4242424242424242" not in re.sub(r"\D", "", text),
    ),
    Kind(
        "IP address",
        re.compile(
            r"(?<![\w.:])(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|(?:[0-9A-Fa-f]{1,4}:){2,7}:?[0-9A-Fa-f:]{0,39})(?![\w.:])"
        ),
        lambda number: f"192.0.2.{number % 250 + 1}",
        lambda text: _address(text) and not text.startswith(("192.0.2.", "198.51.100.", "203.0.113.", "2001:db8:")),
    ),
    Kind(
        "social security number",
        re.compile(r"(?<![\w-])(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}(?![\w-])"),
        lambda number: f"000-00-{number % 10_000:04}",
    ),
    Kind(
        "telephone number",
        re.compile(
            r"(?<![\w+.-])(?:(?:\+|00)[1-9][0-9]?(?:[ ./-]?\(0?[0-9]{1,4}\))?(?:[ ./-]?[0-9]){6,13}"
            r"|\(?0[0-9]{2,5}\)?[ ./-][0-9](?:[ ./-]?[0-9]){3,10}|0[1-9][0-9]{8,10}"
            r"|\(?[2-9][0-9]{2}\)?[ .-][0-9]{3}[ .-][0-9]{4})(?![\w-])"
        ),
        lambda number: f"+1 202 555 01{number % 100:02}",
        lambda text: _telephone(text) and "555 01" not in text,
    ),
    Kind(
        "name",
        re.compile(
            r"(?P<cue>\b(?:[Mm]y name is|[Mm]y name's|[Ii] am called|"
            r"Mrs?\.?|Ms\.?|Dr\.?|[Rr]egards,|[Tt]hanks,|[Cc]heers,)\s+)"
            r"(?P<value>[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+){0,2})"
        ),
        lambda number: f"{_FIRST[number % 8]} {_LAST[(number // 8 + number) % 8]}",
        lambda text: not any(text == f"{first} {last}" for first in _FIRST for last in _LAST),
    ),
)


def found(text: str) -> Iterator[tuple[str, str]]:
    """Kind and value of the personal data in a text, stand-ins left out."""
    yield from (("secret", value) for value in _shaped(text))
    for kind in KINDS:
        for match in kind.pattern.finditer(text):
            if kind.is_one(_value(match)):
                yield kind.name, _value(match)


def _shaped(text: str) -> Iterator[str]:
    """Credentials by their published shape or their place."""
    for secret in find_secrets(text):
        value = text[secret.start : secret.end]
        if _SECRET not in value:
            yield value


def _value(match: re.Match[str]) -> str:
    return match.groupdict().get("value") or match.group()


@dataclass(slots=True)
class Redactor:
    """Replaces values and remembers them for as long as one import lasts; nothing of it is ever written."""

    words: Sequence[str] = ()
    """Further words to replace, such as a customer's name."""
    replaced: list[Replaced] = field(default_factory=list)
    _everywhere: dict[str, str] = field(default_factory=dict)
    """Values that are replaced without their cue too, once it was seen."""

    def clean(self, text: str) -> str:
        """The text with stand-ins; what an earlier text told to be personal data goes here too."""
        for value in _shaped(text):
            text = text.replace(value, self._known("secret", value, lambda number: f"{_SECRET}{number}"))
        for kind in KINDS:
            text = kind.pattern.sub(partial(self._replaced, kind), text)
        for word in self.words:
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda match: self._word(match.group()), text)
        for value in sorted(self._everywhere, key=len, reverse=True):
            if value in text:
                text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", self._everywhere[value], text)
        return text

    def _replaced(self, kind: Kind, match: re.Match[str]) -> str:
        value = _value(match)
        if not kind.is_one(value):
            return match.group()
        stand_in = self._known(kind.name, value, kind.stand_in)
        cue = match.group()[: -len(value)]
        # After "Thanks," any sentence may begin, and a stand-in must not be replaced in its turn.
        if not (_CLOSING.match(cue) and " " not in value) and not any(value in each.stand_in for each in self.replaced):
            self._everywhere[value] = stand_in
        return cue + stand_in

    def _word(self, value: str) -> str:
        return self._known("given word", value, lambda number: f"{_FIRST[number % 8]} {_LAST[number % 8]}")

    def _known(self, kind: str, value: str, make: Callable[[int], str]) -> str:
        same = next((each for each in self.replaced if (each.kind, each.value) == (kind, value)), None)
        if same is None:
            number = sum(each.kind == kind for each in self.replaced) + 1
            same = Replaced(kind, value, make(number))
            self.replaced.append(same)
        return same.stand_in
