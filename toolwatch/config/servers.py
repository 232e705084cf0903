"""``[servers.NAME]``: how each server is reached, and as whom."""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from toolwatch.config.observing import BoundsSettings
from toolwatch.model.listing import Surface

WAYS = ("command", "url", "file", "python")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OAuthSettings(_Part):
    """``[servers.NAME.oauth]``: how an access token is had; secrets are written as ``${VAR}``."""

    grant: Literal["client_credentials", "authorization_code"] = "authorization_code"
    client_id: str = ""
    client_secret: str = ""
    scope: str = ""
    issuer: str = ""
    """The authorization server that the credentials are for; they are sent nowhere else."""
    port: int = Field(default=8765, ge=1, le=65535)
    """Where the browser comes back to, on the loopback address."""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.grant == "client_credentials" and not (self.client_id and self.client_secret and self.issuer):
            raise ValueError("client_credentials needs client_id, client_secret and issuer")
        if self.client_secret and not self.issuer:
            raise ValueError("client_secret needs issuer, the authorization server that it is for")
        return self


class ClientSettings(_Part):
    """``[servers.NAME.client]``: as whom toolwatch presents itself; some servers list by it."""

    name: str = "toolwatch"
    version: str = "1"
    capabilities: tuple[Literal["roots", "sampling", "elicitation"], ...] = ()


class _Reach(_Part):
    """What a server and a variant of it have in common."""

    command: str | None = None
    args: tuple[str, ...] | None = None
    env: dict[str, str] = Field(default_factory=dict)
    env_file: str | None = None
    cwd: str | None = None
    url: str | None = None
    transport: Literal["http", "sse"] | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    bearer: str | None = None
    bearer_file: str | None = None
    oauth: OAuthSettings | None = None
    file: str | None = None
    python: str | None = None
    interpreter: str | None = None
    """The Python that runs ``python``; default: the active or the project's environment's."""
    client: ClientSettings | None = None
    surfaces: tuple[Surface, ...] | None = Field(default=None, min_length=1)


class VariantSettings(_Reach):
    """``[servers.NAME.variants.VARIANT]``: what differs in another way to start the same server."""

    extra_args: tuple[str, ...] = ()
    """Added to the server's own arguments."""


class ServerSettings(_Reach):
    """One server: exactly one of ``command``, ``url``, ``file``, ``python``."""

    legacy: bool = False
    """True skips the probe for the newest revision, which some old servers leave unanswered for ten seconds."""
    probe: bool = True
    """Whether a baseline starts the server again to learn what text varies from start to start."""
    bounds: BoundsSettings = Field(default_factory=BoundsSettings)
    variants: dict[str, VariantSettings] = Field(default_factory=dict)
    enabled: bool = True
    """False leaves it out where all servers are meant; it can still be named."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = [way for way in WAYS if getattr(self, way) is not None]
        if len(ways) != 1:
            raise ValueError(f"give exactly one of {', '.join(WAYS)}")
        if self.interpreter is not None and self.python is None:
            raise ValueError("interpreter goes with python")
        if self.bearer is not None and self.bearer_file is not None:
            raise ValueError("give bearer or bearer_file, not both")
        if self.url is None and (self.headers or self.bearer or self.bearer_file or self.oauth or self.transport):
            raise ValueError("headers, bearer, oauth and transport go with a url")
        if self.url is not None and not self.url.startswith(("http://", "https://", "$")):
            raise ValueError(f"url must start with http:// or https://, not {self.url.partition('/')[0]!r}")
        for name in self.variants:
            try:
                self.variant(name)
            except ValidationError as error:
                raise ValueError(f"variants.{name}: {error.errors()[0]['msg'].removeprefix('Value error, ')}") from None
        return self

    def as_variant(self) -> VariantSettings:
        """The same, as a variant of another server has it."""
        return VariantSettings.model_validate({key: getattr(self, key) for key in _Reach.model_fields})

    def variant(self, name: str) -> "ServerSettings":
        """This server as one of its variants starts it; env and headers are merged, everything else replaced."""
        other = self.variants[name]
        own = {key: getattr(self, key) for key in (*_Reach.model_fields, "legacy", "probe", "bounds")}
        changed = {key: value for key in _Reach.model_fields if (value := getattr(other, key)) not in (None, {})}
        if any(way in changed for way in WAYS):
            own |= dict.fromkeys(WAYS)
        merged = {
            "env": {**self.env, **other.env},
            "headers": {**self.headers, **other.headers},
            "args": (*(other.args if other.args is not None else self.args or ()), *other.extra_args),
        }
        return ServerSettings.model_validate({**own, **changed, **merged})
