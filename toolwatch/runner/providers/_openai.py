"""What the two providers over OpenAI's package share: the client, and the errors of the wire."""

import os
from collections.abc import Mapping
from typing import Any, ClassVar

from toolwatch.model.tool import Json
from toolwatch.runner import wire
from toolwatch.runner.failures import AskFailure
from toolwatch.runner.home import Home
from toolwatch.runner.sdk import SdkProvider, parsed
from toolwatch.runner.wire import origin

ADDRESS = "https://api.openai.com/v1"


class OpenAIBase(SdkProvider):
    """Any endpoint that speaks OpenAI's API."""

    package = extra = "openai"
    # Function names and arrays as OpenAI's API schema has them; zed#32946 on `items`.
    rules: ClassVar[wire.Rules] = wire.Rules(letters="A-Za-z0-9_-", longest=64, filled=True)
    home: ClassVar[Home] = Home(("api.openai.com",), ("OPENAI_",), "OPENAI_BASE_URL")
    _client: Any = None
    _stranger: Any = None
    """A client for hosts other than that of ``url``: without anybody's key."""

    @property
    def url(self) -> str:
        """The configured address, else that of the environment, else OpenAI's."""
        return self.setup.url or os.environ.get("OPENAI_BASE_URL", "") or ADDRESS

    @property
    def parameters(self) -> Mapping[str, Json]:
        """Everything besides model, messages and tools that shapes an answer."""
        return {"tool_choice": self.setup.tool_choice.value, **self._sampling(), **self.setup.extra}

    def prepare(self) -> None:
        """Check the package and the key; an address of one's own may need none."""
        self.client()

    def client(self) -> Any:
        """The package's client, made once."""
        if self._client is None:
            key = self.secret("OPENAI_API_KEY") or "none"
            with self.making():
                self._client = self._made(key)
        return self._client

    async def close(self) -> None:
        """Close the connections."""
        clients, self._client, self._stranger = (self._client, self._stranger), None, None
        for client in clients:
            if client is not None:
                await client.close()

    async def post(self, path: str, request: dict[str, Json]) -> Json:
        """One request over the client. The body is sent and read as it is, for that is what the key is a hash of.

        The package's typed methods would take a third of a call's time to walk through it, and refuse fields that
        their version does not know. A whole URL in place of ``path`` gets the key only where it has the origin of
        ``url``.
        """
        client = self.client()
        options: dict[str, Any] = {"follow_redirects": False}
        if "://" in path and origin(path) != origin(self.url):
            client, options["headers"] = self._other(), {"Authorization": self.module().Omit()}
        reply = await client.post(path, cast_to=object, body=request, options=options)
        return parsed(reply) if isinstance(reply, str) else reply

    def _other(self) -> Any:
        if self._stranger is None:
            with self.home.left():
                self._stranger = self._made("none")
        return self._stranger

    def _made(self, key: str) -> Any:
        return self.module().AsyncOpenAI(api_key=key, base_url=self.url, timeout=self.setup.timeout, max_retries=0)

    def failure(self, error: Exception) -> AskFailure | None:
        """A status other than 200, with the endpoint's own words."""
        if isinstance(error, self.module().APIStatusError):
            return self.refused(error.status_code, f"{error.message} {error.code or ''}", error.response.headers)
        return None

    def _sampling(self) -> dict[str, Json]:
        raise NotImplementedError


def optional(**fields: Json) -> dict[str, Json]:
    """The fields that are set."""
    return {name: value for name, value in fields.items() if value is not None}
