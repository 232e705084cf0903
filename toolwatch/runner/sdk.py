"""Providers that ask over a vendor's own package: two pure methods, and the errors of the wire in one place."""

import asyncio
import email.utils
import importlib
import json
import os
import time
import traceback
from abc import abstractmethod
from collections.abc import Awaitable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from types import ModuleType
from typing import ClassVar
from urllib.parse import urlsplit

from toolwatch.errors import ModelError
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Choice
from toolwatch.runner.base import Provider, Setup
from toolwatch.runner.failures import AskFailure, Unavailable, Unreadable
from toolwatch.runner.home import Home, checked_address
from toolwatch.runner.sound import checked

_HOPELESS = {401, 402, 403, 404}
"""Every request will fail so: the key, the account, or the model and the address."""
_BROKE = ("insufficient_quota", "exceeded your current quota", "credit balance is too low")
"""What an account without money is told, by OpenAI under 429 and by Anthropic under 400: no wait helps."""
_PASSING = {408, 409, 425, 429}
_SLOW = {"TimeoutException", "APITimeoutError", "TimeoutError", "ReadTimeoutError", "ConnectTimeoutError"}
_NEVER_MADE = {"ConnectError", "EndpointConnectionError", "ConnectionRefusedError"}
_LOST = {"TransportError", "APIConnectionError", "ClientConnectionError", "ConnectionError", "HTTPClientError"}
_NO_CLIENT = {"ValueError", "InvalidURL", "BotoCoreError"}
"""What packages say to an address that they cannot use."""
_BROKEN = {"APIResponseValidationError", "ValidationError"}


class SdkProvider(Provider):
    """Asks through a package that is an extra of toolwatch; imported at the first call."""

    package: ClassVar[str]
    extra: ClassVar[str]
    """The extra that installs it."""
    home: ClassVar[Home] = Home((), ())
    """Without hosts, as in a provider from outside, the key goes wherever that provider sends it."""
    _hidden: str = ""
    _keyless: str = ""
    """Why a refused request had no key, where it had none."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        if self.url:
            checked_address(self.url, f"provider {self.name}: {'url' if setup.url else self.home.address}")

    @property
    def at_home(self) -> bool:
        """Whether the vendor's own credentials may go to ``url``: it is the vendor's, or the environment's choice."""
        chosen = not self.setup.url and bool(os.environ.get(self.home.address))
        return not self.home.hosts or chosen or self.home.has(self.url)

    @abstractmethod
    def read(self, reply: Json, ask: Ask) -> Choice:
        """The choice that a reply's JSON says; pure. The tool is named as it was sent.

        Raises:
            Unreadable: it says none.
        """

    @abstractmethod
    async def send(self, request: dict[str, Json]) -> Json:
        """One request over the package, without its own retries; the reply as JSON.

        Raises:
            Unavailable: nothing came.
            Unreadable: what came is no JSON.
        """

    async def choose(self, ask: Ask) -> Choice:
        """Ask once; see Provider."""
        started = time.perf_counter()
        choice = self._read(await self.guarded(self.send(self.request(ask))), ask)
        return Choice(
            tool=None if choice.tool is None else self.original(choice.tool, ask.tools),
            arguments=choice.arguments,
            text=choice.text,
            probabilities={self.original(name, ask.tools): p for name, p in choice.probabilities.items()},
            tokens_in=choice.tokens_in,
            tokens_out=choice.tokens_out,
            seconds=round(time.perf_counter() - started, 3),
        )

    def module(self, name: str = "") -> ModuleType:
        """The package, or a part of it.

        Raises:
            ModelError: it is not installed.
        """
        try:
            return importlib.import_module(name or self.package)
        except ImportError as error:
            install = f"pip install 'toolwatch[{self.extra}]'"
            raise ModelError(f"provider {self.name} needs the package {self.package}: {install} ({error})") from None

    def secret(self, *names: str, optional: bool = False) -> str:
        """The key from the environment: the configured variable, else the first of ``names`` that is set.

        The latter hold the vendor's key, which goes nowhere but home; an endpoint elsewhere may need none.

        Raises:
            ModelError: none is set, and the endpoint needs one.
        """
        asked = (self.setup.key_env,) if self.setup.key_env else names if self.at_home else ()
        self._hidden = next((os.environ[name] for name in asked if os.environ.get(name)), "")
        needed = self.setup.key_env or (not optional and (self.home.has(self.url) or not self.home.hosts))
        if needed and not self._hidden:
            raise ModelError(f"provider {self.name} has no key: set {' or '.join(asked)} in the environment")
        self._keyless = "" if self._hidden else self._no_key(names)
        return self._hidden

    def _no_key(self, names: tuple[str, ...]) -> str:
        there = " and ".join(name for name in names if os.environ.get(name))
        kept = f"{there} goes to {' and '.join(self.home.hosts)} only" if there else "none is configured"
        return f"no key was sent: {kept}; set key_env of the model to the variable that holds this endpoint's key"

    @contextmanager
    def making(self) -> Iterator[None]:
        """Around the making of a client; one that is not for the vendor's hosts gets nothing of the vendor's.

        Raises:
            ModelError: the package cannot use the address.
        """
        try:
            with nullcontext() if self.at_home else self.home.left():
                yield
        except Exception as error:
            names = {kind.__name__ for kind in type(error).__mro__}
            if not names & _NO_CLIENT:
                raise
            said = one_line(str(error), 160)
            raise ModelError(f"provider {self.name} cannot use {self.info.url or 'its address'}: {said}") from None

    def refused(self, status: int, detail: Json, headers: Mapping[str, str]) -> Unavailable:
        """The failure that an HTTP status stands for; where a key is wanted and none was sent, it says why."""
        return refused(status, detail, headers, keyless=self._keyless)

    def prepare(self) -> None:
        """Check that the package is there."""
        self.module()

    def failure(self, error: Exception) -> AskFailure | None:
        """What an error of the package means, where the wire's usual errors do not say it; None for a surprise."""
        del error
        return None

    async def guarded(self, reply: Awaitable[Json]) -> Json:
        """What ``reply`` gives; the errors of the package and of the wire as failures of the attempt.

        The packages' own timeouts begin anew with each byte, so the whole call has one besides.
        """
        try:
            async with asyncio.timeout(self.setup.timeout):
                return await reply
        except AskFailure as error:
            raise self._told(error) from None
        except Exception as error:
            failure = self.failure(error) or of_wire(error, self.setup.timeout) or _stumbled(error)
            if failure is None:
                raise
            raise self._told(failure) from None

    def _told(self, failure: AskFailure) -> AskFailure:
        """The failure without the key, which some endpoints quote back."""
        if self._hidden:
            failure.args = (str(failure).replace(self._hidden, "***"),)
        return failure

    def _read(self, reply: Json, ask: Ask) -> Choice:
        try:
            return checked(self.read(reply, ask))
        except (KeyError, IndexError, TypeError, AttributeError, ValueError, OverflowError, RecursionError) as error:
            raise Unreadable(
                f"the reply has not the shape of {self.name}'s API ({type(error).__name__}: {error})"
            ) from None


def parsed(text: str | bytes) -> Json:
    """The JSON of a body.

    Raises:
        Unreadable: it is none.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        start = text if isinstance(text, str) else text.decode("utf-8", "replace")
        raise Unreadable(f"the reply cannot be read, it is no JSON ({error}): {one_line(start, 80)}") from None


def refused(status: int, detail: Json, headers: Mapping[str, str], *, keyless: str = "") -> Unavailable:
    """The failure that an HTTP status other than 200 stands for; a redirect is not followed, whoever it leads to.

    ``keyless`` says why there was no key; empty where there was one.
    """
    if 300 <= status < 400:
        return Unavailable(f"HTTP {status}: {_elsewhere(headers)}", hopeless=True)
    whole = _written(detail)
    said = one_line(whole, 200)
    hint = f" ({keyless})" if keyless and status in (401, 403) else _hints(status)
    return Unavailable(
        f"HTTP {status}{hint}: {said}",
        retry_after=retry_after(headers),
        again=status in _PASSING or status >= 500,
        hopeless=status in _HOPELESS or any(word in whole.lower() for word in _BROKE),
    )


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the endpoint asks to wait, from ``retry-after-ms`` or ``Retry-After`` in seconds or as a date."""
    small = {name.lower(): value for name, value in headers.items()}
    try:
        if "retry-after-ms" in small:
            return max(0.0, float(small["retry-after-ms"]) / 1000)
        return max(0.0, float(small["retry-after"]))
    except KeyError:
        return None
    except ValueError:
        return _until(small.get("retry-after", ""))


def of_wire(error: Exception, timeout: float) -> AskFailure | None:
    """What an error of an HTTP library or of the JSON reader means; None for any other error.

    The vendors' packages use httpx, its successor, aiohttp or urllib3, some of them by what is installed, so the
    errors are known by the names of their classes.
    """
    names = {kind.__name__ for kind in type(error).__mro__}
    if names & _SLOW:
        return Unavailable(f"no answer within {timeout:g} s", billed=True)
    if names & _LOST:
        cause = error.__cause__ or error
        said = one_line(str(cause), 200) or type(cause).__name__
        return Unavailable(f"the connection failed: {said}", billed=not names & _NEVER_MADE)
    if "InvalidURL" in names:
        return Unavailable(f"the address cannot be used ({one_line(str(error), 120)})", hopeless=True)
    if isinstance(error, UnicodeEncodeError):
        return Unavailable(f"the request cannot be sent ({one_line(str(error), 120)})", again=False)
    if names & _BROKEN or isinstance(error, ValueError | OverflowError | RecursionError):
        return Unreadable(f"the reply cannot be read ({one_line(str(error), 120)})")
    return None


def _written(detail: Json) -> str:
    """An endpoint's account of an error, which is a text as a rule."""
    try:
        return str(detail)
    except RecursionError:
        return "(too deep to be shown)"


def _stumbled(error: Exception) -> Unreadable | None:
    """An error from inside a package, which takes a reply for well-formed; one from our own code is a surprise."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    ours = str(frame.f_globals.get("__name__", "")).partition(".")[0] == "toolwatch"
    if ours or not isinstance(error, TypeError | AttributeError | LookupError):
        return None
    said = one_line(str(error), 120)
    return Unreadable(f"the package cannot read the reply, or write the request ({type(error).__name__}: {said})")


def _elsewhere(headers: Mapping[str, str]) -> str:
    """What is said of a redirect: the host that it names, for the rest of the address may hold a secret."""
    place = next((value for name, value in headers.items() if name.lower() == "location"), "")
    try:
        host = urlsplit(place).netloc.rpartition("@")[2]
    except ValueError:
        host = ""
    where = f"the host {one_line(host, 100)}" if host else "another address"
    return f"the endpoint sends to {where}, which is not followed: set the model's url to it if you trust it"


def _until(date: str) -> float | None:
    try:
        parsed_date = email.utils.parsedate_tz(date)
        return max(0.0, email.utils.mktime_tz(parsed_date) - time.time()) if parsed_date else None
    except (ValueError, OverflowError, IndexError, TypeError):
        return None


def _hints(status: int) -> str:
    words = {
        401: " (the key is refused)",
        403: " (the key may not do this)",
        404: " (no such model or address)",
        429: " (rate limit)",
    }
    return words.get(status, "")
