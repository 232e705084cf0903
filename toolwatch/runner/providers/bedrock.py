"""Models on Amazon Bedrock."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from toolwatch.errors import ModelError
from toolwatch.model.suite import Message
from toolwatch.model.tool import Json
from toolwatch.model.trial import Ask, Choice
from toolwatch.runner import wire
from toolwatch.runner.base import ToolChoice
from toolwatch.runner.chat import numbered
from toolwatch.runner.failures import AskFailure, Unavailable, Unreadable
from toolwatch.runner.home import Home
from toolwatch.runner.reply import check_text
from toolwatch.runner.sdk import SdkProvider
from toolwatch.runner.sound import called, count, members

_CHOICE = {ToolChoice.AUTO: "auto", ToolChoice.REQUIRED: "any"}
_ENDED = ("end_turn", "stop_sequence", "tool_use", "max_tokens")
_AT_ONCE = 64
_TOKEN = "AWS_BEARER_TOKEN_BEDROCK"
"""Bedrock's API key, which the package sends in clear; its other credentials only sign and are never sent."""


class Bedrock(SdkProvider):
    """Any Bedrock model by the Converse API; credentials and region come from AWS's own places. It takes no seed."""

    name = extra = "bedrock"
    package = "boto3"
    # API reference: ToolSpecification's name and description.
    rules: ClassVar[wire.Rules] = wire.Rules(letters="a-zA-Z0-9_-", longest=64, described=True)
    home: ClassVar[Home] = Home(("amazonaws.com", "amazonaws.com.cn", "api.aws"), ())
    _client: Any = None

    @property
    def at_home(self) -> bool:
        """Without a configured address the package finds AWS's own, or that of the environment or the profile."""
        return not self.setup.url or super().at_home

    @property
    def parameters(self) -> Mapping[str, Json]:
        """Everything besides model, messages and tools that shapes an answer."""
        return {"tool_choice": _CHOICE[self.setup.tool_choice], **self._sampling(), **self.setup.extra}

    def request(self, ask: Ask) -> dict[str, Json]:
        """The arguments of ``converse``; further ones, such as ``additionalModelRequestFields``, go into ``extra``."""
        sent = self.sent(ask.tools)
        names = {tool.tool: tool.name for tool in reversed(sent)}
        body: dict[str, Json] = {
            "modelId": self.setup.model,
            "messages": [_turn(turn, number, names) for turn, number in numbered(ask.messages)],
            "inferenceConfig": self._sampling(),
        }
        if ask.system:
            body["system"] = [{"text": ask.system}]
        if sent:
            tools = [
                {"toolSpec": {"name": tool.name, "description": tool.description, "inputSchema": {"json": tool.schema}}}
                for tool in sent
            ]
            body["toolConfig"] = {"tools": tools, "toolChoice": {_CHOICE[self.setup.tool_choice]: {}}}
        return body | dict(self.setup.extra)

    def prepare(self) -> None:
        """Check the package, the region and that there are credentials."""
        self.client()

    def client(self) -> Any:
        """The package's client, made once.

        Raises:
            ModelError: no region, or no credentials.
        """
        if self._client is None:
            package, config = self.module(), self.module("botocore.config")
            session = package.Session()
            # AWS_REGION is what every other SDK of AWS reads, and what its own runners set.
            own = session.region_name or os.environ.get("AWS_REGION")
            region = own or ("us-east-1" if self.setup.url else "")
            if not region:
                raise ModelError("provider bedrock has no region: set AWS_REGION in the environment")
            token = self._token()
            if not token and session.get_credentials() is None:
                raise ModelError("provider bedrock has no credentials: see `aws configure`, or set AWS_ACCESS_KEY_ID")
            settings = config.Config(
                connect_timeout=self.setup.timeout,
                read_timeout=self.setup.timeout,
                retries={"total_max_attempts": 1},
                max_pool_connections=_AT_ONCE,
                signature_version=None if token else "v4",
            )
            with self.making():
                self._client = session.client(
                    "bedrock-runtime", region_name=region, endpoint_url=self.setup.url or None, config=settings
                )
        return self._client

    def _token(self) -> str:
        """The API key, where it may go to ``url``; whatever else AWS's own places hold signs requests.

        Raises:
            ModelError: the configuration names another variable, which the package would not read.
        """
        if self.setup.key_env not in ("", _TOKEN):
            raise ModelError(f"provider bedrock reads no {self.setup.key_env}: key_env can only be {_TOKEN}")
        token = self.secret(_TOKEN, optional=True)
        if not os.environ.get(_TOKEN):
            self._keyless = ""  # what signs the requests was refused
        return token

    async def send(self, request: dict[str, Json]) -> Json:
        """One conversation; the package only knows how to wait, so it waits in a thread."""
        client = self.client()
        return await _in_thread(lambda: client.converse(**request))

    def failure(self, error: Exception) -> AskFailure | None:
        """A status other than 200, or the package's own refusal of the request or of the reply."""
        errors = self.module("botocore.exceptions")
        if isinstance(error, errors.ClientError):
            about, said = error.response.get("ResponseMetadata", {}), error.response.get("Error", {})
            detail = f"{said.get('Code', '')}: {said.get('Message', '')}"
            return self.refused(int(about.get("HTTPStatusCode", 500)), detail, about.get("HTTPHeaders", {}))
        if isinstance(error, self.module("botocore.parsers").ResponseParserError):
            return Unreadable(f"the reply cannot be read ({error})")
        if isinstance(error, errors.ParamValidationError):
            return Unavailable(f"the request is not what Converse takes: {error}", again=False)
        if isinstance(error, errors.NoCredentialsError | errors.PartialCredentialsError):
            return Unavailable(str(error), hopeless=True)
        return None

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            client.close()

    def read(self, reply: Json, ask: Ask) -> Choice:
        """The first tool use among the content blocks."""
        usage = members(reply.get("usage"))
        spent = (count(usage.get("inputTokens")), count(usage.get("outputTokens")))
        blocks = reply["output"]["message"]["content"]
        text = "".join(block.get("text", "") for block in blocks)
        for block in blocks:
            if use := block.get("toolUse"):
                return Choice(called(use["name"]), use.get("input"), text, {}, *spent)
        ended = reply.get("stopReason", "end_turn")
        if ended not in _ENDED:
            raise Unreadable(f"the reply ended early: {ended}", tokens=spent)
        names = [tool.name for tool in self.sent(ask.tools)]
        check_text(text, names, self.setup.text_call, cut=ended == "max_tokens", tokens=spent)
        return Choice(None, None, text, {}, *spent)

    def _sampling(self) -> dict[str, Json]:
        warmth = {} if self.temperature is None else {"temperature": self.temperature}
        return {"maxTokens": self.setup.max_tokens, **warmth}


async def _in_thread(call: Callable[[], Json]) -> Json:
    """What ``call`` gives. Its thread is nobody's to wait for: a call that was given up keeps no process alive."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Json] = loop.create_future()

    def settle(result: Json, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def work() -> None:
        result, failed = None, None
        try:
            result = call()
        except BaseException as error:
            failed = error
        with contextlib.suppress(RuntimeError):  # the loop is over, and with it the question
            loop.call_soon_threadsafe(settle, result, failed)

    threading.Thread(target=work, name="bedrock", daemon=True).start()
    return await future


def _turn(turn: Message, number: int, names: Mapping[str, str]) -> Json:
    if turn.role == "assistant" and turn.tool:
        said = [{"text": turn.content}] if turn.content else []
        use = {
            "toolUseId": f"call_{number}",
            "name": names.get(turn.tool, turn.tool),
            "input": {} if turn.arguments is None else turn.arguments,
        }
        return {"role": "assistant", "content": [*said, {"toolUse": use}]}
    if turn.role == "tool":
        result = {"toolUseId": f"call_{number}", "content": [{"text": turn.content}]}
        return {"role": "user", "content": [{"toolResult": result}]}
    return {"role": turn.role, "content": [{"text": turn.content}]}
