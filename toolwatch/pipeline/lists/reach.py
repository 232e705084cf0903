"""How a configured server is reached: settings become a place, with every secret known to be one."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from toolwatch.config.interpolation import Expander, references
from toolwatch.config.servers import ClientSettings, OAuthSettings, ServerSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError
from toolwatch.model.listing import Surface
from toolwatch.model.tool import Json
from toolwatch.sources.place import ClientFace, OAuth, Place
from toolwatch.sources.secrets import Secret, of_command, of_mapping, of_url

TOKEN_STORE = "TOOLWATCH_TOKEN_STORE"
"""Environment variable that names the folder of the token store."""
LOGIN_TIME = 300.0
"""Seconds that a person may take at the browser."""


def place(
    name: str, server: ServerSettings, settings: Settings, *, variant: str = "", interactive: bool = False
) -> Place:
    """The place of a live server, its references expanded.

    Raises:
        ObservationError: a variable or a file that it refers to is missing; the text names it.
    """
    expander = Expander(os.environ)
    from_file = _env_file(server, settings, expander)
    env = {**from_file, **expander.texts(server.env, "env")}
    headers = {**expander.texts(server.headers, "headers"), **_bearer(server, settings, expander)}
    url = expander.text(server.url, "url") if server.url is not None else ""
    words = (server.command, *(server.args or ())) if server.command is not None else ()
    words = (server.interpreter,) if server.interpreter is not None else words
    command = tuple(expander.text(word, "command") for word in words)
    secrets = (
        *expander.secrets,
        *(Secret(name, value) for name, value in from_file.items() if value),
        *of_mapping(env, "env"),
        *of_mapping(headers, "header", all_secret=True),
        *of_url(url),
        *of_command(command),
    )
    oauth = _oauth(server.oauth, expander, interactive=interactive)
    limits = settings.observe.limits(server.bounds)
    if oauth is not None and oauth.interactive and oauth.grant == "authorization_code":
        limits = replace(limits, connect=max(limits.connect, LOGIN_TIME), total=max(limits.total, LOGIN_TIME))
    return Place(
        name,
        f"{name}:{variant}" if variant else name,
        command=command,
        env=env,
        cwd=_cwd(server, settings, expander),
        url=url,
        headers=headers,
        oauth=oauth,
        python=server.python or "",
        kind="python" if server.python else server.transport or "",
        legacy=server.legacy,
        client=_face(server.client),
        surfaces=server.surfaces or tuple(Surface),
        variant=variant,
        bounds=limits,
        probe=server.probe,
        secrets=tuple((*secrets, *(Secret("client_secret", oauth.client_secret, sure=True) for _ in [0] if oauth))),
        identity=_identity(server),
    )


def _cwd(server: ServerSettings, settings: Settings, expander: Expander) -> Path | None:
    if server.url is not None:
        return None
    return settings.root / expander.text(server.cwd, "cwd") if server.cwd is not None else settings.root


def _env_file(server: ServerSettings, settings: Settings, expander: Expander) -> dict[str, str]:
    if server.env_file is None:
        return {}
    text = _read(settings.root / expander.text(server.env_file, "env_file"), "env_file")
    pairs = (re.fullmatch(r"\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*", line) for line in text.splitlines())
    return {pair[1]: re.sub(r"^(['\"])(.*)\1$", r"\2", pair[2]) for pair in pairs if pair}


def _bearer(server: ServerSettings, settings: Settings, expander: Expander) -> dict[str, str]:
    if server.bearer_file is not None:
        token = _read(settings.root / expander.text(server.bearer_file, "bearer_file"), "bearer_file").strip()
    elif server.bearer is not None:
        token = expander.text(server.bearer, "bearer")
    else:
        return {}
    expander.secrets.append(Secret("bearer token", token, sure=True))
    return {"Authorization": f"Bearer {token}"}


def _read(path: Path, what: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is not UTF-8"
        raise ObservationError(f"{what}: {path}: {reason}") from None


def _oauth(oauth: OAuthSettings | None, expander: Expander, *, interactive: bool) -> OAuth | None:
    if oauth is None:
        return None
    return OAuth(
        oauth.grant,
        client_id=expander.text(oauth.client_id, "oauth.client_id"),
        client_secret=expander.text(oauth.client_secret, "oauth.client_secret"),
        scope=oauth.scope,
        issuer=oauth.issuer,
        port=oauth.port,
        store=_token_store(os.environ),
        interactive=interactive,
    )


def _token_store(environment: Mapping[str, str]) -> Path:
    if TOKEN_STORE in environment:
        return Path(environment[TOKEN_STORE])
    state = environment.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "toolwatch" / "tokens"


def _face(client: ClientSettings | None) -> ClientFace:
    return ClientFace(client.name, client.version, client.capabilities) if client else ClientFace()


def _identity(server: ServerSettings) -> dict[str, Json]:
    """What may change the list, by name and never by value."""
    face = _face(server.client)
    known: dict[str, Any] = {
        "env": sorted(server.env),
        "flags": sorted({word.partition("=")[0] for word in server.args or () if word.startswith("-")}),
        "headers": sorted(server.headers),
        "credentials": sorted(_credentials(server)),
        "client": {"name": face.name, "version": face.version, "capabilities": list(face.capabilities)},
    }
    return {key: value for key, value in known.items() if value}


def _credentials(server: ServerSettings) -> Iterable[str]:
    """Which credentials are used: the variables' names, or the kind of login."""
    values = {**server.headers, **({"bearer": server.bearer} if server.bearer else {})}
    for name, value in values.items():
        yield from (f"{name} from ${{{variable}}}" for variable in references(value))
    if server.bearer_file is not None:
        yield "bearer from a file"
    if server.oauth is not None:
        yield f"oauth {server.oauth.grant}" + (f" scope {server.oauth.scope}" if server.oauth.scope else "")
