"""Where access tokens are kept between runs: one file a server, which only the user can read."""

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolwatch.errors import ObservationError

if TYPE_CHECKING:
    from mcp.client.auth.oauth2 import OAuthContext
    from mcp.shared.auth import OAuthClientInformationFull, OAuthMetadata, OAuthToken


class TokenStore:
    """The SDK's token storage, on disk; ``granted`` is told every token, so that it can be kept out of reports.

    The authorization server's metadata is kept beside the tokens: without it the SDK would send a refresh token, and
    the client's secret with it, to the watched server.
    """

    def __init__(
        self, folder: Path, *identity: str, issuer: str = "", granted: Callable[[str], None] = lambda token: None
    ) -> None:
        key = hashlib.sha256("\0".join(identity).encode()).hexdigest()[:32]
        self.path = folder / f"{key}.json"
        self.registered: OAuthClientInformationFull | None = None
        """The client that the user has registered by hand; nothing is registered then."""
        self.context: OAuthContext | None = None
        """The SDK's state of the login, to which it does not load everything by itself."""
        self._issuer = issuer
        self._granted = granted

    async def get_tokens(self) -> "OAuthToken | None":
        """The tokens of the last run, or None."""
        from mcp.shared.auth import OAuthToken

        kept = self._read()
        if "tokens" not in kept:
            return None
        tokens = OAuthToken.model_validate(kept["tokens"])
        self._tell(tokens)
        metadata = self._metadata(kept)
        if self.context is not None:
            self.context.token_expiry_time = kept.get("expires")
            self.context.oauth_metadata = metadata
        return tokens if metadata is not None else tokens.model_copy(update={"refresh_token": None})

    def _metadata(self, kept: Mapping[str, Any]) -> "OAuthMetadata | None":
        """What is known of the authorization server that gave the kept tokens, if it is the one they are for."""
        from mcp.client.auth.utils import issuers_match
        from mcp.shared.auth import OAuthMetadata

        try:
            metadata = OAuthMetadata.model_validate(kept.get("metadata"))
        except ValueError:
            return None
        return metadata if not self._issuer or issuers_match(str(metadata.issuer), self._issuer) else None

    async def set_tokens(self, tokens: "OAuthToken") -> None:
        """Keep new tokens."""
        self._tell(tokens)
        expires = time.time() + tokens.expires_in if tokens.expires_in else None
        metadata = self.context.oauth_metadata if self.context is not None else None
        told = metadata.model_dump(mode="json", exclude_none=True) if metadata is not None else None
        kept = {"tokens": tokens.model_dump(mode="json"), "expires": expires, "metadata": told}
        self._write({**self._read(), **kept})

    async def get_client_info(self) -> "OAuthClientInformationFull | None":
        """The client as it was registered in an earlier run, or None."""
        from mcp.shared.auth import OAuthClientInformationFull

        if self.registered is not None:
            return self.registered
        kept = self._read()
        return OAuthClientInformationFull.model_validate(kept["client"]) if "client" in kept else None

    async def set_client_info(self, client_info: "OAuthClientInformationFull") -> None:
        """Keep a registration."""
        if client_info.client_secret:
            self._granted(client_info.client_secret)
        self._write({**self._read(), "client": client_info.model_dump(mode="json")})

    def _tell(self, tokens: "OAuthToken") -> None:
        for token in (tokens.access_token, tokens.refresh_token):
            if token:
                self._granted(token)

    def _read(self) -> dict[str, Any]:
        try:
            mode = self.path.stat().st_mode
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise ObservationError(f"token store {self.path}: {error.strerror}") from None
        if os.name == "posix" and mode & 0o077:
            raise ObservationError(f"token store {self.path} can be read by others: chmod 600 it, or remove it")
        try:
            kept = json.loads(text)
        except (ValueError, RecursionError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self, kept: dict[str, Any]) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(prefix=".token.", dir=self.path.parent)  # mkstemp makes it 0600
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file)
            os.replace(name, self.path)
        except OSError as error:
            raise ObservationError(f"token store {self.path}: {error.strerror}") from None
